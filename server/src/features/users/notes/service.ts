import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { NotFound } from '../../../lib/errors.ts'
import { recordAudit } from '../../operations/audit/queries.ts'
import { findUser } from '../users/queries.ts'
import { deleteOwnNote, insertNote } from './queries.ts'

export const writeNote = (app: App, actor: Actor, user_id: number, text: string) =>
  app.idempotent({ actor_id: actor.id, what: 'note', body: { user_id, text } }, async (tx) => {
    if (!(await findUser(tx.db, user_id))) throw new NotFound('error.user.not_found')
    await insertNote(tx.db, { user_id, author_id: actor.id, text, created_at: tx.now() })
    // That there is a note, not what it says: audit entries outlive it.
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'user.noted',
      object_type: 'user',
      object_id: user_id,
      before: null,
      after: null,
    })
    return null
  })

export const deleteNote = (app: App, actor: Actor, id: number) =>
  app.transaction(async (tx) => {
    const note = await deleteOwnNote(tx.db, id, actor.id)
    if (!note) throw new NotFound()
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'user.note_deleted',
      object_type: 'user',
      object_id: note.user_id,
      before: null,
      after: null,
    })
    return null
  })
