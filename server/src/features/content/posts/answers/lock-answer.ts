import type { Tx } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { NotFound } from '../../../../lib/errors.ts'
import { lockVisiblePost, type Post } from '../queries.ts'

export const lockAnswer = async (tx: Tx, actor: Actor, id: number): Promise<{ answer: Post; question: Post }> => {
  const thread = await lockVisiblePost(tx.db, id, actor, 'answer')
  if (!thread) throw new NotFound('error.answer.not_found')
  return { answer: thread.post, question: thread.question }
}
