import { numberOf } from '@askwell/contract/ids.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { allow, BadRequest, NotFound } from '../../../../../lib/errors.ts'
import { lockVisiblePost, updatePost } from '../../queries.ts'
import { canAccept } from '../policy.ts'
import { recordStaffAct } from '../../../../operations/audit/queries.ts'

/** Accepts an answer in place of another, or none. The question is locked first: of several at once the last one stays, and each author is told. */
export const acceptAnswer = (
  app: App,
  actor: Actor,
  { question_id, answer_id }: { question_id: string; answer_id: string },
) =>
  app.transaction(async (tx) => {
    const question = (await lockVisiblePost(tx.db, numberOf('question', question_id), actor, 'question'))?.question
    if (!question) throw new NotFound('error.question.not_found')
    allow(canAccept(actor, question))
    if (question.status >= QUESTION_STATUS.deleted) throw new BadRequest('error.question.cannot_update')
    const none = answer_id === '' || answer_id === '0'
    const chosen = none
      ? undefined
      : (await lockVisiblePost(tx.db, numberOf('answer', answer_id), null, 'answer'))?.post
    if (!none && chosen?.question_id !== question.id) throw new NotFound('error.answer.not_found')
    if (question.accepted_answer_id === (chosen?.id ?? 0)) return null
    const fact = {
      actor_id: actor.id,
      object_type: 'answer' as const,
      question_id: question.id,
      question_author_id: question.user_id,
    }
    const former = question.accepted_answer_id
      ? (await lockVisiblePost(tx.db, question.accepted_answer_id, actor, 'answer'))?.post
      : undefined
    await updatePost(tx.db, question.id, { accepted_answer_id: chosen?.id ?? 0 })
    if (former)
      await tx.emit('answer.unaccepted', {
        ...fact,
        object_id: former.id,
        answer_id: former.id,
        answer_author_id: former.user_id,
      })
    if (chosen)
      await tx.emit('answer.accepted', {
        ...fact,
        object_id: chosen.id,
        answer_id: chosen.id,
        answer_author_id: chosen.user_id,
      })
    if (actor.id !== question.user_id)
      await recordStaffAct(tx, actor, {
        action: chosen ? 'answer.accepted' : 'answer.unaccepted',
        object_type: 'answer',
        object_id: (chosen ?? former)?.id ?? 0,
        question_id: question.id,
        user_id: (chosen ?? former)?.user_id ?? 0,
        before: { accepted_answer_id: question.accepted_answer_id },
        after: { accepted_answer_id: chosen?.id ?? 0 },
      })
    return null
  })
