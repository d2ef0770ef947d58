import type { Tx } from '../../../../events/events.ts'
import { deleteLinksOf } from '../links/queries.ts'
import type { Post } from '../queries.ts'
import { erasePosts, listWithAnswers } from './queries.ts'

/** A question with its answers, or an answer alone, with all that hangs on them. @returns which posts these were. */
export const eraseThread = async (tx: Tx, actor_id: number, post: Post) => {
  const post_ids = await listWithAnswers(tx.db, post.id)
  await deleteLinksOf(tx.db, post_ids)
  // What hangs on them can still be found, and whose it is.
  await tx.emit('post.erased', {
    actor_id,
    object_type: post.kind,
    object_id: post.id,
    question_id: post.question_id,
    kind: post.kind,
    author_id: post.user_id,
    post_ids,
  })
  await erasePosts(tx.db, post_ids)
  return post_ids
}
