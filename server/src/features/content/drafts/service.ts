import { draftName, parseDraftName, type SavedDraft } from '@askwell/contract/drafts.ts'
import { DRAFTS_BYTES, DRAFTS_MAX } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { BadRequest, Conflict } from '../../../lib/errors.ts'
import { lockUser } from '../../users/users/queries.ts'
import { bytesOf, deleteBeyond, deleteNamed, deleteVersion, findDraft, upsertDraft } from './queries.ts'
import { oldestKept, savedDraft, storedFields } from './views.ts'

const MEGABYTE = 2 ** 20

/** The name that it is stored under. */
const named = (written: string) => {
  const name = parseDraftName(written)
  if (!name) throw new BadRequest('base.request_format_error')
  return draftName(name)
}

export const readDraft = async (app: App, { id }: Actor, written: string) => {
  const row = await findDraft(app.db, id, named(written), oldestKept(app.clock.now()))
  return row ? savedDraft(row) : null
}

interface Saving {
  name: string
  fields: SavedDraft['fields']
  based_on?: string
}

export const saveDraft = (app: App, { id }: Actor, { name: written, fields, based_on }: Saving) => {
  const draft = { user_id: id, name: named(written), ...storedFields(fields) }
  return app.transaction(async (tx) => {
    const since = oldestKept(tx.now())
    await lockUser(tx.db, id) // those who save several at once
    const over = based_on === undefined ? undefined : { versions: [based_on, draft.version], since }
    if (!(await upsertDraft(tx.db, { ...draft, saved_at: tx.now() }, over))) {
      const there = await findDraft(tx.db, id, draft.name, since)
      throw new Conflict('error.draft.newer', { data: there && savedDraft(there) })
    }
    await deleteBeyond(tx.db, id, draft.name, DRAFTS_MAX)
    // None of the others is dropped for it: nobody would hear of that. What is refused stays on its device.
    if ((await bytesOf(tx.db, id, since)) > DRAFTS_BYTES)
      throw new BadRequest('error.draft.no_room', { values: { max: DRAFTS_BYTES / MEGABYTE } })
    return { saved_at: tx.now(), version: draft.version }
  })
}

export const dropDraft = async (app: App, { id }: Actor, written: string, based_on: string | undefined) => {
  const name = named(written)
  await app.transaction((tx) =>
    based_on === undefined ? deleteNamed(tx.db, id, [name]) : deleteVersion(tx.db, id, name, based_on),
  )
  return null
}
