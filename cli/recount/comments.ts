import { locking } from '@askwell/server/db/dialect.ts'
import type { Tx } from '@askwell/server/events/events.ts'
import { updateComment } from '@askwell/server/features/comments/queries.ts'
import { byKey, type Drift, note } from './drift.ts'

const BATCH = 500

/** Scores of the next comments by id. @returns the last id, 0 at the end. */
export const recountComments = async ({ db }: Tx, after: number, drift: Drift) => {
  const comments = await db.selectFrom('comments').select(['id', 'score', 'carried_score']).where('id', '>', after).orderBy('id').limit(BATCH).$call(locking(db)).execute()
  if (comments.length === 0) return 0
  const votes = byKey(
    await db.selectFrom('comment_votes').where('comment_id', 'in', comments.map(({ id }) => id)).groupBy('comment_id').select(({ fn }) => ['comment_id', fn.countAll<number>().as('count')]).execute(),
    ({ comment_id }) => comment_id)
  for (const comment of comments) {
    const changes = note(drift, 'comments', comment, { score: comment.carried_score + (votes.get(comment.id)?.count ?? 0) })
    if (changes) await updateComment(db, comment.id, changes)
  }
  return comments.length < BATCH ? 0 : comments.at(-1)!.id
}
