import { expect, test } from 'vitest'
import { TABLE, unmatchedRows } from './matrix.ts'

const vote = "export const vote = endpoint({ path: '/vote' })"
const found = (contract: string, rows: string) =>
  unmatchedRows(
    new Map([
      ['contract/src/votes.ts', contract],
      [TABLE, `const everyone = 'ok'\nexport const table = {\n${rows}\n}`],
    ]),
  )

test.each([
  ['a row under its name', 'vote: everyone,'],
  ['rows for what it can be about', `'vote: up, an answer': everyone,\n'vote: down, an answer': '401',`],
])('an endpoint has %s', (_, rows) => expect(found(vote, rows)).toEqual([]))

test('an endpoint without a row is found', () =>
  expect(found(vote, '')).toEqual([`contract/src/votes.ts:1 vote has no row in ${TABLE}: say who gets what`]))

test('a row without an endpoint is found', () =>
  expect(found('', 'vote: everyone,')).toEqual([`${TABLE}:3 speaks of vote, which is no endpoint of the contract`]))

test('without the table everything is missing', () =>
  expect(unmatchedRows(new Map([['contract/src/votes.ts', vote]]))).toHaveLength(1))
