import { describe, expect, test } from 'vitest'
import { partsOf } from './line-parts.ts'

const textsOf = (text: string) => partsOf(text, 2).map((part) => part.text)

describe('many lines go in parts', () => {
  test.each([
    ['', []],
    ['\n\n', []],
    ['a', ['a']],
    ['a\nb', ['a\nb']],
    ['a\nb\nc', ['a\nb', 'c']],
    ['a\n\nb\n\nc\n', ['a\n\nb', '\nc\n']],
    ['a\r\nb\r\nc', ['a\nb', 'c']],
    ['\na\nb', ['\na\nb']],
  ])('%j is %j', (text, parts) => expect(textsOf(text)).toEqual(parts))

  test('no line is lost, none comes twice, and each part says how many it has', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `Name ${n}, mail${n}@example.com, password-${n}`)
    const parts = partsOf(lines.join('\n'))
    expect(
      parts
        .map(({ text }) => text)
        .join('\n')
        .split('\n'),
    ).toEqual(lines)
    expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(5000)
    expect(Math.max(...parts.map(({ count }) => count))).toBe(40)
  })
})
