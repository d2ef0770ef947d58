import { draftName, parseDraftName, type SavedDraft } from '@askwell/contract/drafts.ts'
import { DRAFTS_MAX } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { BadRequest, Conflict } from '../../../lib/errors.ts'
import { deleteBeyond, deleteNamed, deleteVersion, findDraft, upsertDraft } from './queries.ts'
import { oldestKept, savedDraft, storedFields } from './views.ts'

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
    const over = based_on === undefined ? undefined : { versions: [based_on, draft.version], since }
    if (!(await upsertDraft(tx.db, { ...draft, saved_at: tx.now() }, over))) {
      const there = await findDraft(tx.db, id, draft.name, since)
      throw new Conflict('error.draft.newer', { data: there && savedDraft(there) })
    }
    await deleteBeyond(tx.db, id, draft.name, DRAFTS_MAX)
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
