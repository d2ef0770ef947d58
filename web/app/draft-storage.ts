import { DRAFT_DAYS } from '@askwell/contract/limits.ts'
import { browser, storage } from './session.ts'

// Drafts on the device, separate from the code that saves them: a reader of a question may delete one and needs no more.

export type Values = Record<string, string>
export interface StoredDraft {
  values: Values
  saved_at: number
  /** The version of the server's that it was written from. */
  based_on?: string
  /** The server has these very values. */
  sent?: boolean
  /** What was sent and not answered: the server may have it. */
  sending?: Values
  /** Another text of this draft, from another device or tab, until its writer has chosen. */
  other?: Values
}

const PREFIX = 'askwell_draft:'
const DAY = 86_400
const now = () => Math.floor(Date.now() / 1000)

/** Several users may share a browser; visitors have drafts of their own. */
export const keyOf = (name: string, user_id = browser.user?.id ?? '') => `${PREFIX}${user_id}:${name}`

/** Older than a week or unreadable is the same as none. */
const readKey = (key: string): StoredDraft | null => {
  try {
    const stored = JSON.parse(storage()?.getItem(key) ?? 'null') as StoredDraft | null
    if (stored && now() - stored.saved_at < DRAFT_DAYS * DAY) return stored
  } catch {
    // what can't be read is removed as well
  }
  storage()?.removeItem(key)
  return null
}

/** A stored draft. What a visitor wrote before logging in belongs to whoever logs in first. */
export const readDraft = (name: string): StoredDraft | null => {
  if (typeof window === 'undefined') return null
  const own = readKey(keyOf(name))
  if (own || !browser.user) return own
  const before = readKey(keyOf(name, ''))
  if (before && storeDraft(name, before.values, before)) storage()?.removeItem(keyOf(name, ''))
  return before
}

/** What is known beside the values stays known while one writes on. */
export const storeDraft = (
  name: string,
  values: Values,
  more: Partial<Omit<StoredDraft, 'values'>> = {},
): StoredDraft | null => {
  const { sent: _, ...known } = readKey(keyOf(name)) ?? {}
  const stored: StoredDraft = { ...known, saved_at: now(), ...more, values }
  if (stored.other && isSame(stored.other, values)) delete stored.other
  try {
    storage()?.setItem(keyOf(name), JSON.stringify(stored))
    return stored
  } catch {
    return null // the device's storage is full
  }
}

export const isSame = (one: Values, other: Values) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (field) => (one[field] ?? '') === (other[field] ?? ''),
  )

export const removeDraft = (name: string) => {
  storage()?.removeItem(keyOf(name))
  storage()?.removeItem(keyOf(name, ''))
}

/** Whether there is one: to say so, before its form is opened. */
export const hasDraft = (name: string) => readDraft(name) !== null

/** Removes what is too old, whoever wrote it: its form may never be opened again. */
export const sweepDrafts = () => {
  for (const key of Object.keys(storage() ?? {})) if (/^askwell_(draft|dropped):/.test(key)) readKey(key)
}
if (typeof window !== 'undefined') sweepDrafts()
