import { numberOf } from '@askwell/contract/ids.ts'
import type { QuestionEdit } from '@askwell/contract/questions.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { allow, BadRequest, NotFound } from '../../../../../lib/errors.ts'
import { asTitle } from '../../../../../lib/title.ts'
import { inviteExactly } from '../../../../engagement/invitations/service.ts'
import { isUnreviewed, textOf, urlTitle, type Written } from '../../policy.ts'
import { findPost, findVisiblePost, lockVisiblePost, type Post, updatePost } from '../../queries.ts'
import { asWritten, faultsOfSent, updateHotScores } from '../../service.ts'
import { ensureTaken, type From, type PendingReason, pendingReason } from '../../../reviewers/judge.ts'
import { descriptionOf } from '../../../revisions/policy.ts'
import { findRevision, REVISION_STATUS } from '../../../revisions/queries.ts'
import { suggest } from '../../../revisions/service.ts'
import { withdrawReplaced } from '../../../revisions/withdraw.ts'
import { refuseWhileOneWaits } from '../../../revisions/waiting-edit.ts'
import { siteSettings, type SiteSettings } from '../../../../operations/settings/views.ts'
import { setTagsOf, tagIdsOf } from '../../../tags/of-questions/queries.ts'
import { isThere, makeTagsWritten, tagsWritten } from '../../../tags/pick-tags.ts'
import { describeTags } from '../../../tags/add-tag.ts'
import { canEditQuestion, canSuggestQuestionEdit } from '../policy.ts'
import { judgeQuestion } from '../views.ts'
import { addRevision, tagWith } from '../add-revision.ts'
import { type Edit, ensureFresh, isSameText, type PickedEdit, pickTagsOfEdit } from './picked-edit.ts'

interface NewText {
  title: string
  text: Written
  tag_ids: number[]
  former_tag_ids: number[]
}

/** An existing revision becomes the text; `actor_id` wrote it. */
const showText = async (
  tx: Tx,
  actor_id: number,
  id: number,
  { title, text, tag_ids, former_tag_ids }: NewText,
  revision_id: number,
) => {
  const now = tx.now()
  await updatePost(tx.db, id, {
    title,
    url_title: urlTitle(title),
    ...textOf(text),
    updated_at: now,
    edited_at: now,
    last_editor_id: actor_id,
    revision_id,
    active_at: now,
    operator_id: actor_id,
    operation_type: 'modified',
  })
  await setTagsOf(tx.db, id, tag_ids)
  await tx.emit('question.edited', {
    actor_id,
    object_type: 'question',
    object_id: id,
    question_id: id,
    kind: 'question',
    tag_ids,
    former_tag_ids,
    revision_id,
  })
  await updateHotScores(tx, [id])
}

/** An approved suggestion, or an earlier text, becomes the text of the question. */
export const showRevision = async (tx: Tx, id: number, editor_id: number, revision_id: number) => {
  const revision = (await findRevision(tx.db, revision_id))!
  const { title, original_text, parsed_text, slugs } = revision
  const former_tag_ids = await tagIdsOf(tx.db, id)
  const tag_ids = isUnreviewed((await findPost(tx.db, id))!)
    ? await tagsWritten(tx, JSON.parse(slugs) as string[], [])
    : await makeTagsWritten(tx, revision, former_tag_ids)
  await showText(
    tx,
    editor_id,
    id,
    { title, text: { original_text, parsed_text, description: descriptionOf(revision) }, tag_ids, former_tag_ids },
    revision_id,
  )
}

/** Whether an edit is made at once, or suggested; refused where it can't be either. */
const mayEditAtOnce = (settings: SiteSettings, actor: Actor, question: Post) => {
  const mayAtOnce = canEditQuestion(settings, actor, question) === true
  if (!mayAtOnce) allow(canSuggestQuestionEdit(settings, actor))
  return mayAtOnce
}

/** What is wrong with the text of an edit that is refused for something else. */
export const faultsOfEdit = async (app: App, actor: Actor, { id, content }: Partial<QuestionEdit>) => {
  const question = id && (await findVisiblePost(app.db, numberOf('question', id), actor, 'question'))
  return question ? faultsOfSent({ app, actor }, 'question', content, { former: question.original_text }) : []
}

