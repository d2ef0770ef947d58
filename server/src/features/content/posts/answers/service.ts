import { numberOf } from '@askwell/contract/ids.ts'
import type { AnswerDraft, AnswerEdit } from '@askwell/contract/answers.ts'
import type { QuestionDraft } from '@askwell/contract/questions.ts'
import { ANSWER_STATUS, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../../events/events.ts'
import type { Member } from '../../../../lib/member.ts'
import { allow, BadRequest, Conflict, Invalid, NotFound, Forbidden } from '../../../../lib/errors.ts'
import { isHeld, type Rendered, textFaults, textOf, type Written } from '../policy.ts'
import { findAnswerOf, findWaitingAnswerOf } from './queries.ts'
import { findPost, findVisiblePost, insertPost, lockVisiblePost, type Post, updatePost } from '../queries.ts'
import { asWritten, updateHotScores } from '../service.ts'
import { operate } from '../transitions/service.ts'
import { askPrepared } from '../questions/service.ts'
import { judgeQuestion } from '../questions/views.ts'
import { firstState, type Judged, plainLinks } from '../../reviewers/policy.ts'
import { holdBack } from '../../review-queue/service.ts'
import { ensureTaken, type From, type PendingReason, heldBy, judge } from '../../reviewers/views.ts'
import { descriptionOf } from '../../revisions/policy.ts'
import { findRevision, insertRevision, REVISION_STATUS } from '../../revisions/queries.ts'
import { suggest } from '../../revisions/service.ts'
import { refuseWhileOneWaits } from '../../revisions/waiting-edit.ts'
import { mayDo } from '../../../operations/settings/policy.ts'
import { siteSettings, type SiteSettings } from '../../../operations/settings/views.ts'
import { describeTags } from '../../tags/add-tag.ts'
import { canAccept, canEditAnswer, canSuggestAnswerEdit } from './policy.ts'

const keepRevision = (
  tx: Tx,
  { id, user_id, text, log, status }: { id: number; user_id: number; text: Written; log: string; status: number },
) =>
  insertRevision(tx.db, {
    object_type: 'answer',
    object_id: id,
    user_id,
    original_text: text.original_text,
    parsed_text: text.parsed_text,
    description: text.description,
    log,
    status,
    created_at: tx.now(),
  })

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
    revision_id: await keepRevision(tx, { id, user_id, text, log: '', status: REVISION_STATUS.first }),
  })
  if (judged && judged.verdict !== 'approved') {
    await holdBack(tx, { id, kind: 'answer', question_id, user_id }, judged)
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

const judgeAnswer = (
  app: App,
  actor: Member,
  { original_text, parsed_text, links, former }: Rendered & { former?: string },
  from: From,
) =>
  judge(
    app,
    actor,
    { object_type: 'answer', title: '', content: original_text, html: parsed_text, tags: [], links, former },
    from,
  )

/** @returns the number of the answer, or of the one that the same call has made before. */
export const writeAnswer = async (
  app: App,
  actor: Member,
  { question_id, content }: Pick<AnswerDraft, 'question_id' | 'content'>,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'answer.add'))
  const text = await asWritten(content)
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

