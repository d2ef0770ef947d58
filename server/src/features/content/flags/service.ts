import { numberOf, parseObjectId } from '@askwell/contract/ids.ts'
import { COMMENT, TAGS_PER_QUESTION } from '@askwell/contract/limits.ts'
import type { FlagDecision, FlagDraft, FlagHandling, FlagReview } from '@askwell/contract/reviews.ts'
import { ANSWER_STATUS, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import {
  allow,
  BadRequest,
  Conflict,
  type FieldError,
  Invalid,
  Forbidden,
  withFieldNames,
} from '../../../lib/errors.ts'
import { asTitle } from '../../../lib/title.ts'
import { findVisibleComment } from '../comments/queries.ts'
import { reviseAnswer } from '../posts/answers/editing/service.ts'
import { dropComment, rewordComment } from '../comments/service.ts'
import type { Rendered } from '../posts/policy.ts'
import { lockPost, lockVisiblePost } from '../posts/queries.ts'
import { asWritten } from '../posts/service.ts'
import { examineRemark, operate } from '../posts/transitions/service.ts'
import { reviseQuestion } from '../posts/questions/editing/service.ts'
import { mayDo } from '../../operations/settings/policy.ts'
import { settingsIn, siteSettings } from '../../operations/settings/views.ts'
import type { Described } from '../tags/policy.ts'
import { describeTags } from '../tags/add-tag.ts'
import { renderText } from '../../../workers/texts.ts'
import { userCards } from '../../users/users/views.ts'
import { decisionBy, decisionsFor, type Flagged, isFlagReason } from './policy.ts'
import {
  findPendingFlag,
  findFlag,
  upsertFlag,
  lockFlag,
  lockFlagsOn,
  reopenSettled,
  type Flag,
  FLAG_STATUS,
  updateFlag,
} from './queries.ts'
import { recordStaffAct } from '../../operations/audit/queries.ts'

interface Thing {
  object_type: Flagged
  object_id: number
  post_id: number
  question_id: number
  author_id: number
}

/** What is to be flagged, with its thread locked: it can't be deleted in the meantime. */
const lockFlagged = async (tx: Tx, actor: Actor, id: string): Promise<Thing> => {
  const object = parseObjectId(id)
  const comment = object?.type === 'comment' ? await findVisibleComment(tx.db, object.number, actor) : undefined
  const kind = object?.type === 'question' || object?.type === 'answer' ? object.type : undefined
  const post = comment ? await lockPost(tx.db, comment.post_id) : undefined
  const thread = kind
    ? await lockVisiblePost(tx.db, object!.number, actor, kind)
    : post && (await lockVisiblePost(tx.db, post.id, actor, post.kind))
  if (!thread || (comment && !(await findVisibleComment(tx.db, comment.id, actor))))
    throw new BadRequest('error.object.not_found')
  // Its author and staff still see what is hidden, but nothing needs to be done about it any more.
  if (thread.post.status >= ANSWER_STATUS.deleted || thread.question.status >= QUESTION_STATUS.deleted)
    throw new Forbidden('base.forbidden_error')
  const { id: post_id, question_id, user_id } = thread.post
  return comment
    ? { object_type: 'comment', object_id: comment.id, post_id, question_id, author_id: comment.user_id }
    : { object_type: thread.post.kind, object_id: post_id, post_id, question_id, author_id: user_id }
}

/** Reports a post to the staff. */
export const flagPost = async (app: App, actor: Actor, { object_id, report_type, content = '' }: FlagDraft) => {
  allow(mayDo(await siteSettings(app), actor, 'report.add'))
  return app.transaction(async (tx) => {
    const thing = await lockFlagged(tx, actor, object_id)
    if (!isFlagReason(thing.object_type, report_type)) throw new BadRequest('error.report.not_found')
    const { faults } = await examineRemark(tx, {
      question_id: thing.question_id,
      reason: report_type,
      remark: content,
      field: 'content',
    })
    if (faults.length)
      throw new Invalid(
        faults,
        faults.some(({ reason }) => reason === 'field.bad_url') ? 'error.common.invalid_url' : undefined,
      )
    const { id } = await upsertFlag(tx.db, {
      ...thing,
      user_id: actor.id,
      reason_type: report_type,
      content: content.trim(),
      created_at: tx.now(),
    })
    await tx.emit('report.made', {
      actor_id: actor.id,
      object_type: 'report',
      object_id: id,
      question_id: thing.question_id,
    })
    return null
  })
}

/** Somebody was quicker: who, and with what. */
export const alreadyDecided = async (tx: Tx, decided_by: number, decision: string) => {
  const { username, display_name } = (await userCards(tx.db, [decided_by])).get(decided_by)!
  return new Conflict(`error.review.decided_${decision}`, {
    values: { name: display_name },
    data: { decision, decided_by: { username, display_name } },
  })
}

/** An undecided flag, locked with its thread until the transaction ends. The thread is locked first, as everywhere. */
export const lockPendingFlag = async (tx: Tx, id: number): Promise<Flag> => {
  const found = await findFlag(tx.db, id)
  if (!found) throw new BadRequest('error.object.not_found')
  await lockPost(tx.db, found.post_id)
  const report = (await lockFlag(tx.db, id))!
  if (report.status !== FLAG_STATUS.waiting) throw await alreadyDecided(tx, report.decided_by, report.decision)
  const pending = await findPendingFlag(tx.db, id)
  if (pending) throw await alreadyDecided(tx, pending.user_id, 'held')
  return report
}

/** Records what became of a flag; its reporter is told. */
export const closeFlag = async (tx: Tx, actor_id: number, report: Flag, decision: FlagDecision) => {
  const status = decision === 'ignore_report' ? FLAG_STATUS.ignored : FLAG_STATUS.completed
  await updateFlag(tx.db, report.id, { status, decision, decided_by: actor_id, decided_at: tx.now() })
  const { object_type, object_id, post_id, question_id, author_id, user_id } = report
  await tx.emit('report.decided', {
    actor_id,
    object_type: 'report',
    object_id: report.id,
    question_id,
    post_id,
    flagged_type: object_type,
    flagged_id: object_id,
    author_id,
    reporter_id: user_id,
    decision,
  })
}

interface FlagAction {
  operation_type: FlagDecision
  close_type?: number
  close_msg?: string
  edit?: Edit
}
/** A new text, rendered both as a post and as a comment: which it is is only known when the flag is locked. */
interface Edit {
  title: string
  text: Rendered
  tags: Described[]
  comment_html: string
}

const withoutText = (edit: Edit | undefined): FieldError[] =>
  edit?.text.original_text.trim() ? [] : [{ field: 'content', reason: 'field.required' }]
const tooLong = (max: number, { text }: Edit): FieldError[] =>
  [...text.original_text].length > max ? [{ field: 'content', reason: 'field.too_long', values: { max } }] : []

const editFlagged = async (tx: Tx, actor: Actor, { object_type, object_id }: Flag, edit: Edit | undefined) => {
  const faults = [
    ...withoutText(edit),
    ...(edit && object_type === 'comment' ? tooLong(COMMENT.max, edit) : []),
    ...(edit && object_type === 'question' && !edit.title ? [{ field: 'title', reason: 'field.required' }] : []),
    ...(edit && object_type === 'question' && edit.tags.length === 0
      ? [{ field: 'tags', reason: 'field.too_few', values: { min: TAGS_PER_QUESTION.min } }]
      : []),
  ]
  if (!edit || faults.length) throw new Invalid(faults)
  const { text, title, tags, comment_html } = edit
  if (object_type === 'comment')
    return rewordComment(
      tx,
      actor,
      object_id,
      { original_text: text.original_text, parsed_text: comment_html },
      { decided: true },
    )
  const settings = await settingsIn(tx.db)
  if (object_type === 'question') return reviseQuestion(tx, actor, settings, { id: object_id, title, text, tags })
  return reviseAnswer(tx, actor, settings, { id: object_id, text })
}

/** Acts on a flag, or ignores it. */
export const decideOnFlag = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { operation_type, close_type, close_msg, edit }: FlagAction,
) => {
  const report = await lockPendingFlag(tx, id)
  const { object_type, object_id } = report
  if (!decisionsFor(object_type).includes(operation_type))
    throw new Invalid([{ field: 'operation_type', reason: 'field.not_a_choice' }])
  if (operation_type === 'close_post' && !close_type)
    throw new Invalid([{ field: 'close_type', reason: 'field.no_reason' }])
  if (operation_type === 'edit_post') await editFlagged(tx, actor, report, edit)
  await closeFlag(tx, actor.id, report, operation_type)
  await recordStaffAct(tx, actor, {
    action: 'report.decided',
    object_type,
    object_id,
    question_id: report.question_id,
    user_id: report.author_id,
    before: { reason: report.reason_type, remark: report.content },
    after: { decision: operation_type, ...(close_type && { close_type, close_msg }) },
  })
  if (operation_type === 'close_post')
    await operate(tx, actor, object_id, 'close', { close_type, close_msg, reviewed: true })
  if (operation_type === 'unlist_post') await operate(tx, actor, object_id, 'unlist', { reviewed: true })
  if (operation_type === 'delete_post') {
    if (object_type === 'comment') await dropComment(tx, actor, object_id, { decided: true })
    else await operate(tx, actor, object_id, 'delete', { reviewed: true })
  }
}

