import { DRAFT_DAYS, DRAFT_SAVE_DELAY } from '@askwell/contract/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, KEY, listeners, storage } from './draft-storage.ts'
import type { FieldOf } from './forms.tsx'

// Unsaved text, kept on the device.

const DAY = 86_400

export type Values = Record<string, string>
export interface StoredDraft {
  values: Values
  saved_at: number
}

const now = () => Math.floor(Date.now() / 1000)

/** A stored draft; older than a week or unreadable is the same as none. */
export const readDraft = (name: string): StoredDraft | null => {
  try {
    const kept = JSON.parse(storage()?.getItem(KEY + name) ?? 'null') as StoredDraft | null
    if (kept && now() - kept.saved_at < DRAFT_DAYS * DAY) return kept
    storage()?.removeItem(KEY + name)
  } catch {
    storage()?.removeItem(KEY + name)
  }
  return null
}

const keepDraft = (name: string, values: Values): StoredDraft | null => {
  const kept = { values, saved_at: now() }
  try {
    storage()?.setItem(KEY + name, JSON.stringify(kept))
    return kept
  } catch {
    return null // the device's storage is full
  }
}

const typed = (form: HTMLFormElement | null, fields: string[]): Values =>
  form
    ? Object.fromEntries(
        [...new FormData(form)].filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && fields.includes(entry[0]),
        ),
      )
    : {}

const isEmpty = (values: Values) => Object.values(values).every((text) => text.trim() === '')

/** Whether somebody typed before the scripts ran: a field holds something else than the page was sent with. */
const isTyped = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.type !== 'hidden' &&
      field.value !== field.defaultValue,
  )

/**
 * Keeps the text of a form while it is written, after each pause of three seconds, and brings it back the next time.
 * Give the form `ref={form}`, `key={version}` and `onInput={keep}`, and pass its fields through `begin`.
 * `edits`: the form begins with a text that there is, and begins with it again when the draft is thrown away.
 */
export function useDraft(name: string, fields: string[], edits = false) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [opened, setOpened] = useState<{ version: number; values: Values }>({ version: 0, values: {} })
  const [saved_at, setSavedAt] = useState<number | null>(null)
  const [dirty, setDirty] = useState(false)
  const wanted = fields.join()

  useEffect(() => {
    const reopen = (values: Values) => setOpened(({ version }) => ({ version: version + 1, values }))
    const kept = readDraft(name)
    // Somebody who began to type before the scripts ran has a new text.
    if (kept && (edits ? !isTyped(form.current) : isEmpty(typed(form.current, wanted.split(','))))) {
      reopen(kept.values)
      setSavedAt(kept.saved_at)
    }
    const dropped = () => {
      clearTimeout(timer.current)
      reopen({})
      setSavedAt(null)
      setDirty(false)
    }
    const mine = listeners.get(name) ?? new Set()
    listeners.set(name, mine.add(dropped))
    return () => {
      clearTimeout(timer.current)
      mine.delete(dropped)
    }
  }, [name, wanted, edits])

  const keep = useCallback(() => {
    setDirty(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const values = typed(form.current, wanted.split(','))
      if (!isEmpty(values)) return setSavedAt(keepDraft(name, values)?.saved_at ?? null)
      storage()?.removeItem(KEY + name)
      setSavedAt(null)
      setDirty(false)
    }, DRAFT_SAVE_DELAY)
  }, [name, wanted])

  /** The initial values of the fields: the draft, empty after it was discarded, else what the page says. */
  const begin = (field: FieldOf): FieldOf =>
    opened.version === 0
      ? field
      : (name, before) => ({ ...field(name), defaultValue: opened.values[name] ?? String((edits && before) || '') })

  return { form, keep, dirty, saved_at, version: opened.version, begin, discard: () => dropDraft(name) }
}
