import { expect, test } from 'vitest'
import { answerPath, linkId, parseQuestionPath, type PermalinkForm, questionPath } from './permalink.ts'

const question = { id: '10010000000000042', url_title: 'how-does-it-work' }
const answer = '10020000000000007'

test.each([
  [
    1,
    '/questions/10010000000000042/how-does-it-work',
    '/questions/10010000000000042/how-does-it-work/10020000000000007',
  ],
  [2, '/questions/10010000000000042', '/questions/10010000000000042/10020000000000007'],
  [3, '/questions/D1i2/how-does-it-work', '/questions/D1i2/how-does-it-work/E1J1'],
  [4, '/questions/D1i2', '/questions/D1i2/E1J1'],
] as [PermalinkForm, string, string][])('form %i', (form, path, toAnswer) => {
  expect(questionPath(form, question)).toBe(path)
  expect(questionPath(form, { ...question, id: linkId((5 - form) as PermalinkForm, 'question', 42) })).toBe(path)
  expect(answerPath(form, question, answer)).toBe(toAnswer)
  expect(parseQuestionPath(path)).toEqual({ question: 42, answer: null })
  expect(parseQuestionPath(toAnswer)).toEqual({ question: 42, answer: 7 })
})

test('a question without a title has a path all the same', () => {
  expect(questionPath(1, { id: question.id, url_title: '' })).toBe('/questions/10010000000000042')
  expect(answerPath(1, { id: question.id, url_title: '' }, answer)).toBe(
    '/questions/10010000000000042/10020000000000007',
  )
})

test('a title of another script is written so that any program can read it', () =>
  expect(questionPath(1, { id: question.id, url_title: 'あ' })).toBe('/questions/10010000000000042/%E3%81%82'))

test.each([
  '/questions',
  '/questions/ask',
  '/questions/10020000000000007',
  '/questions/D1i2/how/what',
  '/questions/D1i2/how/E1J1/more',
  '/tags/D1i2',
  'questions/D1i2',
])('%s is no question', (path) => expect(parseQuestionPath(path)).toBeNull())

test('a title written differently still leads to its question', () =>
  expect(parseQuestionPath('/questions/D1i2/an-old-title/')).toEqual({ question: 42, answer: null }))
