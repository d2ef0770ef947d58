import { draftName, parseDraftName, type SavedDraft } from '@askwell/contract/drafts.ts'
import { DRAFTS_MAX } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { deleteBeyond, deleteNamed, findDraft, upsertDraft } from './queries.ts'
import { fieldsIn, oldestKept } from './views.ts'

/** The name that it is stored under. */
const named = (written: string) => {
  const name = parseDraftName(written)
  if (!name) throw new BadRequest('base.request_format_error')
  return draftName(name)
}

export const readDraft = async (app: App, { id }: Actor, written: string) => {
  const row = await findDraft(app.db, id, named(written), oldestKept(app.clock.now()))
  return row ? { fields: fieldsIn(row.fields), saved_at: row.saved_at } : null
}

export const saveDraft = (app: App, { id }: Actor, written: string, fields: SavedDraft['fields']) => {
  const draft = { user_id: id, name: named(written), fields: JSON.stringify(fields) }
  return app.transaction(async (tx) => {
    await upsertDraft(tx.db, { ...draft, saved_at: tx.now() })
    await deleteBeyond(tx.db, id, DRAFTS_MAX)
    return { saved_at: tx.now() }
  })
}

export const dropDraft = async (app: App, { id }: Actor, written: string) => {
  const name = named(written)
  await app.transaction((tx) => deleteNamed(tx.db, id, [name]))
  return null
}
