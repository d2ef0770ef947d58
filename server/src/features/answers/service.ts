import { numberOf } from '@askwell/contract/ids.ts'
import type { AnswerDraft, AnswerEdit } from '@askwell/contract/answers.ts'
import type { QuestionDraft } from '@askwell/contract/questions.ts'
import { ANSWER_STATUS, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../events/events.ts'
import { isStaff, type Member } from '../../lib/member.ts'
import { allow, Bad, Conflict, Invalid, NotFound, Refused } from '../../lib/refusals.ts'
import { asWritten, textFaults, textOf, type Written } from '../posts/policy.ts'
import { findAnswerOf, insertPost, lockVisiblePost, type Post, updatePost } from '../posts/queries.ts'
import { reheat } from '../posts/service.ts'
import { askPrepared } from '../questions/service.ts'
import { insertRevision, REVISION_STATUS } from '../revisions/queries.ts'
import { mayDo } from '../site/policy.ts'
import { siteSettings } from '../site/views.ts'
import { describeTags } from '../tags/policy.ts'
import { canAccept, canDeleteAnswer, canEditAnswer, isUnused } from './policy.ts'

const keepRevision = (tx: Tx, { id, user_id, text, log, status }: { id: number; user_id: number; text: Written; log: string; status: number }) =>
  insertRevision(tx.db, { object_type: 'answer', object_id: id, user_id, original_text: text.original_text, parsed_text: text.parsed_text, log, status, created_at: tx.now() })

/** A new answer, whoever is behind it; for the installer too. */
export const addAnswer = async (tx: Tx, { question_id, user_id, text }: { question_id: number; user_id: number; text: Written }) => {
  const id = await insertPost(tx.db, { kind: 'answer', question_id, user_id, ...textOf(text), created_at: tx.now(), updated_at: tx.now(), active_at: tx.now() })
  await updatePost(tx.db, id, { revision_id: await keepRevision(tx, { id, user_id, text, log: '', status: REVISION_STATUS.first }) })
  await tx.emit('answer.given', { actor_id: user_id, object_type: 'answer', object_id: id, question_id, kind: 'answer' })
  return id
}

/** @returns the number of the answer, or of the one that the same call has made before. */
export const writeAnswer = async (app: App, actor: Member, { question_id, content }: Pick<AnswerDraft, 'question_id' | 'content'>) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'answer.add'))
  const text = asWritten(content)
  const wrong = textFaults(settings, actor, 'content', text)
  if (wrong.length) throw new Invalid(wrong)
  return app.once({ actor_id: actor.id, what: 'answer', body: { question_id, content } }, async (tx) => {
    // With the question locked, two answers by one member can't pass each other.
    const question = (await lockVisiblePost(tx.db, numberOf('question', question_id), actor, 'question'))?.question
    if (!question) throw new NotFound('error.question.not_found')
    if (question.status !== QUESTION_STATUS.available) throw new Bad('error.answer.question_closed_cannot_add')
    if (settings.write.restrict_answer && (await findAnswerOf(tx.db, question.id, actor.id))) throw new Refused('error.answer.restrict_answer')
    return addAnswer(tx, { question_id: question.id, user_id: actor.id, text })
  })
}

type Both = Pick<QuestionDraft, 'title' | 'content' | 'tags'> & { answer_content: string }

export const askAndAnswer = async (app: App, actor: Member, { title, content, tags, answer_content }: Both) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'question.add'))
  allow(mayDo(settings, actor, 'answer.add'))
  const text = asWritten(content)
  const answer = asWritten(answer_content)
  const faults = [...textFaults(settings, actor, 'content', text), ...textFaults(settings, actor, 'answer_content', answer)]
  const prepared = { title: title.trim(), text, tags: describeTags(tags), faults }
  return app.once({ actor_id: actor.id, what: 'question and answer', body: { title, content, tags, answer_content } }, async (tx) => {
    const question_id = await askPrepared(tx, actor, settings, prepared)
    return { question_id, answer_id: await addAnswer(tx, { question_id, user_id: actor.id, text: answer }) }
  })
}

const lockAnswer = async (tx: Tx, actor: Member, id: number): Promise<{ answer: Post; question: Post }> => {
  const thread = await lockVisiblePost(tx.db, id, actor, 'answer')
  if (!thread) throw new NotFound('error.answer.not_found')
  return { answer: thread.post, question: thread.question }
}

