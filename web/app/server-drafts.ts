import { deleteDraft, draft, parseDraftName, type SavedDraft, saveDraft } from '@askwell/contract/drafts.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { isSame, readDraft, type StoredDraft, storeDraft, type Values } from './draft-storage.ts'
import { findDropped, forgetDropped } from './dropped-drafts.ts'
import { browser, call, tokenHolder } from './session.ts'

// Drafts on the server, so that one goes on at another device. What can't reach it stays on the device, and goes with the next change.

/** Drafts of members that the server takes; others stay on their device. Where somebody else has logged in in another tab, they would be theirs. */
export const isShared = (name: string) =>
  browser.user !== null && (tokenHolder() ?? browser.user.id) === browser.user.id && parseDraftName(name) !== null

/** One call after the other for each draft: what was dropped isn't saved again by one that took longer. */
const turns = new Map<string, Promise<unknown>>()
const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
  const turn = (turns.get(name) ?? Promise.resolve())
    .then(() => (isShared(name) ? work() : undefined))
    .catch(() => undefined)
  turns.set(name, turn)
  void turn.then(() => turns.get(name) === turn && turns.delete(name))
  return turn
}

const asStored = ({ fields, saved_at, version }: SavedDraft): StoredDraft => ({
  values: fields,
  saved_at,
  based_on: version,
  sent: true,
})

/** What the server may still have of a draft that was thrown away here; what another device has saved meanwhile stays. */
const sendDropped = async (name: string) => {
  const dropped = findDropped(name)
  if (!dropped) return
  const server = dropped.sending && (await call(draft, { query: { name } }))
  const based_on = server && isSame(server.fields, dropped.sending!) ? server.version : dropped.based_on
  if (based_on !== undefined) await call(deleteDraft, { body: { name, based_on } })
  forgetDropped(name)
}

/** What the server has; undefined if it can't be asked, or the draft was thrown away meanwhile. */
export const fetchDraft = async (name: string): Promise<StoredDraft | null | undefined> => {
  const found = await inTurn(name, async () => {
    await sendDropped(name)
    return call(draft, { query: { name } })
  })
  return findDropped(name) ? undefined : found && asStored(found)
}

/** `full`: there is no more room for drafts. `newer`: what another device has saved there meanwhile. */
type Sent = 'saved' | 'unsent' | 'full' | { newer: StoredDraft }

const save = async (name: string): Promise<Sent> => {
  const stored = readDraft(name)
  if (!stored || stored.sent) return stored ? 'saved' : 'unsent'
  const { values, saved_at, based_on = '', sending } = stored
  storeDraft(name, values, { saved_at, sending: values })
  try {
    const { version } = await call(saveDraft, { body: { name, fields: values, based_on } })
    const now = readDraft(name)
    if (now)
      storeDraft(name, now.values, {
        saved_at: now.saved_at,
        based_on: version,
        sent: isSame(now.values, values),
        sending: undefined,
      })
    return 'saved'
  } catch (error) {
    if (error instanceof CallFailed && error.reason === 'error.draft.no_room') return 'full'
    if (!(error instanceof CallFailed && error.reason === 'error.draft.newer')) throw error
    const newer = asStored(error.data as SavedDraft)
    const now = readDraft(name)
    if (!now) return 'unsent'
    // What this device has sent without getting the answer, or has come to know in another tab, is no other text.
    const isOwn = now.based_on === newer.based_on || (sending !== undefined && isSame(sending, newer.values))
    const known = isOwn ? { based_on: newer.based_on } : {}
    storeDraft(name, now.values, { saved_at: now.saved_at, ...known, sending: undefined })
    return isOwn ? save(name) : { newer }
  }
}

/** Brings what the device has stored to the server. */
export const sendDraft = async (name: string): Promise<Sent> => {
  const sent = await inTurn(name, async () => {
    await sendDropped(name)
    return save(name)
  })
  return sent ?? 'unsent'
}

export const dropOnServer = (name: string) => inTurn(name, () => sendDropped(name))

/** What a form shows that is opened where both may have a draft of it. */
type Reconciled =
  /** `newer`: both were written on, and one is to choose. */
  | { show: 'device'; send: boolean; newer?: StoredDraft }
  | { show: 'server'; offer?: Values }
  /** It was sent or thrown away at another device. */
  | { show: 'nothing' }

/** What nobody has seen beside the other stays, here and on the server, until its writer has chosen. */
export const reconcile = (device: StoredDraft | null, server: StoredDraft | null): Reconciled => {
  if (!server) return device?.sent ? { show: 'nothing' } : { show: 'device', send: device !== null }
  if (!device) return { show: 'server' }
  if (isSame(device.values, server.values)) return { show: 'device', send: false }
  if (device.sent) return { show: 'server', offer: device.values }
  const isKnown =
    device.based_on === server.based_on || (device.sending !== undefined && isSame(device.sending, server.values))
  return isKnown ? { show: 'device', send: true } : { show: 'device', send: false, newer: server }
}
