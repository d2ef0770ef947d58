import { expect, test } from 'vitest'
import {
  type Action,
  ACTIONS,
  isAction,
  isAllowed,
  type Level,
  privilegeOf,
  PRIVILEGES,
  rankKey,
  rankNeeded,
} from './privileges.ts'

test('there are 22 privileges to configure', () => expect(Object.keys(PRIVILEGES)).toHaveLength(22))

test.each([
  ['question.add', 2, 1],
  ['question.vote_up', 1, 1],
  ['question.vote_up', 2, 8],
  ['question.vote_up', 3, 15],
  ['question.vote_up', 99, 1],
  ['answer.vote_down', 99, 125],
  ['tag.add', 2, 750],
  ['tag.audit', 3, 5000],
  ['tag.synonym', 3, 20000],
  ['question.close', 1, null],
  ['tag.merge', 3, null],
  ['vote.detail', 2, 0],
  ['comment.vote_down', 2, 1],
] as [Action, Level, number | null][])('%s at level %i needs %s', (action, level, rank) =>
  expect(rankNeeded(action, level)).toBe(rank),
)

test('own figures count at level 99 only', () => {
  expect(rankNeeded('tag.add', 99, { 'tag.add': 33 })).toBe(33)
  expect(rankNeeded('tag.add', 2, { 'tag.add': 33 })).toBe(750)
})

test.each([
  ['a member with too little', { role_id: 1, rank: 7 }, 'question.vote_up', false, false],
  ['a member with enough', { role_id: 1, rank: 8 }, 'question.vote_up', false, true],
  ['an owner', { role_id: 1, rank: 0 }, 'question.edit', true, true],
  ['a member, by role only', { role_id: 1, rank: 1_000_000 }, 'question.close', false, false],
  ['a moderator', { role_id: 3, rank: 1 }, 'question.close', false, true],
  ['an admin', { role_id: 2, rank: 1 }, 'tag.use_reserved_tag', false, true],
  ['an unknown role', { role_id: 42, rank: 1 }, 'question.pin', false, false],
] as [string, { role_id: number; rank: number }, Action, boolean, boolean][])(
  '%s: %o may %s, owning it %s: %s',
  (_, who, action, owns, may) => expect(isAllowed(who, action, { level: 2 }, owns)).toBe(may),
)

test('keys lead back to privileges', () => {
  for (const privilege of Object.keys(PRIVILEGES)) expect(privilegeOf(`rank.${privilege}`)).toBe(privilege)
  expect(rankKey('tag.add')).toBe('rank.tag.add')
  expect(privilegeOf('tag.add')).toBeUndefined()
  expect(privilegeOf('rank.question.close')).toBeUndefined()
  expect(privilegeOf('rank.constructor')).toBeUndefined()
})

test('what is no action isn’t taken for one', () => {
  expect(ACTIONS.every(isAction)).toBe(true)
  expect(isAction('toString')).toBe(false)
})
