import type { Effect } from '../../../events/events.ts'
import { lockPosts } from '../../content/posts/queries.ts'
import { setCollectionCounts } from '../../content/posts/counts/queries.ts'
import { deleteBookmarksOf, deleteBookmarksOfQuestions } from './queries.ts'

export const deleteBookmarksOfPost: Effect<'post.erased'> = (tx, { post_ids }) =>
  deleteBookmarksOfQuestions(tx.db, post_ids)

export const deleteBookmarksOfUser: Effect<'user.erased'> = async (tx, { object_id }) => {
  const questions = await deleteBookmarksOf(tx.db, object_id)
  if (questions.length === 0) return
  await lockPosts(tx.db, questions)
  await setCollectionCounts(tx.db, questions)
}
