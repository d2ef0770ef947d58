import { expect, test } from 'vitest'
import { OPERATION_NAMES, OPERATIONS, possibleFor, stateAfter, operationStatus } from './states.ts'

const question = { kind: 'question' as const, status: 1, pin: 1, show: 1 }

test.each([
  ['an open question', {}, ['close', 'pin', 'unlist', 'delete']],
  ['a closed one', { status: 2 }, ['reopen', 'pin', 'unlist', 'delete']],
  ['a pinned one', { pin: 2 }, ['close', 'unpin', 'delete']],
  ['an unlisted one', { show: 2 }, ['close', 'list', 'delete']],
  ['one that waits for review', { status: 11 }, ['delete', 'approve']],
  ['a deleted one', { status: 10 }, ['undelete', 'erase']],
  ['a deleted one that was pinned', { status: 10, pin: 2 }, ['undelete', 'erase']],
  ['an answer', { kind: 'answer' as const }, ['delete']],
  ['a deleted answer', { kind: 'answer' as const, status: 10 }, ['undelete', 'erase']],
])('what can be done to %s', (_, state, names) => expect(possibleFor({ ...question, ...state })).toEqual(names))

test('what is so already stays as it is; anything else that is in the way is named', () => {
  expect(operationStatus('close', { ...question, status: 2 })).toBe('already')
  expect(operationStatus('reopen', question)).toBe('already')
  expect(operationStatus('undelete', { ...question, status: 2 })).toBe('already')
  expect(operationStatus('reopen', { ...question, status: 10 })).toBe('deleted')
  expect(operationStatus('close', { ...question, status: 11 })).toBe('pending')
  expect(operationStatus('pin', { ...question, show: 2 })).toBe('unlisted')
  expect(operationStatus('unlist', { ...question, pin: 2 })).toBe('pinned')
  expect(operationStatus('erase', question)).toBe('open')
})

test('each operation leads to where it says it is so already', () => {
  for (const name of OPERATION_NAMES) {
    const from = {
      kind: OPERATIONS[name].kinds[0],
      status: 1,
      pin: 1,
      show: 1,
      ...Object.fromEntries(Object.entries(OPERATIONS[name].from).map(([part, values]) => [part, values[0]])),
    }
    expect(operationStatus(name, from), name).toBe('possible')
    const after = stateAfter(name, from, 1)
    if (name === 'erase') expect(after).toBeUndefined()
    else expect(operationStatus(name, after!), name).toBe('already')
  }
})

test('a recovered post is what it was', () =>
  expect(stateAfter('undelete', { ...question, status: 10, pin: 2 }, 2)).toMatchObject({ status: 2, pin: 2 }))
