import {
  ACCEPTED_POINTS,
  ACCEPTING_POINTS,
  ACTIVATION_POINTS,
  EDIT_POINTS,
  VOTE_POINTS,
} from '@askwell/contract/reputation.ts'
import type { Effect, LaterEffect } from '../../../events/events.ts'
import { findPost } from '../../content/posts/queries.ts'
import { lockUsers } from '../../users/users/queries.ts'
import { detachFrom, hasCause, listByCause } from './queries.ts'
import { settleLedger } from './recalculation/service.ts'
import { grant, takeBack } from './service.ts'

const causeOfVote = (vote_id: number) => `vote:${vote_id}`
const causeOfAcceptance = (answer_id: number) => `acceptance:${answer_id}`

export const rewardVote: Effect<'vote.cast'> = async (
  tx,
  { kind, direction, vote_id, object_id, author_id, actor_id, cast_at },
) => {
  const points = VOTE_POINTS[kind][direction]
  const shared = { cause: causeOfVote(vote_id), post_id: object_id, trigger_user_id: actor_id, at: cast_at }
  await lockUsers(tx.db, [author_id, actor_id])
  await grant(tx, {
    ...shared,
    user_id: author_id,
    points: points.author,
    reason: `${kind}.voted_${direction}`,
    capped: points.author > 0 ? 1 : 0,
  })
  if (points.voter !== 0)
    await grant(tx, { ...shared, user_id: actor_id, points: points.voter, reason: 'answer.vote_down', capped: 0 })
}

export const undoVoteReward: Effect<'vote.withdrawn'> = async (tx, { vote_id, author_id, actor_id }) => {
  await lockUsers(tx.db, [author_id, actor_id])
  await takeBack(tx, causeOfVote(vote_id))
}

// The asker gains too, even where staff accepted the answer. Accepting one's own answer brings nothing.
export const rewardAcceptance: Effect<'answer.accepted'> = async (
  tx,
  { answer_id, answer_author_id, question_author_id, actor_id },
) => {
  if (answer_author_id === question_author_id) return
  const shared = {
    cause: causeOfAcceptance(answer_id),
    capped: 0 as const,
    post_id: answer_id,
    trigger_user_id: actor_id,
  }
  await lockUsers(tx.db, [answer_author_id, question_author_id])
  // An accepted answer that was deleted and undeleted has kept its points.
  if ((await listByCause(tx.db, shared.cause)).length) return
  await grant(tx, { ...shared, user_id: answer_author_id, points: ACCEPTED_POINTS, reason: 'answer.accepted' })
  await grant(tx, { ...shared, user_id: question_author_id, points: ACCEPTING_POINTS, reason: 'answer.accept' })
}

export const undoAcceptance: Effect<'answer.unaccepted'> = (tx, { answer_id }) =>
  takeBack(tx, causeOfAcceptance(answer_id))

/** Once for each suggestion, for tags too. Edits of one's own posts and edits without review bring nothing. */
export const rewardEdit: Effect<'revision.approved'> = async (
  tx,
  { editor_id, suggestion_id, object_type, object_id, actor_id },
) => {
  if (object_type !== 'tag' && (await findPost(tx.db, object_id))?.user_id === editor_id) return
  await grant(tx, {
    user_id: editor_id,
    points: EDIT_POINTS,
    reason: 'edit.accepted',
    cause: `edit:${suggestion_id}`,
    capped: 0,
    post_id: object_type === 'tag' ? 0 : object_id,
    trigger_user_id: actor_id,
  })
}

export const rewardActivation: Effect<'user.activated'> = async (tx, { object_id }) => {
  const cause = `activation:${object_id}`
  await lockUsers(tx.db, [object_id])
  if (await hasCause(tx.db, cause)) return
  await grant(tx, {
    user_id: object_id,
    points: ACTIVATION_POINTS,
    reason: 'user.activated',
    cause,
    capped: 0,
    post_id: 0,
    trigger_user_id: object_id,
  })
}

/** What a post brought is its new author's. */
export const settleAuthors: LaterEffect<'post.author_changed'> = (app, { author_id, former_author_id }) =>
  app.transaction((tx) => settleLedger(tx, [author_id, former_author_id]))

export const detachPoints: Effect<'post.erased'> = (tx, { post_ids }) => detachFrom(tx.db, post_ids)
