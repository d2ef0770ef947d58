import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasDraft, readDraft, storeDraft, sweepDrafts } from './draft-storage.ts'
import { dropDraft } from './drop-draft.ts'
import { browser } from './session.ts'

let stored: Record<string, string>
const week = 7 * 86_400
const now = () => Math.floor(Date.now() / 1000)
const put = (name: string, text: string, user_id = '') => (stored[`askwell_draft:${user_id}:${name}`] = text)
const logIn = (id: string | null) => {
  browser.user = id === null ? null : ({ id } as typeof browser.user)
}

beforeEach(() => {
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => void (stored[key] = text),
    removeItem: (key: string) => void delete stored[key],
  }
  stored = Object.create(methods) as Record<string, string>
  vi.stubGlobal('window', { localStorage: stored })
})
afterEach(() => {
  logIn(null)
  vi.unstubAllGlobals()
})

test('a draft comes back', () => {
  const draft = { values: { title: 'Is it?' }, saved_at: now() - week + 60 }
  put('question', JSON.stringify(draft))
  expect(readDraft('question')).toEqual(draft)
})

test('a draft that is a week old is gone, and nothing says that there is one', () => {
  put('question', JSON.stringify({ values: { title: 'Is it?' }, saved_at: now() - week }))
  expect(hasDraft('question')).toBe(false)
  expect(readDraft('question')).toBeNull()
  expect(Object.keys(stored)).toEqual([])
})

test('what nobody can read never was', () => {
  put('question', '{broken')
  expect(readDraft('question')).toBeNull()
  expect(Object.keys(stored)).toEqual([])
})

test('a draft that was sent is dropped, others stay', () => {
  put('question', JSON.stringify({ values: {}, saved_at: now() }))
  put('answer:1', JSON.stringify({ values: { content: 'So' }, saved_at: now() }))
  dropDraft('question')
  expect(readDraft('question')).toBeNull()
  expect(readDraft('answer:1')).toMatchObject({ values: { content: 'So' } })
})

test('a draft is only shown to the user who wrote it', () => {
  logIn('1')
  storeDraft('answer:1', { content: 'Between us' })
  logIn('2')
  expect(readDraft('answer:1')).toBeNull()
  dropDraft('answer:1')
  logIn(null)
  expect(readDraft('answer:1')).toBeNull()
  logIn('1')
  expect(readDraft('answer:1')).toMatchObject({ values: { content: 'Between us' } })
})

test('what was written before logging in is found after it, by nobody else later', () => {
  storeDraft('answer:1', { content: 'Before' })
  logIn('1')
  expect(hasDraft('answer:1')).toBe(true)
  logIn('2')
  expect(readDraft('answer:1')).toBeNull()
  logIn('1')
  expect(readDraft('answer:1')).toMatchObject({ values: { content: 'Before' } })
  dropDraft('answer:1')
  expect(Object.keys(stored)).toEqual([])
})

test('what is too old is removed for everybody, and nothing else', () => {
  put('answer:1', JSON.stringify({ values: {}, saved_at: now() - week }), '1')
  put('answer:2', JSON.stringify({ values: {}, saved_at: now() }), '2')
  put('question', '{broken')
  stored.askwell_token = '{other'
  sweepDrafts()
  expect(Object.keys(stored).toSorted()).toEqual(['askwell_draft:2:answer:2', 'askwell_token'])
})

test('on the server there are no drafts, and dropping one does nothing', () => {
  vi.stubGlobal('window', undefined)
  expect(() => dropDraft('question')).not.toThrow()
  expect(readDraft('question')).toBeNull()
})
