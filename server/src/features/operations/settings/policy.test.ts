import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../lib/actor.ts'
import { DEFAULTS, mayDo } from './policy.ts'

const member = (rank: number, role_id = 1): Actor => ({
  id: 5,
  username: 'ann',
  display_name: 'Ann',
  rank,
  role_id,
  status: 1,
  mail_status: 1,
  language: '',
})
const needs = (rank: number, have: number) => ({
  reason: 'error.rank.no_enough_rank_to_operate',
  values: { rank, have },
})
const notMet = { reason: 'error.rank.fail_to_meet_the_condition' }

describe('whether one may', () => {
  test.each([
    ['nobody asks', null, 'question.add', notMet],
    ['anybody asks', member(1), 'question.add', true],
    ['one point too few for a vote', member(7), 'question.vote_up', needs(8, 7)],
    ['enough for a vote', member(8), 'question.vote_up', true],
    ['too little to make a tag', member(749), 'tag.add', needs(750, 749)],
    ['too little to edit another’s question: how much it takes isn’t said', member(99), 'question.edit', notMet],
    ['no reputation opens pinning', member(1_000_000), 'question.pin', notMet],
    ['a moderator pins', member(1, 3), 'question.pin', true],
    ['an admin votes', member(1, 2), 'question.vote_down', true],
  ] as const)('%s', (_what, who, action, verdict) => expect(mayDo(DEFAULTS, who, action)).toEqual(verdict))

  test('owning it opens the rest', () => expect(mayDo(DEFAULTS, member(1), 'question.edit', true)).toBe(true))
  test('the admin’s own figures count at level 99 only', () => {
    const custom = { 'question.vote_up': 3 }
    expect(mayDo({ privileges: { level: 99, custom } }, member(3), 'question.vote_up')).toBe(true)
    expect(mayDo({ privileges: { level: 2, custom } }, member(3), 'question.vote_up')).toEqual(needs(8, 3))
  })
})
