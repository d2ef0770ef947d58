import { numberOf } from '@askwell/contract/ids.ts'
import type { AnswerDraft } from '@askwell/contract/answers.ts'
import type { QuestionDraft } from '@askwell/contract/questions.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { allow, BadRequest, Forbidden, Invalid, NotFound } from '../../../../../lib/errors.ts'
import { textFaults, textOf, type Written } from '../../policy.ts'
import { findAnswerOf, findWaitingAnswerOf } from '../queries.ts'
import { insertPost, lockVisiblePost, updatePost } from '../../queries.ts'
import { asWritten, faultsOfSent } from '../../service.ts'
import { askPrepared, prepareQuestion } from '../../questions/asking/service.ts'
import { firstState, type Judged } from '../../../reviewers/policy.ts'
import { queueForReview } from '../../../review-queue/service.ts'
import type { From } from '../../../reviewers/judge.ts'
import { REVISION_STATUS } from '../../../revisions/queries.ts'
import { mayDo } from '../../../../operations/settings/policy.ts'
import { siteSettings } from '../../../../operations/settings/views.ts'
import { addRevision } from '../add-revision.ts'
import { judgeAnswer } from '../judge-answer.ts'

/** A new answer, by a member or by the installation. If a reviewer holds it back it shows nowhere, and nothing follows from it, until it is approved. */
export const addAnswer = async (
  tx: Tx,
  { question_id, user_id, text, judged }: { question_id: number; user_id: number; text: Written; judged?: Judged },
) => {
  const now = tx.now()
  const id = await insertPost(tx.db, {
    kind: 'answer',
    question_id,
    user_id,
    ...textOf(text),
    created_at: now,
    updated_at: now,
    active_at: now,
    ...(judged && firstState(judged, now)),
  })
  await updatePost(tx.db, id, {
    revision_id: await addRevision(tx, { id, user_id, text, log: '', status: REVISION_STATUS.first }),
  })
  if (judged && judged.verdict !== 'approved') {
    await queueForReview(tx, { id, kind: 'answer', question_id, user_id }, judged)
    return id
  }
  await tx.emit('answer.given', {
    actor_id: user_id,
    object_type: 'answer',
    object_id: id,
    question_id,
    kind: 'answer',
  })
  return id
}

/** @returns the number of the answer, or of the one that the same call has made before. */
export const writeAnswer = async (
  app: App,
  actor: Actor,
  { question_id, content }: Pick<AnswerDraft, 'question_id' | 'content'>,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'answer.add'))
  const text = await asWritten(app, 'answer', content)
  const wrong = textFaults(settings, actor, 'content', text)
  if (wrong.length) throw new Invalid(wrong)
  const judged = await judgeAnswer(app, actor, text, from)
  return app.idempotent({ actor_id: actor.id, what: 'answer', body: { question_id, content } }, async (tx) => {
    // Locking the question keeps a member from giving two answers at the same time.
    const question = (await lockVisiblePost(tx.db, numberOf('question', question_id), actor, 'question'))?.question
    if (!question) throw new NotFound('error.question.not_found')
    if (question.status !== QUESTION_STATUS.available) throw new BadRequest('error.answer.question_closed_cannot_add')
    if (
      settings.write.restrict_answer &&
      ((await findAnswerOf(tx.db, question.id, actor.id)) ?? (await findWaitingAnswerOf(tx.db, question.id, actor.id)))
    )
      throw new Forbidden('error.answer.restrict_answer')
    return addAnswer(tx, { question_id: question.id, user_id: actor.id, text, judged })
  })
}

type Both = Pick<QuestionDraft, 'title' | 'content' | 'tags'> & { answer_content: string }

/** What is wrong with the texts of both that are refused for something else. */
export const faultsOfBoth = async (app: App, actor: Actor, { content, answer_content }: Partial<Both>) => [
  ...(await faultsOfSent({ app, actor }, 'question', content)),
  ...(await faultsOfSent({ app, actor }, 'answer', answer_content, { field: 'answer_content' })),
]

export const askAndAnswer = async (
  app: App,
  actor: Actor,
  { title, content, tags, answer_content }: Both,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'question.add'))
  allow(mayDo(settings, actor, 'answer.add'))
  const answer = await asWritten(app, 'answer', answer_content, 'answer_content')
  const question = await prepareQuestion({ app, actor, settings }, { title, content, tags }, from)
  const prepared = {
    ...question,
    faults: [...question.faults, ...textFaults(settings, actor, 'answer_content', answer)],
  }
  const judged = await judgeAnswer(app, actor, answer, from)
  return app.idempotent(
    { actor_id: actor.id, what: 'question and answer', body: { title, content, tags, answer_content } },
    async (tx) => {
      const question_id = await askPrepared(tx, actor, settings, prepared)
      return { question_id, answer_id: await addAnswer(tx, { question_id, user_id: actor.id, text: answer, judged }) }
    },
  )
}
