import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropDraft } from './draft-storage.ts'
import { readDraft } from './drafts.ts'

const kept = new Map<string, string>()
const week = 7 * 86_400
const now = () => Math.floor(Date.now() / 1000)
const keep = (name: string, text: string) => kept.set(`askwell_draft:${name}`, text)

beforeEach(() => {
  kept.clear()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a draft comes back', () => {
  const draft = { values: { title: 'Is it?' }, saved_at: now() - week + 60 }
  keep('question', JSON.stringify(draft))
  expect(readDraft('question')).toEqual(draft)
})

test('a draft that is a week old is gone', () => {
  keep('question', JSON.stringify({ values: { title: 'Is it?' }, saved_at: now() - week }))
  expect(readDraft('question')).toBeNull()
  expect(kept.size).toBe(0)
})

test('what nobody can read never was', () => {
  keep('question', '{broken')
  expect(readDraft('question')).toBeNull()
  expect(kept.size).toBe(0)
})

test('a draft that was sent is dropped, others stay', () => {
  keep('question', JSON.stringify({ values: {}, saved_at: now() }))
  keep('answer:1', JSON.stringify({ values: { content: 'So' }, saved_at: now() }))
  dropDraft('question')
  expect(readDraft('question')).toBeNull()
  expect(readDraft('answer:1')).toMatchObject({ values: { content: 'So' } })
})

test('on the server there are no drafts, and dropping one does nothing', () => {
  vi.stubGlobal('window', undefined)
  expect(() => dropDraft('question')).not.toThrow()
  expect(readDraft('question')).toBeNull()
})
