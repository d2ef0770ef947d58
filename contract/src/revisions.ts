import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import {
  AnObjectId,
  Done,
  NEAREST,
  nullable,
  ObjectId,
  oneOf,
  page,
  paged,
  pageSize,
  TagChip,
  text,
  Time,
  UserCard,
} from './shapes.ts'

/** What has revisions. */
export type RevisedType = 'question' | 'answer' | 'tag'

const Nothing = Type.Null()

/** What clients expect in an answer's text besides. */
const ofAnswer = {
  question_id: ObjectId,
  accepted: oneOf([1, 2]),
  update_user_info: Nothing,
}
/** And in a tag's. */
const ofTag = {
  tag_id: ObjectId,
  created_at: Time,
  updated_at: Time,
  slug_name: Type.String(),
  display_name: Type.String(),
  excerpt: Type.String(),
  original_text: Type.String(),
  parsed_text: Type.String(),
  is_follower: Type.Boolean(),
  main_tag_slug_name: Type.String(),
  recommend: Type.Boolean(),
  reserved: Type.Boolean(),
}

/** An earlier text, in the shape of a question: fields that a text doesn't have are empty, as clients expect. */
const RevisedText = Type.Object({
  id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  content: Type.String(),
  html: Type.String(),
  description: Type.String(),
  tags: Type.Array(TagChip),
  view_count: Type.Integer(),
  unique_view_count: Type.Integer(),
  vote_count: Type.Integer(),
  answer_count: Type.Integer(),
  collection_count: Type.Integer(),
  follow_count: Type.Integer(),
  accepted_answer_id: Type.String(),
  last_answer_id: Type.String(),
  create_time: Time,
  update_time: Time,
  edit_time: Time,
  pin: Type.Integer(),
  show: Type.Integer(),
  status: Type.Integer(),
  user_info: Nothing,
  answered: Type.Boolean(),
  first_answer_id: Type.String(),
  collected: Type.Boolean(),
  vote_status: Type.String(),
  is_followed: Type.Boolean(),
  member_actions: Nothing,
  extends_actions: Nothing,
  ...Type.Partial(Type.Object({ ...ofAnswer, ...ofTag })).properties,
})

const DiffPiece = Type.Object({ text: Type.String(), changed: Type.Boolean() })
export type DiffPiece = Static<typeof DiffPiece>
const DiffCell = Type.Object({ number: Type.Integer(), pieces: Type.Array(DiffPiece) })
export type DiffCell = Static<typeof DiffCell>
/** One line on each side; null on one side means it was added or removed. */
const DiffRow = Type.Object({ before: nullable(DiffCell), after: nullable(DiffCell), same: Type.Boolean() })
export type DiffRow = Static<typeof DiffRow>
/** `count` lines in a row; folded ones haven't changed. A long folded stretch comes without its rows. */
const DiffStretch = Type.Object({ rows: Type.Array(DiffRow), folded: Type.Boolean(), count: Type.Integer() })
export type DiffStretch = Static<typeof DiffStretch>
/** Two texts line by line. Of very long ones only the beginning: `left_out` more lines have changed. */
export const Compared = Type.Object({ stretches: Type.Array(DiffStretch), left_out: Type.Integer() })
export type Compared = Static<typeof Compared>
/** The changes of title, tags and text; null where nothing has changed. */
export const Changes = Type.Object({
  title: nullable(Compared),
  tags: nullable(Type.Object({ before: Type.Array(Type.String()), after: Type.Array(Type.String()) })),
  content: nullable(Compared),
})
export type Changes = Static<typeof Changes>

/** `use_id` is who wrote it; `reason` the edit's summary. */
export const Revision = Type.Object({
  id: Type.String(),
  use_id: Type.String(),
  object_id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  content: RevisedText,
  /** 0 the first text, 1 waits for review, 2 an edit, 3 rejected. */
  status: oneOf([0, 1, 2, 3]),
  create_at: Time,
  user_info: UserCard,
  reason: Type.String(),
  /** Ours: its position among the texts that were shown, from 1; 0 for one that never was. */
  number: Type.Integer(),
  /** Ours: for a restored text the number of the revision it is from; else 0. */
  restored_number: Type.Integer(),
  /** Ours, if it was asked for: the difference from the text before. Null: there is none before it, or the comparison is too much. */
  changes: Type.Optional(nullable(Changes)),
})
export type Revision = Static<typeof Revision>

export const REVISIONS_AT_ONCE = 100
const anObject = { object_id: AnObjectId }
const Revised = Type.Object({ title: Type.String(), content: Type.String(), tags: Type.Array(Type.String()) })

/**
 * The revisions of a question, an answer or a tag, newest first. Ours: oldest first, only those before a number, and with the changes of each.
 * A page may hold fewer than asked for if they are long.
 */
