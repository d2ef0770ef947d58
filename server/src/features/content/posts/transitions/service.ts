import { DUPLICATE, needsRemark, reasonsFor } from '@askwell/contract/flag-reasons.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { FLAG_MAX } from '@askwell/contract/limits.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import {
  type OperationName,
  stateAfter,
  operationStatus,
  stepOf,
  HIDDEN_FROM,
  isListed,
  type PostVisibility,
} from '@askwell/contract/states.ts'
import type { App, Events, Tx } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { allow, BadRequest, Conflict, type FieldError, Invalid, NotFound } from '../../../../lib/errors.ts'
import { isUnused as isUnusedAnswer } from '../answers/policy.ts'
import { isUnused as isUnusedQuestion } from '../questions/policy.ts'
import { findSetting } from '../../../operations/settings/queries.ts'
import { tagIdsOf } from '../../tags/of-questions/queries.ts'
import { createPendingTags } from '../../tags/pick-tags.ts'
import { canOperate, isUnreviewed, questionAt, restoredStatus } from '../policy.ts'
import { deleteClosings, findClosing, insertClosing } from './queries.ts'
import { eraseThread } from '../erasure/erase-thread.ts'
import {
  findPost,
  findVisiblePost,
  lockPosts,
  lockVisiblePost,
  type Post,
  type PostChanges,
  updatePost,
} from '../queries.ts'
import { listAnswerScores } from '../answers/queries.ts'
import { countListing, updateHotScores } from '../service.ts'
import { changedFields } from '../../../operations/audit/changed-fields.ts'
import { recordStaffAct } from '../../../operations/audit/queries.ts'

export interface Details {
  /** A number of `question.close.reasons`; where it is left out or 0, no reason is given. */
  close_type?: number
  /** The remark that some reasons need; for a duplicate the address of the other question. */
  close_msg?: string
  /** Without a reason it isn't closed. */
  asks_reason?: boolean
  /** A review led to it. */
  reviewed?: boolean
  /** It becomes exactly what it was, also where it waited for review. */
  exact?: boolean
  /** Only if it is of this kind: numbers of questions and answers are of one row. */
  kind?: Post['kind']
}

/** What is wrong with a reason and its remark, and the question that a duplicate's address leads to: it has to be another one of this site that everybody can see. */
export const examineRemark = async (
  tx: Pick<Tx, 'db'>,
  { question_id, reason, remark, field }: { question_id: number; reason: number; remark: string; field: string },
): Promise<{ faults: FieldError[]; duplicate_of_id: number }> => {
  const wrong = (why: FieldError['reason'], values?: FieldError['values']) => ({
    faults: [{ field, reason: why, ...(values && { values }) }],
    duplicate_of_id: 0,
  })
  if (remark.length > FLAG_MAX) return wrong('field.too_long', { max: FLAG_MAX })
  if (needsRemark(reason) && remark.trim() === '') return wrong('field.blank')
  if (reason !== DUPLICATE) return { faults: [], duplicate_of_id: 0 }
  const { site_url = '' } = ((await findSetting(tx.db, 'general')) ?? {}) as { site_url?: string }
  const found = questionAt(remark, site_url)
  if ('reason' in found) return wrong(found.reason)
  if (found.id === question_id) return wrong('field.duplicate_of_itself')
  const other = await findVisiblePost(tx.db, found.id, null, 'question')
  if (!other) return wrong('field.not_a_question')
  return { faults: [], duplicate_of_id: other.id }
}

const CLOSE_REASONS = reasonsFor('question', 'close')

const examineClosing = async (
  tx: Tx,
  question: Post,
  { close_type = 0, close_msg = '', asks_reason = false }: Details,
) => {
  if ((close_type !== 0 || asks_reason) && !CLOSE_REASONS.includes(close_type))
    throw new Invalid([{ field: 'close_type', reason: close_type === 0 ? 'field.no_reason' : 'field.not_a_choice' }])
  const { faults, duplicate_of_id } = await examineRemark(tx, {
    question_id: question.id,
    reason: close_type,
    remark: close_msg,
    field: 'close_msg',
  })
  if (faults.length) throw new Invalid(faults)
  if (duplicate_of_id) {
    // Held, so that two can't be closed as duplicates of each other at once.
    await lockPosts(tx.db, [duplicate_of_id])
    if ((await findClosing(tx.db, duplicate_of_id))?.duplicate_of_id === question.id)
      throw new Invalid([{ field: 'close_msg', reason: 'field.duplicate_of_this' }])
  }
  return { close_type, close_msg: needsRemark(close_type) ? close_msg.trim() : '', duplicate_of_id }
}

const PAST = {
  close: 'closed',
  reopen: 'reopened',
  pin: 'pinned',
  unpin: 'unpinned',
  list: 'listed',
  unlist: 'unlisted',
  delete: 'deleted',
  undelete: 'undeleted',
  approve: 'approved',
} as const satisfies Partial<Record<OperationName, string>>

/** Nobody would miss it, so its author may take it away. */
const isUnused = async (tx: Tx, post: Post, question: Post) =>
  post.kind === 'answer'
    ? isUnusedAnswer(post, question)
    : isUnusedQuestion(post, await listAnswerScores(tx.db, post.id, 2))

/** What the row keeps of the step beside the state itself. */
const traceOf = (tx: Tx, actor: Actor, operation: OperationName, post: Post, question: Post): PostChanges => {
  if (operation === 'delete')
    return {
      deleted_at: tx.now(),
      deleted_by: actor.id,
      former_status: post.status,
      was_accepted: question.accepted_answer_id === post.id ? 1 : 0,
    }
  return operation === 'undelete'
    ? { deleted_at: 0, deleted_by: 0, former_status: QUESTION_STATUS.available, was_accepted: 0 }
    : {}
}

