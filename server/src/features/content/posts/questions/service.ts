import { numberOf } from '@askwell/contract/ids.ts'
import type { QuestionDraft, QuestionEdit } from '@askwell/contract/questions.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { OperationName } from '@askwell/contract/states.ts'
import type { App, Tx } from '../../../../events/events.ts'
import type { Member } from '../../../../lib/member.ts'
import { allow, BadRequest, Conflict, type FieldError, Invalid, NotFound } from '../../../../lib/errors.ts'
import { inviteExactly } from '../../../engagement/invitations/service.ts'
import { isHeld, type Rendered, textFaults, textOf, urlTitle, type Written } from '../policy.ts'
import { findPost, findVisiblePost, insertPost, lockVisiblePost, type Post, updatePost } from '../queries.ts'
import { asWritten, countListing, updateHotScores } from '../service.ts'
import { operate } from '../transitions/service.ts'
import { firstState, type Judged } from '../../reviewers/policy.ts'
import { holdBack } from '../../review-queue/service.ts'
import { ensureTaken, type From, type PendingReason, heldBy } from '../../reviewers/views.ts'
import { descriptionOf } from '../../revisions/policy.ts'
import { findRevision, insertRevision, REVISION_STATUS } from '../../revisions/queries.ts'
import { suggest } from '../../revisions/service.ts'
import { refuseWhileOneWaits } from '../../revisions/waiting-edit.ts'
import { mayDo } from '../../../operations/settings/policy.ts'
import { siteSettings, type SiteSettings } from '../../../operations/settings/views.ts'
import type { Described } from '../../tags/policy.ts'
import { listTags, setTagsOf, tagIdsOf } from '../../tags/queries.ts'
import { type Chosen, isThere, makeTags, makeTagsWritten, pickTags, tagsWritten } from '../../tags/pick-tags.ts'
import { describeTags } from '../../tags/add-tag.ts'
import { tagChipsOrWaiting } from '../../tags/views.ts'
import { canEditQuestion, canSuggestQuestionEdit } from './policy.ts'
import { judgeQuestion } from './views.ts'

const slugsOf = async (tx: Tx, tag_ids: number[]) => {
  const slugs = new Map((await listTags(tx.db, tag_ids)).map((tag) => [tag.id, tag.slug_name]))
  return tag_ids.flatMap((id) => slugs.get(id) ?? [])
}

/** The tags that a text gets; new tags of a post that nobody has seen yet wait with it (decision 0029). */
interface Tagging {
  tag_ids: number[]
  waiting: { slugs: string[]; new_tags: Chosen[] } | undefined
}

const tagWith = async (
  tx: Tx,
  user_id: number,
  settings: SiteSettings,
  chosen: Chosen[],
  held: boolean,
): Promise<Tagging> =>
  held
    ? {
        tag_ids: chosen.filter(isThere).map((tag) => tag.id),
        waiting: { slugs: chosen.map((tag) => tag.slug_name), new_tags: chosen.filter((tag) => !isThere(tag)) },
      }
    : { tag_ids: await makeTags(tx, user_id, settings, chosen), waiting: undefined }

interface Revised extends Tagging {
  id: number
  user_id: number
  title: string
  text: Written
  log: string
  status: number
}

const keepRevision = async (tx: Tx, { id, user_id, title, text, tag_ids, waiting, log, status }: Revised) =>
  insertRevision(tx.db, {
    object_type: 'question',
    object_id: id,
    user_id,
    title,
    original_text: text.original_text,
    parsed_text: text.parsed_text,
    description: text.description,
    slugs: JSON.stringify(waiting?.slugs ?? (await slugsOf(tx, tag_ids))),
    new_tags: JSON.stringify(waiting?.new_tags ?? []),
    log,
    status,
    created_at: tx.now(),
  })

interface NewQuestion {
  user_id: number
  title: string
  text: Written
  tag_ids: number[]
  waiting?: Tagging['waiting']
  judged?: Judged
}

