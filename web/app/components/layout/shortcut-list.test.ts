import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFirstKey, SHORTCUTS, shortcutOf } from './shortcut-list.ts'

const all = SHORTCUTS.flatMap(({ list }) => list)

test('no key has two meanings, and none is the beginning of another', () => {
  expect(new Set(all.map(({ keys }) => keys)).size).toBe(all.length)
  expect(all.filter(({ keys }) => isFirstKey(keys))).toEqual([])
  expect(isFirstKey('g')).toBe(true)
  expect(shortcutOf('g q')?.to?.()).toBe('/')
})

test.each(['en_US', 'de_DE'])('every key is named in %s', (language) => {
  const words = JSON.parse(
    readFileSync(new URL(`../../../../locales/${language}/shortcuts.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>
  for (const { name } of all) expect(words, name).toHaveProperty(`shortcut_${name}`)
})
