import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { TagDraft } from './questions.ts'
import {
  AnObjectId,
  captcha,
  Done,
  ObjectId,
  oneOf,
  page,
  paged,
  pageSize,
  saying,
  TagChip,
  text,
  Time,
  UserCard,
} from './shapes.ts'
import { Reason } from './site.ts'

/** Queues of the review page, and who may see them: the first two are for staff, the last for everybody who may review edits. */
export const QUEUES = ['queued_post', 'flagged_post', 'suggested_post_edit'] as const
export type Queue = (typeof QUEUES)[number]

/** Only those that the caller may see. */
export const ReviewType = Type.Object({ name: oneOf(QUEUES), label: Type.String(), todo_amount: Type.Integer() })
export type ReviewType = Static<typeof ReviewType>
export const reviewTypes = endpoint({
  method: 'GET',
  path: '/reviewing/type',
  summary: 'The review queues one may see, and how much waits in each',
  access: 'logged-in',
  visibility: 'site',
  rate: 'read',
  reply: Type.Array(ReviewType),
})

const listed = { ...page, page_size: pageSize({ size: 1, max: limits.PAGE.max }) }

/** The post that an item is about; for an answer or a comment, title and tags are its question's. */
const post = {
  object_id: ObjectId,
  object_type: oneOf(['question', 'answer', 'comment']),
  question_id: ObjectId,
  /** Empty where the item isn't about one. */
  answer_id: Type.String(),
  comment_id: Type.String(),
  created_at: Time,
  title: Type.String(),
  url_title: Type.String(),
  original_text: Type.String(),
  parsed_text: Type.String(),
  tags: Type.Array(TagChip),
  object_status: oneOf([1, 2, 10, 11]),
  object_show_status: oneOf([1, 2]),
  author_user_info: UserCard,
  /** When it came into the queue. */
  submit_at: Time,
}

/** Why a decision about another text than the one that was seen is refused. */
export const TEXT_CHANGED = 'error.review.text_changed'
/** Ours: the text that a decision is about, as `text_version` of the list, or the `revision_id` of a post. Where it is another by then, the decision is refused (409). */
const seen = { text_version: Type.Optional(text({ max: 50 })) }

/** A new post that waits; `reason` is why, in the words of the reviewer. `text_version` (ours) stands for the text as it is listed. */
export const QueuedPost = Type.Object({
  review_id: Type.Integer(),
  ...post,
  text_version: Type.String(),
  reason: Type.String(),
  submitter_display_name: Type.String(),
})
export type QueuedPost = Static<typeof QueuedPost>
/** One at a time unless more are asked for; oldest first. */
export const queuedPosts = endpoint({
  method: 'GET',
  path: '/review/pending/post/page',
  summary: 'New posts that wait to be let through',
  access: 'moderator',
  visibility: 'staff',
  rate: 'read',
  query: Type.Object({ ...listed, object_id: Type.Optional(Type.String({ maxLength: 30 })) }),
  reply: paged(QueuedPost),
})
export const QUEUED_DECISIONS = ['approve', 'reject'] as const
/** Which one: `review_id`, or `object_id` where the caller has the post and not the queue in front of them. */
export const QueuedDecision = Type.Object({
  review_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  object_id: Type.Optional(AnObjectId),
  status: oneOf(QUEUED_DECISIONS),
  ...seen,
})
export type QueuedDecision = Static<typeof QueuedDecision>
export const decideQueued = endpoint({
  method: 'PUT',
  path: '/review/pending/post',
  summary: 'Let a new post through, or not',
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: QueuedDecision,
  reply: Done,
})

/** `content` is the remark that some reasons need; for "a duplicate" the address of the other question. */
export const FlagDraft = Type.Object({
  object_id: AnObjectId,
  report_type: saying(
    { 'field.required': 'field.no_reason', 'field.too_small': 'field.no_reason' },
    Type.Integer({ minimum: 1 }),
  ),
  content: Type.Optional(text({ max: limits.FLAG_MAX })),
  ...captcha,
})
export type FlagDraft = Static<typeof FlagDraft>
/** A second flag on the same thing, while nobody has looked at the first, replaces it. */
export const flagPost = endpoint({
  method: 'POST',
  path: '/report',
  summary: 'Flag a question, an answer or a comment',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: FlagDraft,
  reply: Done,
})