/** A new question, by a member or by the installation. If a reviewer holds it back it shows nowhere, and nothing follows from it, until it is approved. */
export const addQuestion = async (tx: Tx, { user_id, title, text, tag_ids, waiting, judged }: NewQuestion) => {
  const now = tx.now()
  const id = await insertPost(tx.db, {
    kind: 'question',
    user_id,
    title,
    url_title: urlTitle(title),
    ...textOf(text),
    created_at: now,
    updated_at: now,
    active_at: now,
    operator_id: user_id,
    operation_type: 'asked',
    ...(judged && firstState(judged, now)),
  })
  await setTagsOf(tx.db, id, tag_ids)
  await updatePost(tx.db, id, {
    revision_id: await keepRevision(tx, {
      id,
      user_id,
      title,
      text,
      tag_ids,
      waiting,
      log: '',
      status: REVISION_STATUS.first,
    }),
  })
  if (judged && judged.verdict !== 'approved') {
    await holdBack(tx, { id, kind: 'question', question_id: id, user_id }, judged)
    return id
  }
  await tx.emit('question.asked', {
    actor_id: user_id,
    object_type: 'question',
    object_id: id,
    question_id: id,
    kind: 'question',
    tag_ids,
  })
  await countListing(tx, null, { status: QUESTION_STATUS.available, show: 1 })
  return id
}

export interface PreparedQuestion {
  title: string
  text: Written
  tags: Described[]
  faults: FieldError[]
  judged: Judged
}

/** Asks a prepared question, if its tags are right too. */
export const askPrepared = async (
  tx: Tx,
  actor: Member,
  settings: SiteSettings,
  { title, text, tags, faults, judged }: PreparedQuestion,
) => {
  const picked = await pickTags(tx, actor, settings, tags, [])
  const wrong = [...faults, ...picked.faults]
  if (wrong.length) throw new Invalid(wrong)
  return addQuestion(tx, {
    user_id: actor.id,
    title,
    text,
    ...(await tagWith(tx, actor.id, settings, picked.chosen, judged.verdict !== 'approved')),
    judged,
  })
}

/** @returns the number of the question, or of the one that the same call has made before. */
export const askQuestion = async (
  app: App,
  actor: Member,
  { title, content, tags }: Pick<QuestionDraft, 'title' | 'content' | 'tags'>,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'question.add'))
  const text = await asWritten(content)
  const described = await describeTags(tags, 'tags')
  const judged = await judgeQuestion(app, actor, { title, content, text, tags: described }, from)
  const prepared = {
    title: title.trim(),
    text,
    tags: described,
    faults: textFaults(settings, actor, 'content', text),
    judged,
  }
  return app.idempotent({ actor_id: actor.id, what: 'question', body: { title, content, tags } }, (tx) =>
    askPrepared(tx, actor, settings, prepared),
  )
}

const sameList = (a: string[], b: string[]) => a.length === b.length && a.every((item, at) => item === b[at])

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
  const tag_ids = isHeld((await findPost(tx.db, id))!)
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
const mayEditAtOnce = (settings: SiteSettings, actor: Member, question: Post) => {
  const mayAtOnce = canEditQuestion(settings, actor, question) === true
  if (!mayAtOnce) allow(canSuggestQuestionEdit(settings, actor))
  return mayAtOnce
}

/** Edits at once, or suggests the edit if it needs a review. If the text has changed since the edit began, the author gets both texts back. Invitations are sent either way. */
export const editQuestion = async (
  app: App,
  actor: Member,
  { id, title, content, tags, edit_summary, revision_id, invite_user }: QuestionEdit,
  from: From,
) => {
  const settings = await siteSettings(app)
  const question = await findVisiblePost(app.db, numberOf('question', id), actor, 'question')
  if (!question) throw new NotFound('error.question.not_found')
  mayEditAtOnce(settings, actor, question) // before reviewers are asked, who take their time and may be paid
  const text = await asWritten(content)
  const described = await describeTags(tags, 'tags')
  const judged = await judgeQuestion(
    app,
    actor,
    { title, content, text, tags: described, edit_summary, former: question.original_text },
    from,
  )
  ensureTaken(judged, 'content')
  const edit = {
    id: numberOf('question', id),
    title: title.trim(),
    text,
    tags: described,
    edit_summary,
    revision_id,
    held: await heldBy(app, judged),
  }
  return app.transaction(async (tx) => {
    const edited = await reviseQuestion(tx, actor, settings, edit)
    if (invite_user) await inviteExactly(tx, actor, settings, edit.id, invite_user)
    return edited
  })
}

interface Edit {
  id: number
  title: string
  text: Rendered
  tags: Described[]
  edit_summary?: string
  revision_id?: string
  /** A reviewer wants it to wait. */
  held?: PendingReason | undefined
}

/** The words for the new tags that wait with a question; who edits it names them by their slugs. */
const waitingWords = async (tx: Tx, revision_id: number) =>
  new Map(
    (JSON.parse((await findRevision(tx.db, revision_id))?.new_tags ?? '[]') as Described[]).map((tag) => [
      tag.slug_name,
      tag,
    ]),
  )

