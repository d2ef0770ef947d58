import { objectId } from '@askwell/contract/ids.ts'
import { expect, test } from 'vitest'
import { HOUR } from '../../../lib/clock.ts'
import { hotScore, lastOf, linkedPosts, urlTitle } from './policy.ts'

const question = objectId('question', 42)
const other = objectId('question', 43)
const answer = objectId('answer', 7)
const q42 = { kind: 'question', id: 42 }

test.each([
  [`see /questions/${question}`, [q42]],
  [`see /questions/${question}.`, [q42]],
  [`[this](/questions/${question}/a-title "x")`, [q42]],
  [`**/questions/${question}**`, [q42]],
  [`like #${question}, or so`, [q42]],
  [`(#${question})`, [q42]],
  [`http://world.example/questions/${question}`, [q42]],
  [`https://world.example/questions/${question}?page=2#x`, [q42]],
  [`<https://world.example/questions/${question}>`, [q42]],
  [`/questions/${question}/a-title/${answer}`, [q42, { kind: 'answer', id: 7 }]],
  [`#${question} and #${question} and #${other}`, [q42, { kind: 'question', id: 43 }]],
  [`https://elsewhere.example/questions/${question}`, []],
  [`https://elsewhere.example/?next=/questions/${question}`, []],
  [`/tags/${question}`, []],
  [`# ${question}`, []],
  [`x#${question}`, []],
  [`#${objectId('tag', 1)} /questions/linked/1 /questions/`, []],
])('of “%s” the posts it points to are found', (text, found) => {
  expect(linkedPosts(text, 'http://world.example')).toEqual(found)
})

test('a text full of links costs no more than its length', () => {
  expect(linkedPosts(`(https://`.repeat(7000), 'http://world.example')).toEqual([])
  for (const begin of ['#', '/questions/'])
    expect(linkedPosts(`${begin}${'-'.repeat(1_000_000)}a`, 'http://world.example')).toEqual([])
  expect(
    linkedPosts(Array.from({ length: 500 }, (_, n) => `#${objectId('question', n + 1)}`).join(' '), ''),
  ).toHaveLength(100)
})

test.each([
  ['How does a zephyr form over the sea?', 'how-does-a-zephyr-form-over-the-sea'],
  ['Ça va, Noël?', 'ca-va-noel'],
  ['これは何ですか？', 'これは何ですか'],
  ['क्या हिंदी चलेगी', 'क्या-हिंदी-चलेगी'],
  ['C++ or C#?!', 'c-or-c'],
  ['??????', ''],
  ['word '.repeat(40).trim(), 'word-'.repeat(24).slice(0, -1)],
])('the title “%s” stands in an address as “%s”', (title, slug) => expect(urlTitle(title)).toBe(slug))

const asked = { status: 1, view_count: 0, answer_count: 0, score: 0, answer_score: 0, created_at: 0, active_at: 0 }

test.each([
  ['nobody has seen yet', asked, 0, 1],
  ['only a few have seen', { ...asked, view_count: 10 }, 0, 1],
  ['a hundred have seen at once', { ...asked, view_count: 100 }, 0, 1000 + Math.ceil(10_000 * 4 * Math.log(10))],
  ['has answers and votes', { ...asked, answer_count: 2, score: 5, answer_score: 3 }, 0, 101_000],
  ['is voted down', { ...asked, answer_count: 2, score: -1, view_count: 500 }, 0, -1],
  ['is closed', { ...asked, status: 2, score: 9, view_count: 500 }, 0, -1],
  ['has been left alone for three hours', { ...asked, answer_score: 8 }, 3 * HOUR, 11_000],
  [
    'was touched just now',
    { ...asked, answer_score: 8, active_at: 3 * HOUR },
    3 * HOUR,
    1000 + Math.ceil(80_000 / 2.5 ** 1.5),
  ],
  ['is older than 90 days', { ...asked, answer_score: 800, score: 7 }, 91 * 24 * HOUR, 8],
])('a question that %s has its hot score', (_, state, now, score) => expect(hotScore(state, now)).toBe(score))

test('of a site one week old, what people vote for and answer comes before what is merely new', () => {
  const week = 7 * 24 * HOUR
  const of = (hours: number, more: Partial<typeof asked>, idle = hours) =>
    hotScore({ ...asked, created_at: week - hours * HOUR, active_at: week - idle * HOUR, ...more }, week)
  const order = [
    of(5, { view_count: 30, answer_count: 2, score: 4, answer_score: 5 }, 1),
    of(30, { view_count: 80, answer_count: 3, score: 6, answer_score: 9 }, 2),
    of(100, { view_count: 60, answer_count: 1, score: 2, answer_score: 1 }),
    of(1, { view_count: 4 }),
    of(3, { view_count: 40, score: -1 }),
  ]
  expect(order.toSorted((a, b) => b - a)).toEqual(order)
})

test('what happened last is told, and at one moment the answer rather than the question', () => {
  const at = (operation_type: 'asked' | 'answered' | 'modified', active_at: number) => ({
    operator_id: 1,
    operation_type,
    active_at,
  })
  expect(lastOf([at('answered', 5), at('modified', 9), at('asked', 1)]).operation_type).toBe('modified')
  expect(lastOf([at('answered', 1), at('asked', 1)]).operation_type).toBe('answered')
})
