import type { Selectable } from 'kysely'
import type { DB } from '../../../../db/tables.ts'
import type { Tx } from '../../../../events/events.ts'
import { BadRequest } from '../../../../lib/errors.ts'
import { findComment, lockComments, setCommentScores } from '../../../content/comments/queries.ts'
import { lockThread } from '../../../content/posts/queries.ts'
import {
  deleteCommentVote,
  deleteVote,
  findCommentVote,
  findVote,
  findVoteById,
  insertCommentVote,
  restoreVote,
} from '../queries.ts'

// Votes that staff take away, and put back. Points follow as if the member had withdrawn them.

export type StoredVote = Selectable<DB['votes']>
export type StoredCommentVote = DB['comment_votes']

const factOf = async (tx: Tx, { post_id, user_id }: Pick<StoredVote, 'post_id' | 'user_id'>) => {
  const thread = await lockThread(tx.db, post_id)
  if (!thread) throw new BadRequest('error.bulk.gone')
  const { post } = thread
  return {
    actor_id: user_id,
    object_type: post.kind,
    object_id: post.id,
    question_id: post.question_id,
    kind: post.kind,
    author_id: post.user_id,
  }
}

export const withdrawVote = async (tx: Tx, id: number): Promise<StoredVote> => {
  const found = await findVoteById(tx.db, id)
  if (!found) throw new BadRequest('error.bulk.already')
  const fact = await factOf(tx, found)
  const vote = await findVoteById(tx.db, id)
  if (!vote) throw new BadRequest('error.bulk.already')
  await deleteVote(tx.db, id)
  await tx.emit('vote.withdrawn', { ...fact, vote_id: id, direction: vote.direction })
  return vote
}

export const putVoteBack = async (tx: Tx, vote: StoredVote) => {
  const fact = await factOf(tx, vote)
  if (fact.author_id === vote.user_id || (await findVote(tx.db, vote.post_id, vote.user_id)))
    throw new BadRequest('error.bulk.changed_since')
  await restoreVote(tx.db, vote)
  await tx.emit('vote.cast', { ...fact, vote_id: vote.id, direction: vote.direction, cast_at: vote.created_at })
}

const lockVoted = async (tx: Tx, comment_id: number) => {
  await lockComments(tx.db, [comment_id])
  const comment = await findComment(tx.db, comment_id)
  if (!comment) throw new BadRequest('error.bulk.gone')
  return comment
}
const commentFact = ({ id, question_id, user_id }: Awaited<ReturnType<typeof lockVoted>>, actor_id: number) => ({
  actor_id,
  object_type: 'comment' as const,
  object_id: id,
  question_id,
  author_id: user_id,
})

export const withdrawCommentVote = async (tx: Tx, comment_id: number, user_id: number): Promise<StoredCommentVote> => {
  const comment = await lockVoted(tx, comment_id)
  const vote = await findCommentVote(tx.db, comment_id, user_id)
  if (!vote) throw new BadRequest('error.bulk.already')
  await deleteCommentVote(tx.db, comment_id, user_id)
  await setCommentScores(tx.db, [comment_id])
  await tx.emit('comment.vote_withdrawn', commentFact(comment, user_id))
  return vote
}

export const putCommentVoteBack = async (tx: Tx, vote: StoredCommentVote) => {
  const comment = await lockVoted(tx, vote.comment_id)
  if (await findCommentVote(tx.db, vote.comment_id, vote.user_id)) throw new BadRequest('error.bulk.changed_since')
  await insertCommentVote(tx.db, vote)
  await setCommentScores(tx.db, [vote.comment_id])
  await tx.emit('comment.voted', commentFact(comment, vote.user_id))
}
