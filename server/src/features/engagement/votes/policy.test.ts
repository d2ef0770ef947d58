import { describe, expect, test } from 'vitest'
import { refusalOf, voteAfter } from './policy.ts'

describe('a click on an arrow', () => {
  test.each([
    { before: undefined, clicked: 'up', is_cancel: false, after: 'up' },
    { before: 'up', clicked: 'up', is_cancel: false, after: 'up' },
    { before: 'down', clicked: 'up', is_cancel: false, after: 'up' },
    { before: 'up', clicked: 'up', is_cancel: true, after: undefined },
    { before: 'down', clicked: 'up', is_cancel: true, after: 'down' },
    { before: undefined, clicked: 'down', is_cancel: true, after: undefined },
  ] as const)(
    '$clicked (cancel: $is_cancel) leaves $after where there was $before',
    ({ before, clicked, is_cancel, after }) => {
      expect(voteAfter(before, clicked, is_cancel)).toBe(after)
    },
  )
})

describe('a vote is refused', () => {
  test.each([
    { thing: { user_id: 1, deleted: false }, reason: 'error.object.disallow_vote_your_self' },
    { thing: { user_id: 1, deleted: true }, reason: 'error.object.disallow_vote_your_self' },
    { thing: { user_id: 2, deleted: true }, reason: 'error.object.disallow_vote' },
    { thing: { user_id: 2, deleted: false }, reason: undefined },
  ])('on $thing with $reason', ({ thing, reason }) => {
    expect(refusalOf({ id: 1 }, thing)?.reason).toBe(reason)
  })
})