export const revisions = endpoint({
  method: 'GET',
  path: '/revisions',
  summary: 'The texts that a question, an answer or a tag has had',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    ...anObject,
    order: oneOf(['newest', 'oldest'], { default: 'newest' }),
    before: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0, [NEAREST]: true }),
    page_size: pageSize({ size: REVISIONS_AT_ONCE, max: REVISIONS_AT_ONCE }),
    changes: Type.Boolean({ default: false }),
  }),
  reply: Type.Array(Revision),
})

/** Two edits of one text merged; where both changed the same lines, `content` has both between marks. */
/** The marks around two texts that both changed the same lines, each on a line of its own. */
export const CONFLICT_MARKS = { theirs: '<<<<<<<', between: '=======', mine: '>>>>>>>' } as const

export const Merge = Type.Object({ ...Revised.properties, conflicts: Type.Integer() })
export type Merge = Static<typeof Merge>

/** `withdrawn`: by its author, before anybody decided. */
export const OwnSuggestion = Type.Object({
  revision: Revision,
  decided_at: Time,
  decision_reason: Type.String(),
  withdrawn: Type.Boolean(),
})
export type OwnSuggestion = Static<typeof OwnSuggestion>

/** The present text, with which suggestions are compared; for a tag, `title` is its display name. */
export const RevisedThing = Type.Object({
  created_at: Time,
  object_id: ObjectId,
  question_id: Type.String(),
  answer_id: Type.String(),
  comment_id: Type.String(),
  object_type: oneOf(['question', 'answer', 'tag']),
  object_creator_user_id: Type.String(),
  title: Type.String(),
  url_title: Type.String(),
  content: Type.String(),
  html: Type.String(),
  answer_count: Type.Integer(),
  answer_accepted: Type.Boolean(),
  tags: Type.Array(TagChip),
  status: Type.Integer(),
  show_status: Type.Integer(),
})
export type RevisedThing = Static<typeof RevisedThing>

/** A suggestion, what it is about, and (ours) its merge with what has been written since it began. */
export const Unreviewed = Type.Object({
  type: oneOf(['question', 'answer', 'tag']),
  info: RevisedThing,
  unreviewed_info: Revision,
  moved_on: Type.Boolean(),
  merged: nullable(Merge),
  /** Compared with the present text. Null if comparing this many at once would be too much; alone it isn't. */
  changes: nullable(Changes),
  current_revision_id: Type.String(),
  /** Ours: the text that it began from. */
  base_revision_id: Type.String(),
  /** Ours. Why a reviewer holds it, so that only staff may decide; empty if none does, and for its author. */
  held_reason: Type.String(),
})
export type Unreviewed = Static<typeof Unreviewed>

/** Refused with 400 while a suggestion waits, and with 403 if the caller may not edit it at all. */
export const checkEdit = endpoint({
  method: 'GET',
  path: '/revisions/edit/check',
  summary: 'Whether one may edit it now',
  access: 'activated',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ id: AnObjectId }),
  reply: Done,
})

/** Ours: what waits, for those who want to edit the same thing or decide; and the caller's own suggestions that were rejected or withdrawn lately. */
export const suggestions = endpoint({
  method: 'GET',
  path: '/revisions/suggestions',
  summary: 'The suggested edit that waits, and what became of one’s own',
  access: 'activated',
  visibility: 'site',
  rate: 'read',
  query: Type.Object(anObject),
  reply: Type.Object({
    waiting: nullable(Unreviewed),
    may_decide: Type.Boolean(),
    /** It is the caller's own, who may change it (`suggestion_id` of an edit) or withdraw it. */
    is_own: Type.Boolean(),
    may_edit: Type.Boolean(),
    needs_review: Type.Boolean(),
    rejected: Type.Array(OwnSuggestion),
  }),
})

/** Ours: its author takes a suggestion back. 409 once somebody has decided, or is deciding. */
export const withdrawSuggestion = endpoint({
  method: 'DELETE',
  path: '/revisions/suggestion',
  summary: 'Withdraw one’s own suggested edit',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ id: text({ min: 1, max: 20 }) }),
  reply: Done,
})

/** One at a time unless more are asked for; only those that the caller may review. */
export const unreviewed = endpoint({
  method: 'GET',
  path: '/revisions/unreviewed',
  summary: 'Suggested edits that wait for a decision',
  access: 'logged-in',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ ...page, page_size: pageSize({ size: 1, max: limits.PAGE.max }) }),
  reply: paged(Unreviewed),
})

/**
 * `merged` is how a person has merged two texts that can't be merged automatically (409 `error.revision.moved_on` has both);
 * its `revision_id` is that of the text it was made over. A second decision is 409 with the first.
 */
