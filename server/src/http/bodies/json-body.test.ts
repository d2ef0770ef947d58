import { describe, expect, test, vi } from 'vitest'
import type { AppError } from '../../lib/errors.ts'
import { readJson } from './json-body.ts'

const list = (count: number, one: string) => `[${Array.from({ length: count }, () => one).join(',')}]`

describe('what a call brings', () => {
  test.each<[string, string]>([
    ['many names', `{${Array.from({ length: 36_000 }, (_, n) => `"name${n}":1`).join(',')}}`],
    ['many numbers', list(240_000, '1')],
    ['many objects', list(20_000, '{}')],
    ['much in each other', `${'['.repeat(80_000)}${']'.repeat(80_000)}`],
    ['much that is not closed', '['.repeat(500_000)],
    ['much behind a text', `["\\\\\\"", ${list(11_000, '1')}]`],
  ])('is not parsed where it is %s', (_, body) => {
    const parse = vi.spyOn(JSON, 'parse')
    expect(() => readJson(body)).toThrow(expect.objectContaining({ kind: 'bad' }) as AppError)
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  test('may be a long text of any kind, and long lists', () => {
    for (const text of ['{"a":[1,2]},'.repeat(5000), '"\\",'.repeat(20_000), '\\'.repeat(99_999)])
      expect(readJson(JSON.stringify({ text }))).toEqual({ text })
    expect(readJson(list(2000, '{"slug_name":"a","display_name":"b"}'))).toHaveLength(2000)
    expect(readJson('')).toBeUndefined()
  })

  test.each(['{', '"', '"\\', '[1,]', 'x'])('that is broken is refused: %s', (body) =>
    expect(() => readJson(body)).toThrow(expect.objectContaining({ kind: 'bad' }) as AppError),
  )
})
