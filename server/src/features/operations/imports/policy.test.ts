import { expect, test } from 'vitest'
import { renderMarkdown } from '../../../lib/markdown.ts'
import { withMentions } from './policy.ts'

const people = [
  { username: 'anna-2', display_name: 'Anna Bee' },
  { username: 'annabel', display_name: 'Annabel' },
  { username: 'bob', display_name: 'Bob O’Neil' },
]

test.each([
  ['@AnnaBee yes', '<a href="/users/anna-2" class="mention">@AnnaBee</a> yes'],
  ['@Annabel yes', '<a href="/users/annabel" class="mention">@Annabel</a> yes'],
  ['@bobo. No', '<a href="/users/bob" class="mention">@bobo</a>. No'],
  ['@Bo no', '@Bo no'],
  ['@nobody at all', '@nobody at all'],
])('%s', (text, html) =>
  expect(withMentions(renderMarkdown(text, { mode: 'comment' }).html, people)).toBe(`<p>${html}</p>`),
)