/** Edits at once, by whoever may. An edit that began from a text that isn't the last any more is given both back (rulings 5). */
export const editAnswer = async (app: App, actor: Member, { id, content, edit_summary = '', revision_id }: AnswerEdit) => {
  const settings = await siteSettings(app)
  const text = asWritten(content)
  return app.transaction(async (tx) => {
    const { answer, question } = await lockAnswer(tx, actor, numberOf('answer', id))
    allow(canEditAnswer(settings, actor, answer))
    if (answer.status === ANSWER_STATUS.deleted || question.status === QUESTION_STATUS.deleted) throw new Bad('error.answer.cannot_update')
    const wrong = textFaults(settings, actor, 'content', text, answer.original_text)
    if (wrong.length) throw new Invalid(wrong)
    if (content === answer.original_text) return { wait_for_review: false }
    if (revision_id && revision_id !== String(answer.revision_id)) {
      throw new Conflict('error.revision.moved_on', { data: { mine: { content }, theirs: { content: answer.original_text, revision_id: String(answer.revision_id) } } })
    }
    const now = tx.now()
    const revised = await keepRevision(tx, { id: answer.id, user_id: actor.id, text, log: edit_summary, status: REVISION_STATUS.applied })
    await updatePost(tx.db, answer.id, { ...textOf(text), updated_at: now, edited_at: now, active_at: now, last_editor_id: actor.id, revision_id: revised })
    await updatePost(tx.db, question.id, { active_at: now, operator_id: actor.id, operation_type: 'modified' })
    await tx.emit('answer.edited', { actor_id: actor.id, object_type: 'answer', object_id: answer.id, question_id: question.id, kind: 'answer', revision_id: revised })
    await reheat(tx, [question.id])
    return { wait_for_review: false }
  })
}

/** Takes an answer from view, if this actor may. */
export const removeAnswer = async (tx: Tx, actor: Member, id: number) => {
  const { answer, question } = await lockAnswer(tx, actor, id)
  allow(canDeleteAnswer(actor, answer))
  if (answer.status === ANSWER_STATUS.deleted) return
  if (!isStaff(actor) && !isUnused(answer, question)) throw new Bad('error.answer.cannot_deleted')
  await updatePost(tx.db, answer.id, { status: ANSWER_STATUS.deleted, deleted_at: tx.now(), deleted_by: actor.id })
  // Only what can be seen is accepted. Nobody has taken the acceptance back, so the points for it stay (rulings 19).
  if (question.accepted_answer_id === answer.id) await updatePost(tx.db, question.id, { accepted_answer_id: 0 })
  await tx.emit('answer.deleted', { actor_id: actor.id, object_type: 'answer', object_id: answer.id, question_id: question.id, kind: 'answer', author_id: answer.user_id })
}

export const deleteAnswer = async (app: App, actor: Member, id: string) => {
  await app.transaction((tx) => removeAnswer(tx, actor, numberOf('answer', id)))
  return null
}

/** Accepts an answer in the place of another, or none. The question is locked first: of several at once the last one stays, and each is told. */
export const acceptAnswer = (app: App, actor: Member, { question_id, answer_id }: { question_id: string; answer_id: string }) =>
  app.transaction(async (tx) => {
    const question = (await lockVisiblePost(tx.db, numberOf('question', question_id), actor, 'question'))?.question
    if (!question) throw new NotFound('error.question.not_found')
    allow(canAccept(actor, question))
    if (question.status >= QUESTION_STATUS.deleted) throw new Bad('error.question.cannot_update')
    const none = answer_id === '' || answer_id === '0'
    const chosen = none ? undefined : (await lockVisiblePost(tx.db, numberOf('answer', answer_id), null, 'answer'))?.post
    if (!none && chosen?.question_id !== question.id) throw new NotFound('error.answer.not_found')
    if (question.accepted_answer_id === (chosen?.id ?? 0)) return null
    const fact = { actor_id: actor.id, object_type: 'answer' as const, question_id: question.id, question_author_id: question.user_id }
    const former = question.accepted_answer_id ? (await lockVisiblePost(tx.db, question.accepted_answer_id, actor, 'answer'))?.post : undefined
    await updatePost(tx.db, question.id, { accepted_answer_id: chosen?.id ?? 0 })
    if (former) await tx.emit('answer.unaccepted', { ...fact, object_id: former.id, answer_id: former.id, answer_author_id: former.user_id })
    if (chosen) await tx.emit('answer.accepted', { ...fact, object_id: chosen.id, answer_id: chosen.id, answer_author_id: chosen.user_id })
    return null
  })