/** Edits at once, or suggests the edit if it needs a review. If the text has changed since the edit began, the author gets both texts back. Invitations are sent either way. */
export const editQuestion = async (
  app: App,
  actor: Actor,
  { id, title, content, tags, edit_summary, revision_id, suggestion_id, invite_user }: QuestionEdit,
  from: From,
) => {
  const settings = await siteSettings(app)
  const question = await findVisiblePost(app.db, numberOf('question', id), actor, 'question')
  if (!question) throw new NotFound('error.question.not_found')
  mayEditAtOnce(settings, actor, question) // before reviewers are asked, who take their time and may be paid
  const text = await asWritten(app, 'question', content)
  const described = await describeTags(tags, 'tags')
  const judged = await judgeQuestion(
    app,
    actor,
    { title, content: text.original_text, text, tags: described, edit_summary, former: question.original_text },
    from,
  )
  ensureTaken(judged, 'content')
  const edit = {
    id: numberOf('question', id),
    title: asTitle(title),
    text,
    tags: described,
    edit_summary,
    revision_id,
    suggestion_id,
    pending: await pendingReason(app, judged),
  }
  return app.transaction(async (tx) => {
    const edited = await reviseQuestion(tx, actor, settings, edit)
    if (invite_user) await inviteExactly(tx, actor, settings, edit.id, invite_user)
    return edited
  })
}

const suggestEdit = (
  tx: Tx,
  actor: Actor,
  question: Post,
  { title, text, chosen, slugs, log }: PickedEdit,
  pending: PendingReason | undefined,
) =>
  suggest(tx, {
    object_type: 'question',
    object_id: question.id,
    question_id: question.id,
    user_id: actor.id,
    title,
    original_text: text.original_text,
    parsed_text: text.parsed_text,
    description: text.description,
    slugs,
    new_tags: chosen.filter((tag) => !isThere(tag)),
    log,
    ...pending,
    base_revision_id: question.revision_id,
  })

const editAtOnce = async (
  tx: Tx,
  actor: Actor,
  settings: SiteSettings,
  question: Post,
  { title, text, chosen, former_tag_ids, log }: PickedEdit,
) => {
  const tagging = await tagWith(tx, actor.id, settings, chosen, isUnreviewed(question))
  const revised = await addRevision(tx, {
    id: question.id,
    user_id: actor.id,
    title,
    text,
    ...tagging,
    log,
    status: REVISION_STATUS.applied,
  })
  await showText(tx, actor.id, question.id, { title, text, tag_ids: tagging.tag_ids, former_tag_ids }, revised)
}

export const reviseQuestion = async (tx: Tx, actor: Actor, settings: SiteSettings, edit: Edit) => {
  const question = (await lockVisiblePost(tx.db, edit.id, actor, 'question'))?.question
  if (!question) throw new NotFound('error.question.not_found')
  const mayAtOnce = mayEditAtOnce(settings, actor, question)
  const atOnce = mayAtOnce && (isUnreviewed(question) || !edit.pending) // a post that waits as a whole needs no review of its edit
  if (question.status === QUESTION_STATUS.deleted) throw new BadRequest('error.question.cannot_update')
  const revised = { object_type: 'question', object_id: question.id, question_id: question.id } as const
  await withdrawReplaced(tx, actor, revised, edit.suggestion_id)
  if (!atOnce) await refuseWhileOneWaits(tx, revised)
  const picked = await pickTagsOfEdit(tx, actor, settings, question, edit)
  if (isSameText(question, picked)) return { url_title: question.url_title, wait_for_review: false }
  ensureFresh(question, picked, edit.revision_id)
  if (!atOnce) {
    await suggestEdit(tx, actor, question, picked, edit.pending)
    return { url_title: question.url_title, wait_for_review: true }
  }
  await editAtOnce(tx, actor, settings, question, picked)
  return { url_title: urlTitle(edit.title), wait_for_review: false }
}
