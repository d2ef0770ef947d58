import { expect, test } from 'vitest'
import { unmatchedHandlers } from './handlers.ts'

const LIST = ['contract/src/index.ts', 'export const endpoints = [votes.vote]'] as const
const found = (contract: string, routes: string) =>
  unmatchedHandlers(
    new Map([LIST, ['contract/src/votes.ts', contract], ['server/src/features/engagement/votes/routes.ts', routes]]),
  )
const vote = "export const vote = endpoint({ path: '/vote' })"

test('an endpoint and its handler belong together', () => {
  expect(found(vote, `import { vote } from '@askwell/contract/votes.ts'\napi.on(vote, () => 1)`)).toEqual([])
  expect(
    found(vote, `import { vote as castVote } from '@askwell/contract/votes.ts'\napi.on(castVote, () => 1)`),
  ).toEqual([])
  expect(found(vote, `import * as contract from '@askwell/contract/votes.ts'\napi.on(contract.vote, () => 1)`)).toEqual(
    [],
  )
  expect(
    found(
      vote,
      `import * as contract from '@askwell/contract/votes.ts'\nfor (const one of [contract.vote]) api.on(one, () => 1)`,
    ),
  ).toEqual([])
})

test('an endpoint that is missing from the list of all is found', () => {
  expect(
    unmatchedHandlers(
      new Map([
        ['contract/src/votes.ts', vote],
        ['server/src/features/engagement/votes/routes.ts', 'api.on(vote, () => 1)'],
      ]),
    ),
  ).toEqual(['contract/src/votes.ts:1 vote is not in contract/src/index.ts'])
})

test('an endpoint without a handler is found', () =>
  expect(found(vote, '')).toEqual(['contract/src/votes.ts:1 nobody answers vote']))

test('a handler without an endpoint is found', () =>
  expect(found('', 'api.on(vote, () => 1)')).toEqual([expect.stringContaining('answers vote, which is no endpoint')]))

test('a second handler is found', () =>
  expect(found(vote, 'api.on(vote, () => 1)\napi.on(vote, () => 2)')).toEqual([
    'server/src/features/engagement/votes/routes.ts:2 answers vote a second time',
  ]))

test('two endpoints of one name are found', () => {
  const files = new Map([
    LIST,
    ['contract/src/a.ts', vote],
    ['contract/src/b.ts', vote],
    ['server/src/features/engagement/votes/routes.ts', 'api.on(vote, () => 1)'],
  ])
  expect(unmatchedHandlers(files)).toEqual(['contract/src/b.ts:1 a second endpoint is called vote'])
})
