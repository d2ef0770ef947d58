import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const TOP = join(import.meta.dirname, '..')
const lines = readFileSync(join(TOP, 'docs/threats.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))

test('every threat and every fault of the list is there once', () => {
  const numbers = lines.map((line) => /^- ([TF]-\d+) /.exec(line)?.[1])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect([
    numbers.filter((number) => number?.startsWith('T')).length,
    numbers.filter((number) => number?.startsWith('F')).length,
  ]).toEqual([105, 46])
})

test('each has tests that exist, or says what it waits for, or that it is open', () => {
  const wrong = lines.filter((line) => {
    if (/: (waits|open): \S/.test(line)) return false
    const tests = [...line.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
    return !tests.length || !tests.every((path) => /\.(test|spec)\.ts$/.test(path) && existsSync(join(TOP, path)))
  })
  expect(wrong).toEqual([])
})