export const reviseQuestion = async (
  tx: Tx,
  actor: Member,
  settings: SiteSettings,
  { id, title, text, tags, edit_summary = '', revision_id, held: waits }: Edit,
) => {
  const content = text.original_text
  const question = (await lockVisiblePost(tx.db, id, actor, 'question'))?.question
  if (!question) throw new NotFound('error.question.not_found')
  const held = isHeld(question)
  const mayAtOnce = mayEditAtOnce(settings, actor, question)
  const atOnce = mayAtOnce && (held || !waits) // a post that waits as a whole needs no review of its edit
  if (question.status === QUESTION_STATUS.deleted) throw new BadRequest('error.question.cannot_update')
  if (!atOnce) await refuseWhileOneWaits(tx, { object_type: 'question', object_id: question.id })
  const former_tag_ids = await tagIdsOf(tx.db, question.id)
  const former_slugs = (await tagChipsOrWaiting(tx.db, [question])).get(question.id)!.map((tag) => tag.slug_name)
  const words = held ? await waitingWords(tx, question.revision_id) : undefined
  const { chosen, faults } = await pickTags(
    tx,
    actor,
    settings,
    tags.map((tag) => words?.get(tag.slug_name) ?? tag),
    former_tag_ids,
  )
  const wrong = [...textFaults(settings, actor, 'content', text, question.original_text), ...faults]
  if (wrong.length) throw new Invalid(wrong)
  if (
    title === question.title &&
    content === question.original_text &&
    sameList(
      chosen.map((tag) => tag.slug_name),
      former_slugs,
    )
  )
    return { url_title: question.url_title, wait_for_review: false }
  if (revision_id && revision_id !== String(question.revision_id)) {
    const theirs = {
      title: question.title,
      content: question.original_text,
      tags: former_slugs,
      revision_id: String(question.revision_id),
    }
    throw new Conflict('error.revision.moved_on', {
      data: { mine: { title, content, tags: chosen.map((tag) => tag.slug_name) }, theirs },
    })
  }
  if (!atOnce) {
    await suggest(tx, {
      object_type: 'question',
      object_id: question.id,
      question_id: question.id,
      user_id: actor.id,
      title,
      original_text: text.original_text,
      parsed_text: text.parsed_text,
      description: text.description,
      slugs: chosen.map((tag) => tag.slug_name),
      new_tags: chosen.filter((tag) => !isThere(tag)),
      log: edit_summary,
      ...waits,
      base_revision_id: question.revision_id,
    })
    return { url_title: question.url_title, wait_for_review: true }
  }
  const tagging = await tagWith(tx, actor.id, settings, chosen, held)
  const revised = await keepRevision(tx, {
    id: question.id,
    user_id: actor.id,
    title,
    text,
    ...tagging,
    log: edit_summary,
    status: REVISION_STATUS.applied,
  })
  await showText(tx, actor.id, question.id, { title, text, tag_ids: tagging.tag_ids, former_tag_ids }, revised)
  return { url_title: urlTitle(title), wait_for_review: false }
}

export const deleteQuestion = async (app: App, actor: Member, id: string) => {
  await app.transaction((tx) => operate(tx, actor, numberOf('question', id), 'delete', { kind: 'question' }))
  return null
}

/** The operations that lead to a state from each of the others, in order. */
const STEPS = {
  available: {
    [QUESTION_STATUS.closed]: ['reopen'],
    [QUESTION_STATUS.deleted]: ['undelete', 'reopen'],
    [QUESTION_STATUS.pending]: ['approve'],
  },
  closed: {
    [QUESTION_STATUS.available]: ['close'],
    [QUESTION_STATUS.deleted]: ['undelete', 'close'],
    [QUESTION_STATUS.pending]: ['approve', 'close'],
  },
  deleted: {
    [QUESTION_STATUS.available]: ['delete'],
    [QUESTION_STATUS.closed]: ['delete'],
    [QUESTION_STATUS.pending]: ['delete'],
  },
} as const satisfies Record<string, Record<number, OperationName[]>>

/** Brings a question into a state from any other; for the administration. */
export const setQuestionState = async (app: App, actor: Member, id: string, status: keyof typeof STEPS) => {
  await app.transaction(async (tx) => {
    const question = (await lockVisiblePost(tx.db, numberOf('question', id), actor, 'question'))?.question
    if (!question) throw new NotFound('error.question.not_found')
    for (const step of (STEPS[status] as Record<number, OperationName[]>)[question.status] ?? [])
      await operate(tx, actor, question.id, step, { kind: 'question' })
  })
  return null
}
