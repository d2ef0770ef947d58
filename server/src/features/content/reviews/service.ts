import { UNDO_SECONDS } from '@askwell/contract/limits.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import {
  type Decision,
  type Queue,
  type QueuedDecision,
  type ReviewItem,
  TEXT_CHANGED,
} from '@askwell/contract/reviews.ts'
import type { App, Tx } from '../../../events/events.ts'
import { advanceJob } from '../../../events/queries.ts'
import { MAIL_STATUS, type Actor, USER_STATUS } from '../../../lib/actor.ts'
import { BadRequest, Conflict, Invalid, overloaded, AppError, Forbidden } from '../../../lib/errors.ts'
import { findComment } from '../comments/queries.ts'
import { dropComment, letThrough } from '../comments/service.ts'
import { findPost, lockPost } from '../posts/queries.ts'
import { operate } from '../posts/transitions/service.ts'
import { versionOfComment, versionOfPost } from '../flags/policy.ts'
import { alreadyDecided, decideOnFlag, lockPendingFlag } from '../flags/service.ts'
import { audit } from '../suggested-edits/service.ts'
import { lockWaitingSuggestion } from '../suggested-edits/lock-suggestion.ts'
import { prepared } from '../suggested-edits/prepare-approval.ts'
import { findUser } from '../../users/users/queries.ts'
import { reviewedBy } from './views.ts'
import { asFlagDecision, canReview, fits } from './policy.ts'
import {
  deletePendingDecision,
  deletePendingDecisions,
  findPendingDecision,
  insertPendingDecision,
  listDue,
  takePendingDecision,
} from './queries.ts'
import {
  findReview,
  findReviewed,
  lockReview,
  REVIEW_STATUS,
  type Review,
  updateReview,
} from '../review-queue/queries.ts'
import { recordStaffAct } from '../../operations/audit/queries.ts'
import { actingAs, currentActing } from '../../../lib/acting.ts'

const wordOf = ({ status }: Review) => (status === REVIEW_STATUS.approved ? 'approve' : 'reject')

/** An undecided post or comment of the queue, locked with its thread until the transaction ends. The thread is locked first, as everywhere. */
const lockWaitingReview = async (tx: Tx, id: number) => {
  const found = await findReview(tx.db, id)
  if (!found) throw new BadRequest('error.object.not_found')
  await lockPost(tx.db, found.post_id)
  const review = (await lockReview(tx.db, id))!
  if (review.status === REVIEW_STATUS.rejected && review.decided_by === 0) throw new BadRequest('error.post.deleted') // a reviewer has, and no member
  if (review.status !== REVIEW_STATUS.waiting) throw await alreadyDecided(tx, review.decided_by, wordOf(review))
  const pending = await findPendingDecision(tx.db, 'queued_post', id)
  if (pending) throw await alreadyDecided(tx, pending.user_id, 'held')
  return review
}

/** A decision is about the text that was seen: its author may have written another meanwhile. */
const refuseUnseen = async (tx: Tx, { post_id, comment_id }: Review, seen: string | undefined) => {
  if (seen === undefined) return
  const version = comment_id
    ? versionOfComment((await findComment(tx.db, comment_id))!)
    : versionOfPost((await findPost(tx.db, post_id))!)
  if (version !== seen) throw new Conflict(TEXT_CHANGED)
}

type Verdict = Pick<QueuedDecision, 'status' | 'text_version'>

const recordDecision = async (tx: Tx, actor: Actor, { post_id, comment_id }: Review, decision: string) => {
  const post = (await findPost(tx.db, post_id))!
  const comment = comment_id ? (await findComment(tx.db, comment_id))! : undefined
  await recordStaffAct(tx, actor, {
    action: decision === 'approve' ? 'review.approved' : 'review.rejected',
    object_type: comment ? 'comment' : post.kind,
    object_id: comment?.id ?? post.id,
    question_id: post.question_id,
    user_id: (comment ?? post).user_id,
    before: { decision: 'pending' },
    after: { decision },
  })
}

/** Approves a new post or comment, with everything that follows from asking, answering or commenting, or deletes it. */
export const decideReview = async (tx: Tx, actor: Actor, id: number, { status: decision, text_version }: Verdict) => {
  const review = await lockWaitingReview(tx, id)
  await refuseUnseen(tx, review, text_version)
  await updateReview(tx.db, id, {
    status: decision === 'approve' ? REVIEW_STATUS.approved : REVIEW_STATUS.rejected,
    decided_by: actor.id,
    decided_at: tx.now(),
  })
  await recordDecision(tx, actor, review, decision)
  if (review.comment_id) {
    if (decision === 'approve') await letThrough(tx, actor, review.comment_id)
    else await dropComment(tx, actor, review.comment_id, { decided: true })
  } else await operate(tx, actor, review.post_id, decision === 'approve' ? 'approve' : 'delete', { reviewed: true })
}

const reviewMeant = async (tx: Tx, { review_id, object_id }: QueuedDecision) => {
  if (review_id !== undefined) return review_id
  if (object_id === undefined) throw new Invalid([{ field: 'review_id', reason: 'field.required' }])
  const reviewed = await reviewedBy(tx.db, object_id)
  return (await findReviewed(tx.db, reviewed))?.id ?? 0
}

export const decideQueued = async (app: App, actor: Actor, decision: QueuedDecision) => {
  await app.transaction(async (tx) => decideReview(tx, actor, await reviewMeant(tx, decision), decision))
  return null
}

const numberIn = ({ queue, id }: ReviewItem) =>
  queue === 'flagged_post' ? numberOf('report', id) : /^\d{1,15}$/.test(id) ? Number(id) : 0

