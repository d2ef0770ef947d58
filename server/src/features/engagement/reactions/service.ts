import { parseObjectId } from '@askwell/contract/ids.ts'
import type { Emoji } from '@askwell/contract/reactions.ts'
import type { App } from '../../../events/events.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import { BadRequest, NotFound } from '../../../lib/errors.ts'
import { findVisiblePost, lockVisiblePost } from '../../content/posts/queries.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { deleteReaction, insertReaction } from './queries.ts'
import { reactionSummary } from './views.ts'

const missing = () => new BadRequest('error.object.not_found')

/** Questions and answers only. */
const postOf = (object_id: string) => {
  const object = parseObjectId(object_id)
  return object?.type === 'question' || object?.type === 'answer'
    ? { kind: object.type, id: object.number }
    : { kind: 'question' as const, id: 0 }
}

export const reactionsTo = async (app: App, viewer: Viewer, object_id: string) => {
  const { kind, id } = postOf(object_id)
  if (!(await findVisiblePost(app.db, id, viewer, kind))) throw new NotFound('error.object.not_found')
  return reactionSummary(app.db, id, viewer)
}

/** Chooses an emoji for a post, or takes it back. Doing it twice changes nothing, thanks to the unique key. Deleted and pending posts accept none. */
export const setReaction = (
  app: App,
  actor: Actor,
  object_id: string,
  { emoji, on }: { emoji: Emoji; on: boolean },
) => {
  const { kind, id } = postOf(object_id)
  return app.transaction(async (tx) => {
    const thread = await lockVisiblePost(tx.db, id, actor, kind)
    if (!thread) throw missing()
    const { post, question } = thread
    if (on && (post.status >= HIDDEN_FROM || question.status >= HIDDEN_FROM)) throw missing()
    const reaction = { post_id: id, emoji, user_id: actor.id }
    const changed = on
      ? await insertReaction(tx.db, { ...reaction, created_at: tx.now() })
      : await deleteReaction(tx.db, reaction)
    if (changed)
      await tx.emit(on ? 'post.reacted' : 'post.reaction_withdrawn', {
        actor_id: actor.id,
        object_type: kind,
        object_id: id,
        question_id: post.question_id,
        kind,
        emoji,
      })
    return reactionSummary(tx.db, id, actor)
  })
}