export const decideFlag = async (
  app: App,
  actor: Actor,
  { flag_id, title = '', content = '', tags = [], ...decision }: FlagReview,
) => {
  const edit =
    decision.operation_type === 'edit_post'
      ? {
          title: asTitle(title),
          text: await asWritten(app, title.trim() ? 'question' : 'answer', content),
          tags: await describeTags(tags, 'tags'),
          comment_html: (await renderText(content, { field: 'content', mode: 'comment' })).html,
        }
      : undefined
  await app.transaction((tx) => decideOnFlag(tx, actor, numberOf('report', flag_id), { ...decision, edit }))
  return null
}

/** The deletion that settled these flags is undone, as if it had never been. One whose author has flagged the thing anew since stays settled. */
export const reopenFlags = async (tx: Tx, ids: number[]) => {
  if (ids.length) await reopenSettled(tx.db, ids)
}

/** The same by the number of a reason, as older clients send it. */
export const handleFlag = async (app: App, actor: Actor, { id, flagged_type, flagged_content = '' }: FlagHandling) => {
  const decision = decisionBy(flagged_type, flagged_content)
  if (!decision) throw new Invalid([{ field: 'flagged_type', reason: 'field.not_a_choice' }])
  return withFieldNames({ close_msg: 'flagged_content', operation_type: 'flagged_type' }, () =>
    decideFlag(app, actor, { flag_id: id, ...decision }),
  )
}

/** A deleted thing needs no more flags: those on it are settled. */
export const closeFlagsOn = async (
  tx: Tx,
  actor_id: number,
  thing: Pick<Flag, 'object_type' | 'object_id' | 'post_id'>,
) => {
  for (const report of await lockFlagsOn(tx.db, thing)) await closeFlag(tx, actor_id, report, 'delete_post')
}
