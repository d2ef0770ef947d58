import { deleteDraft, draft, parseDraftName, saveDraft } from '@askwell/contract/drafts.ts'
import { readDraft, type StoredDraft, storeDraft, type Values } from './draft-storage.ts'
import { browser, call } from './session.ts'

// Drafts on the server, so that one goes on at another device. What can't reach it stays on the device, and goes with the next change.

/** Drafts of members that the server takes; others stay on their device. */
export const isShared = (name: string) => browser.user !== null && parseDraftName(name) !== null

/** One call after the other for each draft: what was dropped isn't saved again by one that took longer. */
const turns = new Map<string, Promise<unknown>>()
const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work).catch(() => undefined)
  turns.set(name, turn)
  void turn.then(() => turns.get(name) === turn && turns.delete(name))
  return turn
}

/** What the server has; undefined if it can't be asked. */
export const fetchDraft = async (name: string): Promise<StoredDraft | null | undefined> => {
  if (!isShared(name)) return undefined
  const found = await inTurn(name, () => call(draft, { query: { name } }))
  return found && { values: found.fields, saved_at: found.saved_at, base: found.saved_at, sent: true }
}

/** Brings what the device has stored to the server. @returns whether the server has it now. */
export const sendDraft = async (name: string): Promise<boolean> => {
  if (!isShared(name)) return false
  const reply = await inTurn(name, async () => {
    const stored = readDraft(name)
    if (!stored || stored.sent) return stored
    const { saved_at } = await call(saveDraft, { body: { name, fields: stored.values } })
    const now = readDraft(name)
    if (now) storeDraft(name, now.values, now.saved_at, { base: saved_at, sent: isSame(now.values, stored.values) })
    return stored
  })
  return Boolean(reply)
}

/** `known`: the server has had it, or is just getting it. */
export const dropOnServer = (name: string, known: boolean) => {
  if (isShared(name) && (known || turns.has(name))) void inTurn(name, () => call(deleteDraft, { body: { name } }))
}

const isSame = (one: Values, other: Values) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (field) => (one[field] ?? '') === (other[field] ?? ''),
  )

/** What a form shows that is opened where both may have a draft of it. */
type Reconciled =
  | { show: 'device'; send: boolean; offer?: Values }
  | { show: 'server'; offer?: Values }
  /** It was sent or thrown away at another device. */
  | { show: 'nothing' }

/** The newer one is shown; what would be lost by that is offered. */
export const reconcile = (device: StoredDraft | null, server: StoredDraft | null): Reconciled => {
  if (!server) return device?.sent ? { show: 'nothing' } : { show: 'device', send: device !== null }
  if (!device) return { show: 'server' }
  if (isSame(device.values, server.values)) return { show: 'device', send: false }
  if (device.base === server.saved_at) return { show: 'device', send: true }
  if (device.sent || device.saved_at <= server.saved_at) return { show: 'server', offer: device.values }
  return { show: 'device', send: true, offer: server.values }
}
