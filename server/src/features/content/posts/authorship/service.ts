import type { Tx } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { BadRequest, NotFound } from '../../../../lib/errors.ts'
import { lockThread, updatePost } from '../queries.ts'
import { recountThread } from '../service.ts'
import { listVotedOn } from './queries.ts'

/** Gives a post another author; points for it follow. Its history stays what it was. @returns who was the author. */
export const changeAuthor = async (tx: Tx, actor: Actor, id: number, user_id: number) => {
  const thread = await lockThread(tx.db, id)
  if (!thread) throw new NotFound()
  const { post, question } = thread
  if (post.user_id === user_id) throw new BadRequest('error.bulk.already')
  // Nobody votes on what is their own.
  if ((await listVotedOn(tx.db, user_id, [id])).has(id)) throw new BadRequest('error.bulk.voted')
  await updatePost(tx.db, id, { user_id })
  await recountThread(tx, post.kind === 'question' ? { ...question, user_id } : question)
  await tx.emit('post.author_changed', {
    actor_id: actor.id,
    object_type: post.kind,
    object_id: id,
    question_id: question.id,
    kind: post.kind,
    author_id: user_id,
    former_author_id: post.user_id,
  })
  return post.user_id
}
