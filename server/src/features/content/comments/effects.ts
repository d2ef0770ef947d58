import { ROLE } from '@askwell/contract/roles.ts'
import type { Effect, LaterEffect } from '../../../events/events.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import { NotFound } from '../../../lib/errors.ts'
import { dropComment } from './service.ts'
import { operate } from '../posts/transitions/service.ts'
import { findUser } from '../../users/users/queries.ts'
import { deleteCommentsOn, listContentOf } from './queries.ts'

export const deleteCommentsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteCommentsOn(tx.db, post_ids)

/** One thing after another, as the admin who wished it; what is gone already is passed over, so it may be run again. */
export const removeContentOfDeleted: LaterEffect<'user.status_changed'> = async (
  app,
  { actor_id, object_id, remove_all_content },
) => {
  const deleter = remove_all_content ? await findUser(app.db, actor_id) : undefined
  if (!deleter || (await findUser(app.db, object_id))?.status !== USER_STATUS.deleted) return
  const admin = { ...deleter, role_id: ROLE.admin } // as at that time
  const { comments, answers, questions } = await listContentOf(app.db, object_id)
  for (const id of comments) await unlessGone(app.transaction((tx) => dropComment(tx, admin, id)))
  for (const id of answers) await unlessGone(app.transaction((tx) => operate(tx, admin, id, 'delete')))
  for (const id of questions) await unlessGone(app.transaction((tx) => operate(tx, admin, id, 'delete')))
}

const unlessGone = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
