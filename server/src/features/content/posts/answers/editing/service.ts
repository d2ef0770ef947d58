import { numberOf } from '@askwell/contract/ids.ts'
import type { AnswerEdit } from '@askwell/contract/answers.ts'
import { ANSWER_STATUS, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { allow, BadRequest, Conflict, Invalid, NotFound } from '../../../../../lib/errors.ts'
import { isUnreviewed, type Rendered, textFaults, textOf, type Written } from '../../policy.ts'
import { findPost, findVisiblePost, type Post, updatePost } from '../../queries.ts'
import { asWritten, updateHotScores } from '../../service.ts'
import { plainLinks } from '../../../reviewers/policy.ts'
import { ensureTaken, type From, type PendingReason, pendingReason } from '../../../reviewers/judge.ts'
import { descriptionOf } from '../../../revisions/policy.ts'
import { findRevision, REVISION_STATUS } from '../../../revisions/queries.ts'
import { suggest } from '../../../revisions/service.ts'
import { withdrawReplaced } from '../../../revisions/withdraw.ts'
import { refuseWhileOneWaits } from '../../../revisions/waiting-edit.ts'
import { siteSettings, type SiteSettings } from '../../../../operations/settings/views.ts'
import { canEditAnswer, canSuggestAnswerEdit } from '../policy.ts'
import { judgeAnswer } from '../judge-answer.ts'
import { lockAnswer } from '../lock-answer.ts'
import { addRevision } from '../add-revision.ts'

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
  if (!isUnreviewed(answer))
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
const mayEditAtOnce = (settings: SiteSettings, actor: Actor, answer: Post) => {
  const mayAtOnce = canEditAnswer(settings, actor, answer) === true
  if (!mayAtOnce) allow(canSuggestAnswerEdit(settings, actor))
  return mayAtOnce
}

/** Edits at once, or suggests the edit if it needs a review. If the text has changed since the edit began, the author gets both texts back. */
export const editAnswer = async (
  app: App,
  actor: Actor,
  { id, content, edit_summary, revision_id, suggestion_id }: AnswerEdit,
  from: From,
) => {
  const settings = await siteSettings(app)
  const answer = await findVisiblePost(app.db, numberOf('answer', id), actor, 'answer')
  if (!answer) throw new NotFound('error.answer.not_found')
  mayEditAtOnce(settings, actor, answer) // before reviewers are asked, who take their time and may be paid
  const text = await asWritten(app, 'answer', content)
  const links = [...text.links, ...plainLinks(edit_summary ?? '')]
  const judged = await judgeAnswer(app, actor, { ...text, links, former: answer.original_text }, from)
  ensureTaken(judged, 'content')
  const edit = {
    id: numberOf('answer', id),
    text,
    edit_summary,
    revision_id,
    suggestion_id,
    pending: await pendingReason(app, judged),
  }
  return app.transaction((tx) => reviseAnswer(tx, actor, settings, edit))
}

interface Edit {
  id: number
  text: Rendered
  edit_summary?: string
  revision_id?: string
  /** The own suggestion that it replaces. */
  suggestion_id?: string | undefined
  /** A reviewer wants it to wait. */
  pending?: PendingReason | undefined
}

export const reviseAnswer = async (
  tx: Tx,
  actor: Actor,
  settings: SiteSettings,
  { id, text, edit_summary = '', revision_id, suggestion_id, pending }: Edit,
) => {
  const content = text.original_text
  const { answer, question } = await lockAnswer(tx, actor, id)
  const mayAtOnce = mayEditAtOnce(settings, actor, answer)
  const atOnce = mayAtOnce && (isUnreviewed(answer) || !pending) // a post that waits as a whole needs no review of its edit
  if (answer.status === ANSWER_STATUS.deleted || question.status === QUESTION_STATUS.deleted)
    throw new BadRequest('error.answer.cannot_update')
  const revised = { object_type: 'answer', object_id: answer.id, question_id: question.id } as const
  await withdrawReplaced(tx, actor, revised, suggestion_id)
  if (!atOnce) await refuseWhileOneWaits(tx, revised)
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
      ...pending,
      base_revision_id: answer.revision_id,
    })
    return { wait_for_review: true }
  }
  const added = await addRevision(tx, {
    id: answer.id,
    user_id: actor.id,
    text,
    log: edit_summary,
    status: REVISION_STATUS.applied,
  })
  await showText(tx, actor.id, answer, text, added)
  return { wait_for_review: false }
}