/** Refuses what has been decided already; the item is locked until the transaction ends. */
const lockWaiting: Record<Queue, (tx: Tx, actor: Actor, id: number) => Promise<unknown>> = {
  queued_post: (tx, _, id) => lockWaitingReview(tx, id),
  flagged_post: (tx, _, id) => lockPendingFlag(tx, id),
  suggested_post_edit: lockWaitingSuggestion,
}
/** Each runs in a transaction of its own that `open` begins: an approval is prepared before it. */
type Open = (work: (tx: Tx, actor: Actor) => Promise<unknown>) => Promise<void>
const carryOut: Record<
  Queue,
  (app: Pick<App, 'db' | 'plugins'>, id: number, decision: Decision, open: Open) => Promise<void>
> = {
  queued_post: (_, id, { operation, text_version }, open) =>
    open((tx, actor) =>
      decideReview(tx, actor, id, { status: operation === 'approve' ? 'approve' : 'reject', text_version }),
    ),
  flagged_post: (_, id, { operation, close_type, close_msg }, open) =>
    open((tx, actor) =>
      decideOnFlag(tx, actor, id, { operation_type: asFlagDecision(operation), close_type, close_msg }),
    ),
  suggested_post_edit: (app, id, { operation, reason }, open) =>
    operation === 'approve'
      ? prepared(app, { id }, (made) => open((tx, actor) => audit(tx, actor, id, { approve: true, made })))
      : open((tx, actor) => audit(tx, actor, id, { approve: false, reason, made: undefined })),
}

/** The reviewer can do nothing about it: somebody was quicker, or there is nothing to decide any more. */
const isTaken = (error: unknown): error is AppError =>
  error instanceof AppError && !(error instanceof Invalid) && error !== overloaded

/** The timed job that carries out pending decisions, by its name in effects.ts; it needn't wait for its turn. */
const TIMED = 'carryOutDecisions'

interface Taken extends ReviewItem {
  refusal: AppError
}

/**
 * Takes items out of their queues; the decisions are carried out when the time to undo them is over. What is impossible is refused at once, by doing it
 * and rolling back. Each item has a transaction of its own: if somebody was quicker with one, the others aren't lost.
 */
export const holdDecisions = async (app: App, actor: Actor, decisions: Decision[]) => {
  const held: ReviewItem[] = []
  const taken: Taken[] = []
  const undo_until = app.clock.now() + UNDO_SECONDS
  for (const [place, decision] of decisions.entries()) {
    if (!canReview(actor, decision.queue)) throw new Forbidden('base.unauthorized_error')
    if (!fits(decision)) throw new Invalid([{ field: `decisions.${place}.operation`, reason: 'field.not_a_choice' }])
  }
  for (const decision of decisions) {
    const { queue, id } = decision
    const item_id = numberIn(decision)
    try {
      await carryOut[queue](app, item_id, decision, (work) => tryOut(app, (tx) => work(tx, actor)))
      await app.transaction(async (tx) => {
        await lockWaiting[queue](tx, actor, item_id)
        if (
          !(await insertPendingDecision(tx.db, {
            queue,
            item_id,
            user_id: actor.id,
            decision: JSON.stringify({ ...decision, session_id: currentActing()?.session_id }),
            held_until: undo_until,
          }))
        )
          throw await alreadyDecided(tx, (await findPendingDecision(tx.db, queue, item_id))!.user_id, 'held')
        await advanceJob(tx.db, TIMED, undo_until)
      })
      held.push({ queue, id })
    } catch (error) {
      if (!isTaken(error)) throw error
      taken.push({ queue, id, refusal: error })
    }
  }
  return { undo_until, held, taken }
}

/** What it would come to, and nothing is changed. */
const tryOut = async (app: App, work: (tx: Tx) => Promise<unknown>) => {
  const undone = new Error('only tried')
  await app
    .transaction(async (tx) => {
      await work(tx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}

/** Undoes the caller's decisions of the last seconds; nothing has followed from them yet. */
export const undoDecisions = (app: App, actor: Actor, items: ReviewItem[]) =>
  app.transaction(async (tx) => {
    const undone: ReviewItem[] = []
    for (const item of items) {
      if (
        await deletePendingDecision(tx.db, {
          queue: item.queue,
          item_id: numberIn(item),
          user_id: actor.id,
          after: tx.now(),
        })
      )
        undone.push({ queue: item.queue, id: item.id })
    }
    return { undone }
  })

const SOME = 100

/** Carries out decisions that can't be undone any more, with the rights their reviewers have now. */
export const carryOutDue = async (app: App) => {
  for (;;) {
    const due = await listDue(app.db, app.clock.now(), SOME)
    for (const { queue, item_id, decision } of due) {
      try {
        const { session_id = 0, ...decided } = JSON.parse(decision) as Decision & { session_id?: number }
        await carryOut[queue](app, item_id, decided, (work) =>
          app.transaction(async (tx) => {
            const pending = await takePendingDecision(tx.db, queue, item_id, decision, tx.now())
            const actor = pending && (await findUser(tx.db, pending.user_id))
            if (
              !pending ||
              actor?.status !== USER_STATUS.normal ||
              actor.mail_status !== MAIL_STATUS.activated ||
              !canReview(actor, queue)
            )
              return
            await actingAs({ actor_id: actor.id, session_id, via: 'session' }, () => work(tx, actor))
          }),
        )
      } catch (error) {
        // Decided differently in the meantime, or no longer possible: if there is still anything to decide, it waits again.
        if (!(error instanceof AppError) || error === overloaded) throw error
        await app.transaction((tx) => deletePendingDecisions(tx.db, queue, item_id))
      }
    }
    if (due.length < SOME) return
  }
}