export const askAndAnswer = async (
  app: App,
  actor: Member,
  { title, content, tags, answer_content }: Both,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'question.add'))
  allow(mayDo(settings, actor, 'answer.add'))
  const text = await asWritten(content)
  const answer = await asWritten(answer_content, 'answer_content')
  const described = await describeTags(tags, 'tags')
  const faults = [
    ...textFaults(settings, actor, 'content', text),
    ...textFaults(settings, actor, 'answer_content', answer),
  ]
  const prepared = {
    title: title.trim(),
    text,
    tags: described,
    faults,
    judged: await judgeQuestion(app, actor, { title, content, text, tags: described }, from),
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

const lockAnswer = async (tx: Tx, actor: Member, id: number): Promise<{ answer: Post; question: Post }> => {
  const thread = await lockVisiblePost(tx.db, id, actor, 'answer')
  if (!thread) throw new NotFound('error.answer.not_found')
  return { answer: thread.post, question: thread.question }
}

/** An existing revision becomes the text; `actor_id` wrote it. */
const showText = async (tx: Tx, actor_id: number, answer: Post, text: Written, revision_id: number) => {
  const { id, question_id } = answer
  const now = tx.now()
  await updatePost(tx.db, id, {
    ...textOf(text),
    updated_at: now,
    edited_at: now,
    active_at: now,
    last_editor_id: actor_id,
    revision_id,
  })
  // Nothing must show that something waits for review.
  if (!isHeld(answer))
    await updatePost(tx.db, question_id, { active_at: now, operator_id: actor_id, operation_type: 'modified' })
  await tx.emit('answer.edited', {
    actor_id,
    object_type: 'answer',
    object_id: id,
    question_id,
    kind: 'answer',
    revision_id,
  })
  await updateHotScores(tx, [question_id])
}

/** An approved suggestion, or an earlier text, becomes the text of the answer. */
export const showRevision = async (tx: Tx, id: number, editor_id: number, revision_id: number) => {
  const answer = (await findPost(tx.db, id))!
  const revision = (await findRevision(tx.db, revision_id))!
  const { original_text, parsed_text } = revision
  await showText(
    tx,
    editor_id,
    answer,
    { original_text, parsed_text, description: descriptionOf(revision) },
    revision_id,
  )
}

/** Whether an edit is made at once, or suggested; refused where it can't be either. */
const mayEditAtOnce = (settings: SiteSettings, actor: Member, answer: Post) => {
  const mayAtOnce = canEditAnswer(settings, actor, answer) === true
  if (!mayAtOnce) allow(canSuggestAnswerEdit(settings, actor))
  return mayAtOnce
}

/** Edits at once, or suggests the edit if it needs a review. If the text has changed since the edit began, the author gets both texts back. */
export const editAnswer = async (
  app: App,
  actor: Member,
  { id, content, edit_summary, revision_id }: AnswerEdit,
  from: From,
) => {
  const settings = await siteSettings(app)
  const answer = await findVisiblePost(app.db, numberOf('answer', id), actor, 'answer')
  if (!answer) throw new NotFound('error.answer.not_found')
  mayEditAtOnce(settings, actor, answer) // before reviewers are asked, who take their time and may be paid
  const text = await asWritten(content)
  const links = [...text.links, ...plainLinks(edit_summary ?? '')]
  const judged = await judgeAnswer(app, actor, { ...text, links, former: answer.original_text }, from)
  ensureTaken(judged, 'content')
  const edit = { id: numberOf('answer', id), text, edit_summary, revision_id, held: await heldBy(app, judged) }
  return app.transaction((tx) => reviseAnswer(tx, actor, settings, edit))
}

interface Edit {
  id: number
  text: Rendered
  edit_summary?: string
  revision_id?: string
  /** A reviewer wants it to wait. */
  held?: PendingReason | undefined
}

export const reviseAnswer = async (
  tx: Tx,
  actor: Member,
  settings: SiteSettings,
  { id, text, edit_summary = '', revision_id, held }: Edit,
) => {
  const content = text.original_text
  const { answer, question } = await lockAnswer(tx, actor, id)
  const mayAtOnce = mayEditAtOnce(settings, actor, answer)
  const atOnce = mayAtOnce && (isHeld(answer) || !held) // a post that waits as a whole needs no review of its edit
  if (answer.status === ANSWER_STATUS.deleted || question.status === QUESTION_STATUS.deleted)
    throw new BadRequest('error.answer.cannot_update')
  if (!atOnce) await refuseWhileOneWaits(tx, { object_type: 'answer', object_id: answer.id })
  const wrong = textFaults(settings, actor, 'content', text, answer.original_text)
  if (wrong.length) throw new Invalid(wrong)
  if (content === answer.original_text) return { wait_for_review: false }
  if (revision_id && revision_id !== String(answer.revision_id)) {
    throw new Conflict('error.revision.moved_on', {
      data: { mine: { content }, theirs: { content: answer.original_text, revision_id: String(answer.revision_id) } },
    })
  }
  if (!atOnce) {
    await suggest(tx, {
      object_type: 'answer',
      object_id: answer.id,
      question_id: question.id,
      user_id: actor.id,
      title: '',
      original_text: text.original_text,
      parsed_text: text.parsed_text,
      description: text.description,
      slugs: [],
      log: edit_summary,
      ...held,
      base_revision_id: answer.revision_id,
    })
    return { wait_for_review: true }
  }
  const revised = await keepRevision(tx, {
    id: answer.id,
    user_id: actor.id,
    text,
    log: edit_summary,
    status: REVISION_STATUS.applied,
  })
  await showText(tx, actor.id, answer, text, revised)
  return { wait_for_review: false }
}

export const deleteAnswer = async (app: App, actor: Member, id: string) => {
  await app.transaction((tx) => operate(tx, actor, numberOf('answer', id), 'delete', { kind: 'answer' }))
  return null
}

/** Brings an answer into a state from any other; for the administration. */
export const setAnswerState = async (app: App, actor: Member, id: string, status: 'available' | 'deleted') => {
  await app.transaction(async (tx) => {
    const { answer } = await lockAnswer(tx, actor, numberOf('answer', id))
    const step = status === 'deleted' ? 'delete' : answer.status === ANSWER_STATUS.pending ? 'approve' : 'undelete'
    await operate(tx, actor, answer.id, step, { kind: 'answer' })
  })
  return null
}

/** Accepts an answer in place of another, or none. The question is locked first: of several at once the last one stays, and each author is told. */
export const acceptAnswer = (
  app: App,
  actor: Member,
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
    return null
  })
