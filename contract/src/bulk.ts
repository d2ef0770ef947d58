import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import {
  AUserId,
  Done,
  flag,
  MemberAction,
  ObjectId,
  oneOf,
  page,
  paged,
  TagChip,
  Time,
  UserChip,
  UserStatus,
} from './shapes.ts'
import type { StaffAction } from './staff-actions.ts'
import { TASK_STATUS } from './tasks.ts'

// Lists of everything in every state, and acts on many of them at once: seen before they happen, run as long tasks, undone for 30 days.

export const BULK_KINDS = ['question', 'answer', 'comment', 'user'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** Which states a list of each kind can be narrowed to; the empty one is all. */
export const BULK_STATES = {
  question: ['', 'available', 'closed', 'unlisted', 'pinned', 'pending', 'deleted'],
  answer: ['', 'available', 'pending', 'deleted'],
  comment: ['', 'available', 'pending', 'deleted'],
  user: ['', 'normal', 'inactive', 'suspended', 'deleted', 'staff', 'never', 'no_email', 'unseen'],
} as const satisfies Record<BulkKind, readonly string[]>
const STATES = [
  '',
  'available',
  'closed',
  'unlisted',
  'pinned',
  'pending',
  'deleted',
  'normal',
  'inactive',
  'suspended',
  'staff',
  'never',
  'no_email',
  'unseen',
] as const

/** Seconds, as far as a database counts them. */
const moment = { minimum: 0, maximum: 100_000_000_000 }
const score = Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })
const search = Type.String({ maxLength: limits.BULK_QUERY_MAX, default: '' })
/** `query` is a part of the text or name, a number, or an address of this site. Times are those of writing or joining; scores of members are their reputation. */
export const bulkFilter = {
  kind: oneOf(BULK_KINDS),
  state: oneOf(STATES, { default: '' }),
  query: search,
  /** A username, or `user:12`. */
  author: search,
  tag: Type.String({ maxLength: limits.TAG_NAME.max, default: '' }),
  since: Type.Integer({ ...moment, default: 0 }),
  until: Type.Integer({ ...moment, default: 0 }),
  score_min: Type.Optional(score),
  score_max: Type.Optional(score),
  /** Only with undecided flags. */
  flagged: flag(false),
}
export const BulkFilter = Type.Object(bulkFilter)
export type BulkFilter = Static<typeof BulkFilter>

/** A question, an answer or a comment, whatever its state. */
export const ContentRow = Type.Object({
  id: ObjectId,
  kind: oneOf(BULK_KINDS),
  question_id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  excerpt: Type.String(),
  status: Type.Integer(),
  pin: Type.Integer(),
  show: Type.Integer(),
  score: Type.Integer(),
  answer_count: Type.Integer(),
  comment_count: Type.Integer(),
  flag_count: Type.Integer(),
  accepted: Type.Boolean(),
  tags: Type.Array(TagChip),
  created_at: Time,
  deleted_at: Time,
  user_info: UserChip,
  /** Of questions and answers. */
  member_actions: Type.Array(MemberAction),
})
export type ContentRow = Static<typeof ContentRow>

const staff = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

/** Ours. Newest first, with the true count. */
export const contentPage = endpoint({
  ...staff,
  method: 'GET',
  path: '/content/page',
  summary: 'Questions, answers or comments in any state',
  query: Type.Object({ ...bulkFilter, kind: oneOf(['question', 'answer', 'comment']), ...page }),
  reply: paged(ContentRow),
})

export const BULK_ACTS = [
  'close',
  'reopen',
  'pin',
  'unpin',
  'unlist',
  'list',
  'delete',
  'undelete',
  'retag',
  'author',
  'suspend',
  'unsuspend',
  'role',
  'sweep',
] as const
export type BulkAct = (typeof BULK_ACTS)[number]
/** What can be done to each kind. */
export const ACTS_OF = {
  question: ['close', 'reopen', 'unlist', 'list', 'pin', 'unpin', 'retag', 'author', 'delete', 'undelete'],
  answer: ['author', 'delete', 'undelete'],
  comment: ['delete', 'undelete'],
  user: ['suspend', 'unsuspend', 'role', 'delete'],
} as const satisfies Record<BulkKind, readonly BulkAct[]>

/** The right that an act needs. */
export const rightOf = (kind: BulkKind, act: BulkAct) =>
  `${kind === 'user' ? 'member' : 'content'}.${act}` as StaffAction