export const FlaggedPost = Type.Object({
  flag_id: ObjectId,
  ...post,
  answer_count: Type.Integer(),
  answer_accepted: Type.Boolean(),
  /** Who flagged it, and why. */
  submitter_user: UserCard,
  reason: Reason,
  reason_content: Type.String(),
})
export type FlaggedPost = Static<typeof FlaggedPost>
export const flaggedPosts = endpoint({
  method: 'GET',
  path: '/report/unreviewed/post',
  summary: 'Flags that nobody has looked at',
  access: 'moderator',
  visibility: 'staff',
  rate: 'read',
  query: Type.Object({ ...listed, flag_id: Type.Optional(Type.String({ maxLength: 30 })) }),
  reply: paged(FlaggedPost),
})

export const FLAG_DECISIONS = ['edit_post', 'close_post', 'delete_post', 'unlist_post', 'ignore_report'] as const
export type FlagDecision = (typeof FLAG_DECISIONS)[number]
const closing = { close_type: Type.Optional(Type.Integer()), close_msg: Type.Optional(text({ max: limits.FLAG_MAX })) }
/** Title and tags only where a question is edited, `close_type` and `close_msg` where one is closed. */
export const FlagReview = Type.Object({
  flag_id: AnObjectId,
  operation_type: oneOf(FLAG_DECISIONS),
  ...closing,
  title: Type.Optional(text(limits.TITLE, 'not-blank')),
  content: Type.Optional(text({ min: limits.COMMENT.min, max: limits.CONTENT.max }, 'not-blank')),
  tags: Type.Optional(Type.Array(TagDraft, { maxItems: limits.TAGS_PER_QUESTION.max })),
})
export type FlagReview = Static<typeof FlagReview>
export const decideFlag = endpoint({
  method: 'PUT',
  path: '/report/review',
  summary: 'Act on a flag, or ignore it',
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: FlagReview,
  reply: Done,
})

/**
 * The older way, for admin clients that still have it. `flagged_type` is a reason of `GET /reasons?action=review`, or one for which questions are closed;
 * `flagged_content` is the remark that goes with it. `action` is what the client calls its dialog, and means nothing.
 */
export const FlagHandling = Type.Object({
  id: AnObjectId,
  action: Type.Optional(Type.String({ maxLength: 50 })),
  flagged_type: Type.Integer({ minimum: 1 }),
  flagged_content: Type.Optional(text({ max: limits.FLAG_MAX })),
})
export type FlagHandling = Static<typeof FlagHandling>
export const handleFlag = endpoint({
  prefix: 'admin',
  method: 'PUT',
  path: '/report',
  summary: 'Act on a flag by the number of a reason',
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: FlagHandling,
  reply: Done,
})

const item = { queue: oneOf(QUEUES), id: text({ min: 1, max: 20 }) }
export const ReviewItem = Type.Object(item)
export type ReviewItem = Static<typeof ReviewItem>

/** What is to become of an item. Edits aren't among it: they are made at once, and can be rolled back. */
const REVIEW_OPERATIONS = ['approve', 'reject', 'close_post', 'delete_post', 'unlist_post', 'ignore_report'] as const
export const Decision = Type.Object({
  ...item,
  operation: oneOf(REVIEW_OPERATIONS),
  ...closing,
  reason: Type.Optional(text({ max: limits.EDIT_SUMMARY_MAX })),
  ...seen,
})
export type Decision = Static<typeof Decision>
const some = { minItems: 1, maxItems: limits.DECISIONS_AT_ONCE }

/** An item that somebody was quicker with, and how it was decided; or whose text is another than the one that was seen. */
export const TakenItem = Type.Object({ ...item, reason: Type.String(), msg: Type.String() })
export type TakenItem = Static<typeof TakenItem>

/**
 * Ours: decides several items at once, in a way that can be undone. The items leave their queues now, and the decisions are carried out when `undo_until` has passed;
 * until then nothing follows from them, no notice and no e-mail.
 */
export const holdDecisions = endpoint({
  method: 'POST',
  path: '/review/decisions',
  summary: 'Decide review items, with some seconds to undo it',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ decisions: Type.Array(Decision, some) }),
  reply: Type.Object({ undo_until: Time, held: Type.Array(ReviewItem), taken: Type.Array(TakenItem) }),
})
/** Ours: the items are back in their queues. Those whose decision has been carried out already are not in the reply. */
export const undoDecisions = endpoint({
  method: 'DELETE',
  path: '/review/decisions',
  summary: 'Take back one’s decisions of the last seconds',
  access: 'activated',
  visibility: 'own',
  rate: 'write',
  body: Type.Object({ items: Type.Array(ReviewItem, some) }),
  reply: Type.Object({ undone: Type.Array(ReviewItem) }),
})
