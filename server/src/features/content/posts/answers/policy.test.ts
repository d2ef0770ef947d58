import { expect, test } from 'vitest'
import type { Actor } from '../../../../lib/actor.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'
import { canOperate } from '../policy.ts'
import { answerActions, canAccept, canEditAnswer, isUnused } from './policy.ts'

const settings = { privileges: { level: 2, custom: {} } } as unknown as SiteSettings
const person = (id: number, rank = 1, role_id = 1): Actor => ({
  id,
  rank,
  role_id,
  username: '',
  display_name: '',
  status: 1,
  mail_status: 1,
  language: '',
})
const question = { user_id: 1, status: 1, accepted_answer_id: 0 }
const answer = { kind: 'answer' as const, id: 5, user_id: 2, status: 1, pin: 1, show: 1, deleted_by: 0, score: 0 }

test.each([
  ['the one who answered', person(2), true, true, false],
  ['the asker', person(1), false, false, true],
  ['another member with all reputation there is', person(3, 1_000_000), true, false, false],
  ['another member who may suggest edits', person(3, 999), false, false, false],
  ['a moderator', person(3, 1, 3), true, true, true],
  ['an admin', person(3, 1, 2), true, true, true],
])('%s may edit an answer: %4$s, delete it: %5$s, accept it: %6$s', (_, actor, edits, deletes, accepts) => {
  expect(canEditAnswer(settings, actor, answer) === true).toBe(edits)
  expect(canOperate('delete', actor, answer) === true).toBe(deletes)
  expect(canAccept(actor, question) === true).toBe(accepts)
})

test.each([
  ['nobody voted for', 0, 0, true],
  ['was voted down', -3, 0, true],
  ['was voted up', 1, 0, false],
  ['is accepted', 0, 5, false],
  ['stands beside an accepted one', 0, 6, true],
])('its author may delete an answer that %s', (_, score, accepted_answer_id, unused) =>
  expect(isUnused({ ...answer, score }, { accepted_answer_id })).toBe(unused),
)

const names = (viewer: Actor | null, state: Partial<typeof answer> = {}, asked: Partial<typeof question> = {}) =>
  answerActions(settings, viewer, { ...answer, ...state }, { ...question, ...asked }).map(({ action }) => action)

test('the page offers what would succeed, and nothing to anonymous visitors', () => {
  expect(names(null)).toEqual([])
  expect(names(person(2))).toEqual(['report', 'edit', 'delete'])
  expect(names(person(2), { score: 2 })).toEqual(['report', 'edit'])
  expect(names(person(2), { status: 10, deleted_by: 9 })).toEqual([])
  expect(names(person(2), { status: 10, deleted_by: 2 })).toEqual(['undelete'])
  expect(names(person(2), {}, { status: 10 })).toEqual([])
  expect(names(person(1))).toEqual(['report'])
  expect(names(person(9, 1, 3), { score: 2 })).toEqual(['report', 'edit', 'delete'])
})
