import { expect, test } from 'vitest'
import { escapeHtml, unescapeHtml } from './html-entities.ts'

test('text comes back as it was, whatever it looks like', () => {
  for (const text of ['a & b', '<b>"x"</b>', '&lt;', '&amp;amp;', 'ä ß 日本', '']) {
    expect(escapeHtml(text)).not.toMatch(/[<>"]|&(?!amp;|lt;|gt;|quot;)/)
    expect(unescapeHtml(escapeHtml(text))).toBe(text)
  }
})

test('references of other kinds stay', () => expect(unescapeHtml('&nbsp;&#39;&lt;')).toBe('&nbsp;&#39;<'))
