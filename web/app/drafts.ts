import { DRAFT_SAVE_DELAY, DRAFT_SEND_DELAY } from '@askwell/contract/limits.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { isSame, keyOf, readDraft, removeDraft, storeDraft, type StoredDraft, type Values } from './draft-storage.ts'
import { dropDraft, forgetDraft, listeners } from './drop-draft.ts'
import { fetchDraft, isShared, reconcile, sendDraft } from './server-drafts.ts'
import { type FocusPlace, focusIn, restoreFocus } from './focus-in-form.ts'
import type { FieldOf, Outcome } from './forms.tsx'
import { storage } from './session.ts'

// Unsaved text, stored on the device, and for members on the server as well.

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
      !['hidden', 'checkbox', 'radio'].includes(field.type) &&
      field.value !== field.defaultValue,
  )

/** Whether the form holds what was just sent without scripts, and refused. */
const isBack = (written: Values, refused: Values | undefined) =>
  Object.entries(written).some(([name, text]) => text.trim() !== '' && text === refused?.[name])

/** What a form says of its draft, and offers (DraftNote). */
export interface DraftState {
  saved_at: number | null
  /** There is a draft that was thrown away a moment ago. */
  discarded: boolean
  /** There is another text, of another device or tab, or one that gave way to that. */
  elsewhere: boolean
  /** The server has it too. */
  shared: boolean
  /** The server has no more room for it. */
  full: boolean
  /** Another tab has stored it since this one did. */
  other_tab: boolean
  discard: () => void
  /** Shows the other text, or what was thrown away. */
  undo: () => void
  /** The other text isn't wanted. */
  keepThis: () => void
}

/**
 * Keeps the text of a form while it is written, after each pause of three seconds and when one leaves, and brings it back the next time.
 * Give the form `ref={form}`, `key={version}` and `onInput={keep}`, and pass its fields through `begin`.
 * `edits`: the form begins with a text that there is; an empty field of its draft was emptied on purpose.
 */
