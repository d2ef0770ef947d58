import { numberOf } from '@askwell/contract/ids.ts'
import type { AnswerEdit } from '@askwell/contract/answers.ts'
import { ANSWER_STATUS, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../../../events/events.ts'
import type { Member } from '../../../../../lib/member.ts'
import { allow, BadRequest, Conflict, Invalid, NotFound } from '../../../../../lib/errors.ts'
import { isHeld, type Rendered, textFaults, textOf, type Written } from '../../policy.ts'
import { findPost, findVisiblePost, type Post, updatePost } from '../../queries.ts'
import { asWritten, updateHotScores } from '../../service.ts'
import { plainLinks } from '../../../reviewers/policy.ts'
import { ensureTaken, type From, type PendingReason, heldBy } from '../../../reviewers/judge.ts'
import { descriptionOf } from '../../../revisions/policy.ts'
import { findRevision, REVISION_STATUS } from '../../../revisions/queries.ts'
import { suggest } from '../../../revisions/service.ts'
import { refuseWhileOneWaits } from '../../../revisions/waiting-edit.ts'
import { siteSettings, type SiteSettings } from '../../../../operations/settings/views.ts'
import { canEditAnswer, canSuggestAnswerEdit } from '../policy.ts'
import { judgeAnswer } from '../judge-answer.ts'
import { lockAnswer } from '../lock-answer.ts'
import { keepRevision } from '../keep-revision.ts'

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
