import { expect, test } from 'vitest'
import { duration } from '../reference/markdown.ts'
import { referencePages } from '../reference/pages.ts'
import { englishOf, staleReference } from './reference.ts'

const pages = referencePages((key) => key)
const asFiles = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [`docs/reference/${name}`, text]))

test('pages are fresh as they were made', () => {
  expect(staleReference(asFiles(pages), pages)).toEqual([])
})

test('a page that is missing, changed by hand or made by nothing is named', () => {
  const { 'limits.md': limits, ...rest } = pages
  expect(staleReference(asFiles(rest), pages)).toEqual(['docs/reference/limits.md is out of date: npm run reference'])
  expect(staleReference(asFiles({ ...pages, 'limits.md': limits.replace('150', '200') }), pages)).toHaveLength(1)
  expect(staleReference(asFiles({ ...pages, 'badges.md': '' }), pages)).toEqual([
    'docs/reference/badges.md is made by nothing',
  ])
})

test('pages say the figures and the messages of the site', () => {
  expect(pages['privileges.md']).toContain('| privileges.tag.add | 1 | 750 | 1,500 | `tag.add` |')
  expect(pages['reputation.md']).toContain('| A vote down on an answer | -2 | -1 |')
  expect(pages['limits.md']).toContain('| Title of a question | 6 to 150 | `TITLE` |')
  expect(pages['permalinks.md']).toContain('`/questions/10010000000000042/where-do-herons-sleep`')
})

test('a message that is not there is an error', () => {
  const say = englishOf(new Map([['locales/en_US/tags.json', '{"one": "One tag"}']]))
  expect(say('tags.one')).toBe('One tag')
  expect(() => say('tags.two')).toThrow('no message tags.two')
})

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [600, '10 minutes'],
  [86_400, '1 day'],
  [180 * 86_400, '180 days'],
])('%s seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})