export function useDraft(name: string, fields: string[], edits = false) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sendTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The form, while what is typed in it isn't stored yet; it can still be read when its page is gone. */
  const written = useRef<HTMLFormElement>(null)
  const [opened, setOpened] = useState<{ version: number; values: Values }>({ version: 0, values: {} })
  const [saved_at, setSavedAt] = useState<number | null>(null)
  const [unsaved, setUnsaved] = useState(false)
  /** What can be had back; a draft that was typed over before it could be shown is offered until it is taken. */
  const [thrown, setThrown] = useState<{ values: Values; typedOver: boolean; elsewhere?: boolean } | null>(null)
  /** What the server has of another device: nothing is saved over it before one has chosen. */
  const newer = useRef<StoredDraft>(undefined)
  /** What this tab has shown or stored last; what else is stored is another tab's. */
  const seen = useRef<Values>(undefined)
  const [shared, setShared] = useState(false)
  const [full, setFull] = useState(false)
  const [otherTab, setOtherTab] = useState(false)
  const outcome = useActionData() as Outcome | undefined
  /** As the page was sent. */
  const [refused] = useState(outcome?.ok === false ? outcome.values : undefined)
  const focus = useRef<FocusPlace>(undefined)
  /** Until another form is there, one can still go to a field of this one. */
  const following = useRef<AbortController>(undefined)
  const wanted = fields.join()

  /** As another form, which has the focus where this one had it: without it, what is typed next would be shortcuts. */
  const reopen = useCallback((values: Values) => {
    const follow = () => {
      focus.current = focusIn(form.current)
    }
    follow()
    following.current?.abort()
    following.current = new AbortController()
    document.addEventListener('focusin', follow, { signal: following.current.signal })
    setOpened(({ version }) => ({ version: version + 1, values }))
  }, [])
  useLayoutEffect(() => {
    following.current?.abort()
    restoreFocus(form.current, focus.current)
    focus.current = undefined
    // A letter that still went into the form before is no text of its own.
    if (!written.current || written.current === form.current) return
    written.current = null
    clearTimeout(timer.current)
    clearTimeout(sendTimer.current)
    sendTimer.current = undefined
  }, [opened.version])
  const storeSeen = useCallback(
    (values: Values, more?: Parameters<typeof storeDraft>[2]) => {
      seen.current = values
      const stored = storeDraft(name, values, more)
      setSavedAt(stored?.saved_at ?? null)
      return stored
    },
    [name],
  )
  const ofOtherTab = useCallback(() => {
    const stored = readDraft(name)
    return stored && !(seen.current && isSame(stored.values, seen.current)) ? stored : null
  }, [name])
  const store = useCallback(() => {
    clearTimeout(timer.current)
    if (!written.current) return
    const values = typed(written.current, wanted.split(','))
    written.current = null
    // Whoever types what the other text says has nothing left to choose.
    const reached = newer.current && isSame(newer.current.values, values) ? newer.current : undefined
    if (reached) {
      newer.current = undefined
      setShared(true)
    }
    const empty = isEmpty(values)
    const theirs = ofOtherTab()
    const other = theirs && !isSame(theirs.values, values) ? theirs.values : undefined
    if (empty) {
      // The other text is a draft still.
      const left = theirs ? undefined : readDraft(name)?.other
      if (left) storeDraft(name, left, { other: undefined })
      else if (!theirs) forgetDraft(name)
      setSavedAt(null)
    }
    const stored = empty ? null : storeSeen(values, { ...reached, ...(other && { other }) })
    setThrown((now) => (now?.elsewhere && isSame(now.values, values) ? null : now))
    if (stored && other) setThrown((now) => now ?? { values: other, typedOver: true, elsewhere: true })
    setOtherTab(false)
    setUnsaved(!empty && !stored)
  }, [name, wanted, ofOtherTab, storeSeen])

  /** To the server, however long one goes on typing. */
  const send = useCallback(() => {
    clearTimeout(sendTimer.current)
    sendTimer.current = undefined
    store()
    if (newer.current) return
    void sendDraft(name).then((sent) => {
      setShared(sent === 'saved')
      setFull(sent === 'full')
      if (typeof sent === 'string') return
      newer.current = sent.newer
      setThrown({ values: sent.newer.values, typedOver: true, elsewhere: true })
    })
  }, [name, store])

  const keep = useCallback(() => {
    written.current = form.current
    if (!storage()) setUnsaved(true)
    setThrown((now) => (now?.typedOver ? now : null))
    clearTimeout(timer.current)
    timer.current = setTimeout(store, DRAFT_SAVE_DELAY)
    if (isShared(name) && sendTimer.current === undefined) sendTimer.current = setTimeout(send, DRAFT_SEND_DELAY)
  }, [name, store, send])

  /** Once the server has answered, unless somebody writes already: then the other text is offered. */
  const settle = useCallback(
    (server: StoredDraft | null) => {
      if (server && written.current && isSame(typed(written.current, wanted.split(',')), server.values)) store()
      const device = readDraft(name)
      const found = reconcile(device, server)
      const isWritten = written.current !== null || isTyped(form.current)
      const rival = found.show === 'device' ? found.newer : found.show === 'server' && isWritten ? server! : undefined
      const offered = rival?.values ?? (found.show === 'server' ? found.offer : device?.other)
      newer.current = rival
      if (offered) setThrown((now) => (now && !rival ? now : { values: offered, typedOver: true, elsewhere: true }))
      if (found.show === 'device' && device && server && !found.send && !rival)
        storeDraft(name, device.values, {
          saved_at: device.saved_at,
          based_on: server.based_on,
          sent: true,
          sending: undefined,
        })
      if (isWritten && !(device && server && isSame(device.values, server.values))) return
      if (found.show === 'nothing') {
        // Sent or thrown away elsewhere, or gone from the server for another reason: it can be had back.
        if (device) setThrown({ values: device.values, typedOver: false, elsewhere: true })
        removeDraft(name)
        reopen({})
        setSavedAt(null)
      } else if (found.show === 'server') {
        storeSeen(server!.values, server!)
        reopen(server!.values)
      }
      setShared(server !== null && found.show !== 'nothing' && !rival)
      if (found.show === 'device' && found.send) send()
    },
    [name, wanted, reopen, store, send, storeSeen],
  )

  const startOver = useCallback(() => {
    clearTimeout(timer.current)
    clearTimeout(sendTimer.current)
    sendTimer.current = undefined
    written.current = null
    newer.current = undefined
    seen.current = undefined
    // Where there was a text before, the form already holds what has just been saved; the page around it may not know that yet.
    if (!edits) {
      reopen({})
      // What was sent says itself where the focus goes.
      if (focus.current !== 'draft') focus.current = undefined
    }
    setSavedAt(null)
    setUnsaved(false)
    setThrown(null)
    setShared(false)
    setFull(false)
  }, [edits, reopen])

  useEffect(() => {
    const stored = readDraft(name)
    newer.current = undefined
    seen.current = undefined
    const now = typed(form.current, wanted.split(','))
    // Somebody who began to type, or sent something, before the scripts ran has a new text.
    if (isTyped(form.current) || isBack(now, refused)) {
      keep()
      const isStored = stored !== null && isSame(stored.values, now)
      setThrown(stored && !isStored ? { values: stored.values, typedOver: true } : null)
    } else if (stored) {
      seen.current = stored.values
      reopen(stored.values)
      setSavedAt(stored.saved_at)
    }
    let isOpen = true
    void fetchDraft(name).then((server) => {
      if (isOpen && server !== undefined) settle(server)
    })
    const left = () => {
      if (sendTimer.current) send()
      else store()
    }
    const mine = listeners.get(name) ?? new Set()
    listeners.set(name, mine.add(startOver))
    // What was sent or thrown away in another tab isn't stored again by this one.
    const changedElsewhere = ({ key, newValue }: StorageEvent) => {
      if (key !== keyOf(name)) return
      setOtherTab(newValue !== null)
      if (newValue !== null) return
      clearTimeout(timer.current)
      clearTimeout(sendTimer.current)
      sendTimer.current = undefined
      written.current = null
      setSavedAt(null)
    }
    window.addEventListener('storage', changedElsewhere)
    // A tab that is hidden may never be shown again.
    window.addEventListener('pagehide', left)
    document.addEventListener('visibilitychange', left)
    window.addEventListener('online', send)
    return () => {
      isOpen = false
      left()
      mine.delete(startOver)
      window.removeEventListener('storage', changedElsewhere)
      window.removeEventListener('pagehide', left)
      document.removeEventListener('visibilitychange', left)
      window.removeEventListener('online', send)
    }
  }, [name, wanted, refused, store, send, settle, keep, reopen, startOver])

  const draft: DraftState = {
    saved_at,
    discarded: thrown !== null && !thrown.elsewhere,
    elsewhere: thrown?.elsewhere === true,
    shared,
    full,
    other_tab: otherTab,
    discard() {
      const values = typed(form.current, wanted.split(','))
      if (ofOtherTab()) startOver()
      else dropDraft(name)
      if (edits) reopen({})
      setThrown({ values, typedOver: false })
    },
    undo() {
      const { values, typedOver, elsewhere } = thrown!
      const now = typed(form.current, wanted.split(','))
      const other = typedOver && !isEmpty(now) ? now : undefined
      clearTimeout(timer.current)
      written.current = null
      reopen(values)
      storeSeen(values, { ...newer.current, other })
      newer.current = undefined
      setThrown(other ? { values: other, typedOver, elsewhere } : null)
      send()
    },
    keepThis() {
      store()
      const stored = readDraft(name)
      if (stored)
        storeSeen(typed(form.current, wanted.split(',')), {
          saved_at: stored.saved_at,
          based_on: newer.current?.based_on ?? stored.based_on,
          other: undefined,
        })
      newer.current = undefined
      setThrown(null)
      send()
    },
  }

  /** The initial values of the fields: the draft, or else what the page says. */
  const begin = (field: FieldOf): FieldOf =>
    opened.version === 0
      ? field
      : (name, before) => {
          const draft = opened.values[name]
          const own = String(before ?? '')
          return { ...field(name), defaultValue: edits ? (draft ?? own) : draft || own }
        }

  /** `unsaved`: there is a text that the device couldn't keep. `store` keeps it at once. */
  return { form, keep, store, unsaved, version: opened.version, begin, draft }
}