/** Only what can be seen is accepted. Nobody has taken the acceptance back, so the points for it stay, and it is again what it was when it comes back before another was accepted. */
const updateAcceptance = async (tx: Tx, before: Post, after: Post, question: Post) => {
  if (after.status >= HIDDEN_FROM && question.accepted_answer_id === after.id)
    await updatePost(tx.db, question.id, { accepted_answer_id: 0 })
  if (after.status < HIDDEN_FROM && before.was_accepted && question.accepted_answer_id === 0)
    await updatePost(tx.db, question.id, { accepted_answer_id: after.id })
}

/** The tags of a question, with those that have waited with it and are made as it is let through. */
const tagsAfter = (tx: Tx, post: Post, after: PostVisibility) =>
  isUnreviewed(post) && after.status < HIDDEN_FROM ? createPendingTags(tx, post) : tagIdsOf(tx.db, post.id)

type State = Pick<Post, 'status' | 'pin' | 'show'>

/** What staff have done to a post. What a review led to is recorded as the decision that it is. */
const recordStep = async (
  tx: Tx,
  actor: Actor,
  operation: OperationName,
  post: Post,
  { after, reason }: { after: State | null; reason?: object | undefined },
) => {
  const state = ({ status, pin, show }: State) => ({ status, pin, show })
  const changed = after && changedFields(state(post), state(after))
  await recordStaffAct(tx, actor, {
    action: `${post.kind}.${operation === 'erase' ? 'erased' : PAST[operation]}`,
    object_type: post.kind,
    object_id: post.id,
    question_id: post.question_id,
    user_id: post.user_id,
    before: changed ? changed.before : after ? null : { title: post.title, ...state(post) },
    after: changed || reason ? { ...changed?.after, ...reason } : null,
  })
}

const erase = async (tx: Tx, actor: Actor, post: Post) => {
  await eraseThread(tx, actor.id, post)
  await recordStep(tx, actor, 'erase', post, { after: null })
}

/**
 * Does one of the operations of contract/src/states.ts to a post, whole, with all that follows from it, or refuses: nothing has changed then.
 * Its author is told, where that is somebody else. @returns whether there was anything to do.
 */
export const operate = async (
  tx: Tx,
  actor: Actor,
  post_id: number,
  operation: OperationName,
  details: Details = {},
): Promise<boolean> => {
  const kind = details.kind ?? (await findPost(tx.db, post_id))?.kind ?? 'question'
  const thread = (stepOf(operation).kinds as readonly string[]).includes(kind)
    ? await lockVisiblePost(tx.db, post_id, actor, kind)
    : undefined
  if (!thread) throw new NotFound(`error.${kind}.not_found`)
  const { post, question } = thread
  allow(canOperate(operation, actor, post))
  const stand = operationStatus(operation, post)
  if (stand === 'already') {
    if (operation === 'close' && details.close_type) await refuseOtherClosing(tx, post, details)
    return false
  }
  if (stand !== 'possible') throw new BadRequest(`error.post.${stand}`)
  if (operation === 'delete' && !isStaff(actor) && !(await isUnused(tx, post, question)))
    throw new BadRequest(`error.${kind}.cannot_deleted`)
  const closing = operation === 'close' ? await examineClosing(tx, post, details) : undefined
  const after = stateAfter(operation, post, details.exact ? post.former_status : restoredStatus(actor, post))
  if (!after) {
    await erase(tx, actor, post)
    return true
  }
  const { status, pin, show } = after
  await updatePost(tx.db, post.id, { status, pin, show, ...traceOf(tx, actor, operation, post, question) })
  if (closing) await insertClosing(tx.db, { question_id: post.id, ...closing, user_id: actor.id, created_at: tx.now() })
  if (operation === 'reopen') await deleteClosings(tx.db, [post.id])
  if (kind === 'answer') await updateAcceptance(tx, post, after, question)
  await tx.emit(
    `${kind}.${PAST[operation as keyof typeof PAST]}` as 'question.closed',
    {
      actor_id: actor.id,
      object_type: kind,
      object_id: post.id,
      question_id: question.id,
      kind,
      author_id: post.user_id,
      tag_ids: kind === 'question' ? await tagsAfter(tx, post, after) : [],
      was_listed: kind === 'question' && isListed(post),
      is_listed: kind === 'question' && isListed(after),
      ...(details.reviewed && { reviewed: true }),
      ...(closing && { close_type: closing.close_type, duplicate_of_id: closing.duplicate_of_id }),
      ...(operation === 'undelete' && { status }),
    } as Events['question.closed'],
  )
  await updateHotScores(tx, [question.id])
  if (kind === 'question') await countListing(tx, post, after)
  if (!details.reviewed) await recordStep(tx, actor, operation, post, { after, reason: closing })
  return true
}

/** What a member asks to be done, as one act. */
export const operatePost = async (
  app: App,
  actor: Actor,
  kind: Post['kind'],
  id: string,
  operation: OperationName,
  details: Details = {},
) => {
  await app.transaction((tx) => operate(tx, actor, numberOf(kind, id), operation, { ...details, kind }))
  return null
}

/** Closed again for what it is closed for: the same call once more. For anything else somebody was quicker. */
const refuseOtherClosing = async (tx: Tx, { id }: Post, { close_type, close_msg = '' }: Details) => {
  const closing = await findClosing(tx.db, id)
  if (
    !closing ||
    closing.close_type !== close_type ||
    (needsRemark(closing.close_type) && closing.close_msg !== close_msg.trim())
  )
    throw new Conflict('error.post.closed')
}