/** What becomes of what a deleted member wrote: nothing; all but their questions that others have answered; all of it. */
export const LEFT_BEHIND = ['stay', 'own', 'all'] as const
export const SWEPT = ['posts', 'comments', 'votes'] as const

const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 30 }), { maxItems: limits.BULK_PICKED_MAX })
const slugs = Type.Array(Type.String({ minLength: 1, maxLength: limits.TAG_NAME.max }), {
  maxItems: limits.TAGS_PER_QUESTION.max,
})
export const BulkOptions = Type.Object({
  close_type: Type.Optional(Type.Integer()),
  close_msg: Type.Optional(Type.String({ maxLength: limits.FLAG_MAX })),
  add_tags: Type.Optional(slugs),
  remove_tags: Type.Optional(slugs),
  author: Type.Optional(Type.String({ maxLength: limits.BULK_QUERY_MAX })),
  role_id: Type.Optional(Type.Integer()),
  suspend_duration: Type.Optional(oneOf(limits.SUSPENSIONS)),
  note: Type.Optional(Type.String({ maxLength: limits.SUSPENSION_NOTE_MAX })),
  content: Type.Optional(oneOf(LEFT_BEHIND)),
  what: Type.Optional(Type.Array(oneOf(SWEPT))),
  since: Type.Optional(Type.Integer(moment)),
  until: Type.Optional(Type.Integer(moment)),
})
export type BulkOptions = Static<typeof BulkOptions>

/** These, or with `filter` all that match it. */
const wanted = {
  kind: oneOf(BULK_KINDS),
  act: oneOf(BULK_ACTS),
  ids: Type.Optional(Ids),
  filter: Type.Optional(BulkFilter),
  options: Type.Optional(BulkOptions),
}
export const BulkWish = Type.Object(wanted)
export type BulkWish = Static<typeof BulkWish>

const Sample = Type.Object({ id: Type.String(), kind: Type.String(), title: Type.String() })
export const BulkPreview = Type.Object({
  /** All that were picked or match. */
  count: Type.Integer(),
  /** So many of them, the oldest, were looked at; where there are more, what follows is only about these. */
  looked_at: Type.Integer(),
  possible: Type.Integer(),
  samples: Type.Array(Sample),
  /** What stays as it is, by reason. */
  skipped: Type.Array(
    Type.Object({ reason: Type.String(), msg: Type.String(), count: Type.Integer(), samples: Type.Array(Sample) }),
  ),
  /** What goes with members: by `question`, `answer`, `answer_of_others`, `comment`, `vote`, `file`. */
  figures: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
  /** What has to be typed before members are deleted; empty where nothing has. */
  confirm: Type.String(),
})
export type BulkPreview = Static<typeof BulkPreview>

/** Ours. Changes nothing. */
export const previewBulk = endpoint({
  ...staff,
  method: 'POST',
  path: '/bulk/preview',
  summary: 'What an act on many things would do',
  body: BulkWish,
  reply: BulkPreview,
})
export const BELONGING = ['question', 'answer', 'answer_of_others', 'comment'] as const
export type Belonging = (typeof BELONGING)[number]
/** Ours. What isn't deleted of what a member wrote, and what others answered under their questions; the latest first. */
export const memberBelongings = endpoint({
  ...staff,
  method: 'GET',
  path: '/member/belongings',
  summary: 'What goes with a member',
  query: Type.Object({ user_id: AUserId, what: oneOf(BELONGING, { default: 'question' }), ...page }),
  /** `answered`: a question that others have answered, which may stay. */
  reply: paged(Type.Object({ ...ContentRow.properties, answered: Type.Boolean() })),
})
/** Ours. Runs as a long task of kind `bulk_act`, one at a time. */
export const beginBulk = endpoint({
  ...staff,
  method: 'POST',
  path: '/bulk',
  summary: 'Do something to many things',
  body: Type.Object({ ...wanted, confirm: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Type.Object({ id: Type.String() }),
})

export const BulkRow = Type.Object({
  id: Type.String(),
  kind: oneOf(BULK_KINDS),
  act: oneOf(BULK_ACTS),
  begun_by: Type.String(),
  created_at: Time,
  /** How far its task is: the undoing one, once that was begun. */
  task_id: Type.String(),
  task_status: oneOf(TASK_STATUS),
  undoing: Type.Boolean(),
  done: Type.Integer(),
  skipped: Type.Integer(),
  undone: Type.Integer(),
  not_undone: Type.Integer(),
  /** Until then it can be undone; 0 where there is nothing to undo. */
  undo_until: Time,
})
export type BulkRow = Static<typeof BulkRow>
const BulkChange = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  question_id: ObjectId,
  result: oneOf(['done', 'skipped', 'undone', 'not_undone']),
  /** Why it was passed over, or could not be undone. */
  msg: Type.String(),
})
export type BulkChange = Static<typeof BulkChange>

