import { describe, expect, test } from 'vitest'
import type { Member } from '../../lib/member.ts'
import type { SiteSettings } from '../site/views.ts'
import { canDeleteQuestion, canEditQuestion, isUnused, questionActions, questionExtras } from './policy.ts'

const settings = { privileges: { level: 2, custom: {} } } as unknown as SiteSettings
const person = (id: number, rank = 1, role_id = 1): Member => ({ id, rank, role_id, username: '', display_name: '', status: 1, mail_status: 1, language: '' })
const asker = person(1)
const question = { user_id: 1, status: 1, answer_count: 0, accepted_answer_id: 0 }
const people: Record<string, Member> = { asker, 'another member': person(2), 'one who may suggest edits': person(2, 999), 'one who edits without review': person(2, 1000), 'a moderator': person(2, 1, 3), 'an admin': person(2, 1, 2) }

test.each([
  ['asker', true, true], ['another member', false, false], ['one who may suggest edits', false, false],
  ['one who edits without review', true, false], ['a moderator', true, true], ['an admin', true, true],
])('%s may edit a question: %s, delete it: %s', (name, edits, deletes) => {
  expect(canEditQuestion(settings, people[name]!, question) === true).toBe(edits)
  expect(canDeleteQuestion(people[name]!, question) === true).toBe(deletes)
})

describe('an asker may delete a question', () => {
  test.each([
    ['without answers', 0, [], true],
    ['with one answer that nobody voted for', 0, [0], true],
    ['with one answer voted down', 0, [-2], true],
    ['with one answer voted up', 0, [1], false],
    ['with two answers', 0, [0, 0], false],
    ['with an accepted answer', 9, [0], false],
  ])('%s', (_, accepted_answer_id, scores, unused) => expect(isUnused({ ...question, accepted_answer_id }, scores.map((score) => ({ score })))).toBe(unused))
})

const names = (viewer: Member | null, state: Partial<typeof question> = {}, deletable = true) => questionActions(settings, viewer, { ...question, ...state }, deletable).map(({ action }) => action)

test('the page offers what would succeed, and nothing to strangers', () => {
  expect(names(null)).toEqual([])
  expect(names(asker)).toEqual(['report', 'edit', 'delete'])
  expect(names(asker, {}, false)).toEqual(['report', 'edit'])
  expect(names(asker, { status: 10 })).toEqual(['report'])
  expect(names(people['another member']!, {}, false)).toEqual(['report'])
})

test('inviting someone to answer takes reputation, or a role', () => {
  expect(questionExtras(settings, null)).toEqual([])
  expect(questionExtras(settings, person(2, 499))).toEqual([])
  expect(questionExtras(settings, person(2, 500))).toEqual([{ action: 'invite_other_to_answer', type: 'confirm' }])
  expect(questionExtras(settings, people['a moderator']!)).toHaveLength(1)
})
