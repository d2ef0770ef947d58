import { describe, expect, it } from 'vitest'
import type { Pasted } from './editor-surface.ts'
import { changeForAddress, saysMore } from './paste.ts'
import { blockOf, changeForMarkdown } from './pasted-blocks.ts'

const after = (before: string, chosen: string, given: Partial<Pasted>) => {
  const selected = { text: before + chosen, from: before.length, to: before.length + chosen.length }
  const pasted = { text: '', html: '', editor: '', ...given }
  const block = saysMore(selected, pasted) ? blockOf(pasted) : null
  const change = changeForAddress(selected, pasted) ?? (block && changeForMarkdown(selected, block))
  return change && before.slice(0, change.from) + change.insert
}

describe('a paste', () => {
  it('of an address over words makes a link', () => {
    expect(after('see ', 'this', { text: 'https://example.org/a_(b)' })).toBe(
      'see [this](https://example.org/a_%28b%29)',
    )
  })
  it.each([
    ['', 'https://example.org'],
    ['https://old.example', 'https://example.org'],
    ['this', 'javascript:alert(1)'],
    ['this', 'https://example.org and more'],
    ['[this', 'https://example.org'],
  ])('over %j of %j stays what it is', (chosen, text) => {
    expect(after('see ', chosen, { text })).toBeNull()
  })
  it('of cells from a spreadsheet makes a table', () => {
    expect(after('x', '', { text: 'a\tb|c\r\n1\t2\r\n', html: '<table><tr></tr></table>' })).toBe(
      'x\n\n| a | b\\|c |\n| --- | --- |\n| 1 | 2 |\n',
    )
    expect(after('x', '', { text: 'a\tb\n1\t2', html: '' })).toBeNull()
  })
  it('of code from an editor makes a block in its language', () => {
    const editor = JSON.stringify({ version: 1, mode: 'typescript' })
    expect(after('', '', { text: 'let a\nlet b\n', editor })).toBe('```typescript\nlet a\nlet b\n```\n')
    expect(after('', '', { text: 'a = `\n````', editor })).toBe('`````typescript\na = `\n````\n`````\n')
    expect(after('', '', { text: 'one word', editor })).toBeNull()
    expect(after('', '', { text: 'a\nb', editor: 'no JSON' })).toBeNull()
  })
  it('into a block of code is only its text', () => {
    expect(after('```\n', 'word', { text: 'https://example.org' })).toBeNull()
  })
})
