import * as reviews from '@askwell/contract/reviews.ts'
import {
  notificationSettings,
  reviewSettings,
  saveNotificationSettings,
  saveReviewSettings,
} from '@askwell/contract/site-settings.ts'
import { example, type Scene } from '../cast.ts'

const SPAM = 57

const flagged = async ({ w, cast, ask }: Scene) => {
  const object_id = await ask()
  await w.as(cast.privileged).call(reviews.flagPost, { body: { object_id, report_type: SPAM } })
  const { list } = await w.as(cast.admin).call(reviews.flaggedPosts, { query: { page_size: 100 } })
  return list.find((one) => one.object_id === object_id)!.flag_id
}
/** A question that a reviewer makes wait. */
const queued = async ({ w, cast, ask }: Scene) => {
  w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
  const object_id = await ask()
  w.app.reviewers.length = 0
  const { list } = await w.as(cast.admin).call(reviews.queuedPosts, { query: { object_id } })
  return list[0]!.review_id
}

export const reviewing = {
  flagPost: example(reviews.flagPost, async ({ ask }) => ({ body: { object_id: await ask(), report_type: SPAM } })),
  'flagPost: a deleted question': example(reviews.flagPost, ({ hidden }) => ({
    body: { object_id: hidden.question, report_type: SPAM },
  })),
  reviewTypes: example(reviews.reviewTypes),
  queuedPosts: example(reviews.queuedPosts),
  flaggedPosts: example(reviews.flaggedPosts),
  decideQueued: example(reviews.decideQueued, async (s) => ({
    body: { review_id: await queued(s), status: 'approve' },
  })),
  decideFlag: example(reviews.decideFlag, async (s) => ({
    body: { flag_id: await flagged(s), operation_type: 'ignore_report' },
  })),
  handleFlag: example(reviews.handleFlag, async (s) => ({ body: { id: await flagged(s), flagged_type: 72 } })),
  holdDecisions: example(reviews.holdDecisions, async (s) => ({
    body: { decisions: [{ queue: 'flagged_post', id: await flagged(s), operation: 'ignore_report' }] },
  })),
  undoDecisions: example(reviews.undoDecisions, () => ({ body: { items: [{ queue: 'queued_post', id: '1' }] } })),
  notificationSettings: example(notificationSettings),
  saveNotificationSettings: example(saveNotificationSettings, () => ({ body: { notification_days: 400 } })),
  reviewSettings: example(reviewSettings),
  saveReviewSettings: example(saveReviewSettings, () => ({ body: { links_rank: 20 } })),
}