export const auditRevision = endpoint({
  method: 'PUT',
  path: '/revisions/audit',
  summary: 'Approve or reject a suggested edit',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({
    id: text({ min: 1, max: 20 }),
    operation: oneOf(['approve', 'reject']),
    reason: Type.Optional(text({ max: limits.EDIT_SUMMARY_MAX })),
    merged: Type.Optional(
      Type.Object({
        title: text({ max: limits.TITLE.max }),
        content: text({ min: limits.CONTENT.min, max: limits.CONTENT.max }, 'not-blank'),
        tags: Type.Array(text({ max: limits.TAG_NAME.max }), { maxItems: limits.TAGS_PER_QUESTION.max }),
        revision_id: Type.String({ maxLength: 20 }),
      }),
    ),
  }),
  reply: Type.Object({}),
})

/** Ours: an earlier text becomes the text again. For its author, and those who may edit without review. */
export const rollBack = endpoint({
  method: 'POST',
  path: '/revisions/rollback',
  summary: 'Go back to an earlier text',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({
    revision_id: text({ min: 1, max: 20 }),
    reason: Type.Optional(text({ max: limits.EDIT_SUMMARY_MAX })),
  }),
  reply: Done,
})

// `merged`, `parted` and `widened` are ours: what becomes of a tag among others. From `locked` on: what only was done on a site that a post came from. words: timeline.activity.*
export const ACTIVITY_TYPES = [
  'undeleted',
  'deleted',
  'downvote',
  'upvote',
  'reopened',
  'closed',
  'pin',
  'unpin',
  'show',
  'hide',
  'accept',
  'cancelled',
  'commented',
  'rollback',
  'edited',
  'answered',
  'asked',
  'created',
  'merged',
  'parted',
  'widened',
  'locked',
  'unlocked',
  'protected',
  'unprotected',
  'community_owned',
  'migrated',
  'combined',
  'edit_approved',
  'bounty_offered',
  'bounty_awarded',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Where nobody is to be named, `username` is "N/A". */
const Someone = Type.Object({ ...UserCard.properties, status: Type.String() })

/** `former_revision_id` (ours): the text before, 0 if there was none. `comment` says why, as HTML. `cancelled`: it was undone, and when, if that is known. */
export const Activity = Type.Object({
  activity_id: Type.String(),
  revision_id: Type.String(),
  former_revision_id: Type.String(),
  created_at: Time,
  activity_type: oneOf(ACTIVITY_TYPES),
  comment: Type.String(),
  object_id: ObjectId,
  object_type: oneOf(['question', 'answer', 'tag', 'comment']),
  cancelled: Type.Boolean(),
  cancelled_at: Time,
  user_info: Someone,
})
export type Activity = Static<typeof Activity>

/** Everything that happened to it, newest first. `before` (ours) is `older` of the page before; `older` is empty on the last page. */
export const timeline = endpoint({
  method: 'GET',
  path: '/activity/timeline',
  summary: 'What has happened to a question, an answer or a tag',
  access: 'logged-in',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    object_id: Type.String({ maxLength: 30, default: '' }),
    tag_slug_name: Type.String({ maxLength: 100, default: '' }),
    object_type: oneOf(['question', 'answer', 'tag', ''], { default: '' }),
    show_vote: Type.Boolean({ default: false }),
    before: Type.String({ maxLength: 60, default: '' }),
    page_size: pageSize({ size: 50, max: limits.PAGE.max }),
  }),
  reply: Type.Object({
    object_info: Type.Object({
      title: Type.String(),
      object_type: oneOf(['question', 'answer', 'tag']),
      question_id: Type.String(),
      answer_id: Type.String(),
      username: Type.String(),
      display_name: Type.String(),
      main_tag_slug_name: Type.String(),
      url_title: Type.String(),
      object_id: ObjectId,
    }),
    timeline: Type.Array(Activity),
    older: Type.String(),
  }),
})
export type Timeline = Static<typeof timeline.reply>

const RevisionDetail = Type.Object({
  title: Type.String(),
  tags: Type.Array(TagChip),
  original_text: Type.String(),
  slug_name: Type.String(),
  main_tag_slug_name: Type.String(),
})
/** `old_revision_id` 0: nothing was there before. */
export const timelineDetail = endpoint({
  method: 'GET',
  path: '/activity/timeline/detail',
  summary: 'Two texts to compare',
  access: 'logged-in',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    new_revision_id: text({ min: 1, max: 20 }),
    old_revision_id: Type.String({ maxLength: 20, default: '0' }),
  }),
  reply: Type.Object({
    new_revision: RevisionDetail,
    old_revision: nullable(RevisionDetail),
    /** Ours: the difference. Null: comparing them is too much. */
    changes: nullable(Changes),
  }),
})
