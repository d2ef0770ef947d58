import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../../lib/actor.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'
import { canOperate } from '../policy.ts'
import { canEditQuestion, forReview, isUnused, mostAkin, questionActions, questionExtras } from './policy.ts'

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
const asker = person(1)
const question = {
  kind: 'question' as const,
  user_id: 1,
  status: 1,
  pin: 1,
  show: 1,
  deleted_by: 0,
  answer_count: 0,
  accepted_answer_id: 0,
}
const people: Record<string, Actor> = {
  asker,
  'another member': person(2),
  'one who may suggest edits': person(2, 999),
  'one who edits without review': person(2, 1000),
  'a moderator': person(2, 1, 3),
  'an admin': person(2, 1, 2),
}

test.each([
  ['asker', true, true],
  ['another member', false, false],
  ['one who may suggest edits', false, false],
  ['one who edits without review', true, false],
  ['a moderator', true, true],
  ['an admin', true, true],
])('%s may edit a question: %s, delete it: %s', (name, edits, deletes) => {
  expect(canEditQuestion(settings, people[name]!, question) === true).toBe(edits)
  expect(canOperate('delete', people[name]!, question) === true).toBe(deletes)
})

describe('an asker may delete a question', () => {
  test.each([
    ['without answers', 0, [], true],
    ['with one answer that nobody voted for', 0, [0], true],
    ['with one answer voted down', 0, [-2], true],
    ['with one answer voted up', 0, [1], false],
    ['with two answers', 0, [0, 0], false],
    ['with an accepted answer', 9, [0], false],
  ])('%s', (_, accepted_answer_id, scores, unused) =>
    expect(
      isUnused(
        { ...question, accepted_answer_id },
        scores.map((score) => ({ score })),
      ),
    ).toBe(unused),
  )
})

const names = (viewer: Actor | null, state: Partial<typeof question> = {}, deletable = true) =>
  questionActions(settings, viewer, { ...question, ...state }, deletable).map(({ action }) => action)

test('the page offers what would succeed, and nothing to anonymous visitors', () => {
  expect(names(null)).toEqual([])
  expect(names(asker)).toEqual(['report', 'edit', 'delete'])
  expect(names(asker, {}, false)).toEqual(['report', 'edit'])
  expect(names(asker, { status: 10, deleted_by: 9 })).toEqual([])
  expect(names(asker, { status: 10, deleted_by: 1 })).toEqual(['undelete'])
  expect(names(people['another member']!, {}, false)).toEqual(['report'])
  expect(names(people['a moderator']!, {}, false)).toEqual(['report', 'edit', 'close', 'pin', 'hide', 'delete'])
  expect(names(people['a moderator']!, { status: 2, pin: 2 }, false)).toEqual([
    'report',
    'edit',
    'reopen',
    'unpin',
    'delete',
  ])
  expect(names(people['a moderator']!, { status: 10 }, false)).toEqual(['undelete'])
  expect(names(people['an admin']!, { status: 10 }, false)).toEqual(['undelete', 'erase'])
})

test('inviting someone to answer takes reputation, of the asker too, or a role; and a question that is open', () => {
  const open = { user_id: 9, status: 1 }
  expect(questionExtras(settings, null, open)).toEqual([])
  expect(questionExtras(settings, person(2, 499), open)).toEqual([])
  expect(questionExtras(settings, person(9, 1), open)).toEqual([])
  expect(questionExtras(settings, person(2, 500), open)).toEqual([
    { action: 'invite_other_to_answer', type: 'confirm' },
  ])
  expect(questionExtras(settings, people['a moderator']!, open)).toHaveLength(1)
  expect(questionExtras(settings, people['a moderator']!, { ...open, status: 2 })).toEqual([])
})

test('reviewers get a new question as it will be kept', () => {
  const text = { parsed_text: '<p>Look.</p>', links: ['https://elsewhere.example'] }
  expect(forReview({ title: '  How so? ', content: 'Look.', text, tags: [{ slug_name: 'winds' }] })).toEqual({
    object_type: 'question',
    title: 'How so?',
    content: 'Look.',
    html: '<p>Look.</p>',
    tags: ['winds'],
    links: ['https://elsewhere.example'],
  })
})

test('of questions that share a tag those are most akin that share words which few others have', () => {
  const words = (text: string) => new Set(text.split(' '))
  const others = [
    { id: 1, shared: 1, words: words('beer is cold') },
    { id: 2, shared: 1, words: words('beer with vinegar') },
    { id: 3, shared: 2, words: words('beer') },
  ]
  expect(mostAkin({ tags: 2, words: words('beer of vinegar') }, others)).toEqual([2, 3, 1])
  expect(mostAkin({ tags: 2, words: words('something else') }, others)).toEqual([3, 1, 2])
})
