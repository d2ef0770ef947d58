import { ACCOUNT_RESTORE_DAYS } from '@askwell/contract/limits.ts'
import type { App, Fact, Tx } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import { authorsUnder, lockUsers } from './queries.ts'
import { endSuspensionsBefore } from './administration/queries.ts'
import { recountPostsOf } from './counts/queries.ts'
import { eraseDeletedUsers } from './service.ts'

/** Recounts the author's posts, and when a question appears or disappears, those of everybody with an answer to it. */
export const recountPosts = async (
  tx: Tx,
  { actor_id, author_id = actor_id, object_type, question_id }: Fact & { author_id?: number },
) => {
  const authors = object_type === 'question' ? await authorsUnder(tx.db, question_id) : [author_id]
  await lockUsers(tx.db, authors) // and count in a later statement: of two posts at once the second then sees the first
  await recountPostsOf(tx.db, authors)
}

/** Of both whose post it was and is. */
export const recountAuthors = async (
  tx: Tx,
  { author_id, former_author_id }: { author_id: number; former_author_id: number },
) => {
  const authors = [author_id, former_author_id]
  await lockUsers(tx.db, authors)
  await recountPostsOf(tx.db, authors)
}

/** Suspensions whose time is over end. */
export const endSuspensions = (app: App) =>
  app.transaction(async (tx) => {
    for (const id of await endSuspensionsBefore(tx.db, tx.now()))
      await tx.emit('user.status_changed', {
        actor_id: 0,
        object_type: 'user',
        object_id: id,
        question_id: 0,
        before: USER_STATUS.suspended,
        after: USER_STATUS.normal,
      })
  })

export const eraseLongDeleted = (app: App) => eraseDeletedUsers(app, app.clock.now() - ACCOUNT_RESTORE_DAYS * DAY)
