import { ROLE } from '@askwell/contract/roles.ts'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../lib/actor.ts'
import { canDeleteComment, canEditComment } from './policy.ts'

const person = (id: number, role_id: number = ROLE.user): Actor => ({
  id,
  role_id,
  username: `person${id}`,
  display_name: `Person ${id}`,
  rank: 1,
  status: 1,
  mail_status: 1,
  language: '',
})
const [author, stranger, moderator] = [person(1), person(2), person(3, ROLE.moderator)]
const comment = { user_id: author.id, created_at: 1000 }
const met = (verdict: ReturnType<typeof canEditComment>) => (verdict === true ? 'yes' : verdict.reason)

describe('a comment can be edited', () => {
  test.each([
    { who: 'its author at once', actor: author, now: 1000, verdict: 'yes' },
    { who: 'its author after five minutes', actor: author, now: 1300, verdict: 'yes' },
    { who: 'its author later', actor: author, now: 1301, verdict: 'error.comment.edit_time_over' },
    { who: 'another member', actor: stranger, now: 1000, verdict: 'error.rank.fail_to_meet_the_condition' },
    { who: 'a moderator at any time', actor: moderator, now: 9_000_000, verdict: 'yes' },
  ])('by $who: $verdict', ({ actor, now, verdict }) => {
    expect(met(canEditComment(actor, comment, now))).toBe(verdict)
  })
})

describe('a comment can be deleted', () => {
  test.each([
    { who: 'its author', actor: author, verdict: 'yes' },
    { who: 'another member', actor: stranger, verdict: 'error.rank.fail_to_meet_the_condition' },
    { who: 'a moderator', actor: moderator, verdict: 'yes' },
  ])('by $who: $verdict', ({ actor, verdict }) => {
    expect(met(canDeleteComment(actor, comment))).toBe(verdict)
  })
})
