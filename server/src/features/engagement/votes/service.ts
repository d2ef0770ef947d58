import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { parseObjectId } from '@askwell/contract/ids.ts'
import type { Action } from '@askwell/contract/privileges.ts'
import type { Tally } from '@askwell/contract/votes.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { allow, BadRequest } from '../../../lib/errors.ts'
import { COMMENT_STATUS, lockVisibleComment, setCommentScores } from '../../content/comments/queries.ts'
import { lockVisiblePost, type Post } from '../../content/posts/queries.ts'
import { mayDo } from '../../operations/settings/policy.ts'
import { siteSettings, type SiteSettings } from '../../operations/settings/views.ts'
import { type Direction, refusalOf, voteAfter } from './policy.ts'
import {
  countCommentVotes,
  countVotes,
  deleteCommentVote,
  deleteVote,
  findVote,
  hasCommentVote,
  insertCommentVote,
  insertVote,
} from './queries.ts'

export interface Click {
  direction: Direction
  is_cancel: boolean
}

/** The result of one click on an arrow. */
export const setVote = async (app: App, actor: Actor, object_id: string, click: Click): Promise<Tally> => {
  const object = parseObjectId(object_id)
  if (object?.type !== 'question' && object?.type !== 'answer' && object?.type !== 'comment')
    throw new BadRequest('error.object.not_found')
  // Comments can only be voted up.
  if (object.type === 'comment' && click.direction === 'down') throw new BadRequest('base.request_format_error')
  const settings = await siteSettings(app)
  const { type, number } = object
  return app.transaction((tx) =>
    type === 'comment'
      ? voteOnComment(tx, settings, actor, number, click)
      : voteOnPost(tx, settings, actor, number, type, click),
  )
}

/** Casting a vote needs reputation; a vote can always be taken back. */
const admit = (
  settings: SiteSettings,
  actor: Actor,
  thing: { user_id: number; deleted: boolean },
  action: Action,
  casting: boolean,
) => {
  const refusal = refusalOf(actor, thing)
  if (refusal) throw refusal
  if (casting) allow(mayDo(settings, actor, action))
}

const voteOnPost = async (
  tx: Tx,
  settings: SiteSettings,
  actor: Actor,
  id: number,
  kind: Post['kind'],
  { direction, is_cancel }: Click,
): Promise<Tally> => {
  const thread = await lockVisiblePost(tx.db, id, actor, kind) // two quick clicks queue up here
  if (!thread) throw new BadRequest('error.object.not_found')
  const { post, question } = thread
  const before = await findVote(tx.db, post.id, actor.id)
  const after = voteAfter(before?.direction, direction, is_cancel)
  const deleted = post.status >= HIDDEN_FROM || question.status >= HIDDEN_FROM
  admit(
    settings,
    actor,
    { user_id: post.user_id, deleted },
    `${kind}.vote_${direction}`,
    !is_cancel && after !== before?.direction,
  )
  const fact = {
    actor_id: actor.id,
    object_type: kind,
    object_id: post.id,
    question_id: post.question_id,
    kind,
    author_id: post.user_id,
  }
  if (before && before.direction !== after) {
    await deleteVote(tx.db, before.id)
    await tx.emit('vote.withdrawn', { ...fact, vote_id: before.id, direction: before.direction })
  }
  if (after && before?.direction !== after) {
    const vote_id = await insertVote(tx.db, {
      post_id: post.id,
      user_id: actor.id,
      direction: after,
      created_at: tx.now(),
    })
    await tx.emit('vote.cast', { ...fact, vote_id, direction: after })
  }
  const { up_votes, down_votes } = await countVotes(tx.db, post.id)
  return {
    up_votes,
    down_votes,
    votes: post.carried_score + up_votes - down_votes,
    vote_status: after ? `vote_${after}` : '',
  }
}

const voteOnComment = async (
  tx: Tx,
  settings: SiteSettings,
  actor: Actor,
  id: number,
  { is_cancel }: Click,
): Promise<Tally> => {
  const comment = await lockVisibleComment(tx.db, id, actor)
  if (comment?.status !== COMMENT_STATUS.available) throw new BadRequest('error.object.not_found')
  const before = await hasCommentVote(tx.db, comment.id, actor.id)
  admit(settings, actor, { user_id: comment.user_id, deleted: false }, 'comment.vote_up', !is_cancel && !before)
  const fact = {
    actor_id: actor.id,
    object_type: 'comment' as const,
    object_id: comment.id,
    question_id: comment.question_id,
    author_id: comment.user_id,
  }
  if (before && is_cancel) {
    await deleteCommentVote(tx.db, comment.id, actor.id)
    await setCommentScores(tx.db, [comment.id])
    await tx.emit('comment.vote_withdrawn', fact)
  }
  if (!before && !is_cancel) {
    await insertCommentVote(tx.db, { comment_id: comment.id, user_id: actor.id, created_at: tx.now() })
    await setCommentScores(tx.db, [comment.id])
    await tx.emit('comment.voted', fact)
  }
  const up_votes = await countCommentVotes(tx.db, comment.id)
  return { up_votes, down_votes: 0, votes: comment.carried_score + up_votes, vote_status: is_cancel ? '' : 'vote_up' }
}