/** Ours. */
export const bulkPage = endpoint({
  ...staff,
  method: 'GET',
  path: '/bulk/page',
  summary: 'Acts on many things, the latest first',
  query: Type.Object(page),
  reply: paged(BulkRow),
})
/** Ours. */
export const bulkInfo = endpoint({
  ...staff,
  method: 'GET',
  path: '/bulk',
  summary: 'One act on many things, and what became of each',
  query: Type.Object({
    ...page,
    id: Type.String({ minLength: 1, maxLength: 20 }),
    only: oneOf(['', 'done', 'skipped', 'undone', 'not_undone'], { default: '' }),
  }),
  reply: Type.Object({ act: BulkRow, options: BulkOptions, count: Type.Integer(), list: Type.Array(BulkChange) }),
})
/** Ours. Restores each thing that nobody has changed since, and says which it could not. */
export const undoBulk = endpoint({
  ...staff,
  method: 'POST',
  path: '/bulk/undo',
  summary: 'Undo an act on many things',
  body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 20 }) }),
  reply: Done,
})

export const MemberRow = Type.Object({
  user_id: Type.String(),
  username: Type.String(),
  display_name: Type.String(),
  avatar: Type.String(),
  e_mail: Type.String(),
  rank: Type.Integer(),
  role_id: Type.Integer(),
  role_name: Type.String(),
  status: UserStatus,
  question_count: Type.Integer(),
  answer_count: Type.Integer(),
  created_at: Time,
  suspended_until: Time,
  deleted_at: Time,
})
export type MemberRow = Static<typeof MemberRow>
/** Ours. Newest first, with the true count. */
export const memberPage = endpoint({
  ...staff,
  method: 'GET',
  path: '/members/page',
  summary: 'Members in any state',
  query: Type.Object({ ...bulkFilter, kind: oneOf(['user'], { default: 'user' }), ...page }),
  reply: paged(MemberRow),
})

const Note = Type.Object({
  id: Type.String(),
  text: Type.String(),
  written_by: Type.String(),
  created_at: Time,
  own: Type.Boolean(),
})
const Figure = Type.Object({ all: Type.Integer(), deleted: Type.Integer() })
/** What those who look after the site know of a member. */
export const MemberFile = Type.Object({
  questions: Figure,
  answers: Figure,
  comments: Figure,
  votes: Type.Integer(),
  sessions: Type.Integer(),
  last_seen_at: Time,
  suspensions: Type.Array(Type.Object({ suspended: Type.Boolean(), by: Type.String(), at: Time })),
  /** Undecided and decided, the latest first, ten at most. */
  flags_by: Type.Array(
    Type.Object({
      id: Type.String(),
      object_id: ObjectId,
      question_id: ObjectId,
      reason_type: Type.Integer(),
      status: Type.Integer(),
      created_at: Time,
    }),
  ),
  flags_on: Type.Array(
    Type.Object({
      id: Type.String(),
      object_id: ObjectId,
      question_id: ObjectId,
      reason_type: Type.Integer(),
      status: Type.Integer(),
      created_at: Time,
    }),
  ),
  flags_by_count: Type.Integer(),
  flags_on_count: Type.Integer(),
  audit_count: Type.Integer(),
  notes: Type.Array(Note),
})
export type MemberFile = Static<typeof MemberFile>
/** Ours. */
export const memberFile = endpoint({
  ...staff,
  method: 'GET',
  path: '/member',
  summary: 'What staff know of a member',
  query: Type.Object({ user_id: AUserId }),
  reply: MemberFile,
})
/** Ours. Only staff who may write notes read them. */
export const writeNote = endpoint({
  ...staff,
  method: 'POST',
  path: '/member/note',
  summary: 'Write a note about a member',
  repeatable: true,
  body: Type.Object({ user_id: AUserId, text: Type.String({ minLength: 1, maxLength: limits.USER_NOTE_MAX }) }),
  reply: Done,
})
/** Ours. One's own. */
export const deleteNote = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/member/note',
  summary: 'Delete a note about a member',
  body: Type.Object({ note_id: AUserId }),
  reply: Done,
})
