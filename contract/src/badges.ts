import { Type, type Static } from 'typebox'
import { BadgeRule } from './badge-rules.ts'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { AnObjectId, Done, flag, ObjectId, oneOf, page, paged, text, Time, UserChip } from './shapes.ts'

/** Bronze, silver, gold. */
export const BADGE_LEVELS = [1, 2, 3] as const
const level = oneOf(BADGE_LEVELS)
/** Getting Started, Community, Posting. */
export const BADGE_GROUPS = [1, 2, 3] as const

/** The icons that badges have, by the names that existing clients draw; a badge may also have an image of its own, by its address. */
export const BADGE_ICONS = [
  'person-badge-fill',
  'pencil-fill',
  'flag-fill',
  'hand-thumbs-up-fill',
  'emoji-smile-fill',
  'share-fill',
  'check-circle-fill',
  'check-square-fill',
  'chat-square-text-fill',
  'question-circle-fill',
  'mortarboard-fill',
  'book-fill',
  'link-45deg',
  'heart-fill',
  'chat-fill',
  'eyeglasses',
  'calendar-event-fill',
  'megaphone-fill',
  'hearts',
  'person-plus-fill',
  'gift-fill',
  'calendar-check-fill',
  'balloon-fill',
  'stars',
  'patch-check-fill',
  'eye-fill',
  'box-arrow-up-right',
  'award-fill',
  'trophy-fill',
  'shield-fill',
  'lightbulb-fill',
  'tag-fill',
] as const
export type BadgeIcon = (typeof BADGE_ICONS)[number]

const named = { id: ObjectId, name: Type.String(), icon: Type.String(), level }
/** As a profile lists it. */
export const EarnedBadge = Type.Object({ ...named, earned_count: Type.Integer() })
export type EarnedBadge = Static<typeof EarnedBadge>

export const BadgeCard = Type.Object({
  ...named,
  award_count: Type.Integer(),
  /** How often the caller has it. */
  earned_count: Type.Integer(),
  /** Ours. */
  description: Type.String(),
  is_single: Type.Boolean(),
  /** Ours: how far the caller is on the way to the next one; null if that can't be said in a number. */
  progress: Type.Union([Type.Object({ done: Type.Integer(), target: Type.Integer() }), Type.Null()]),
})
export type BadgeCard = Static<typeof BadgeCard>

export const badges = endpoint({
  method: 'GET',
  path: '/badges',
  summary: 'All badges, by groups, and which of them one has',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  reply: Type.Array(Type.Object({ group_name: Type.String(), badges: Type.Array(BadgeCard) })),
})
export const badge = endpoint({
  method: 'GET',
  path: '/badge',
  summary: 'One badge',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ id: AnObjectId }),
  reply: BadgeCard,
})

/** Ids and titles are empty if it is about nothing that the caller may see. */
export const BadgeAward = Type.Object({
  created_at: Time,
  object_id: ObjectId,
  question_id: ObjectId,
  answer_id: ObjectId,
  comment_id: ObjectId,
  object_type: oneOf(['question', 'answer', 'comment', '']),
  url_title: Type.String(),
  author_user_info: UserChip,
  /** Ours. */
  title: Type.String(),
  /** Ours: why it was awarded by hand. */
  reason: Type.String(),
})
export type BadgeAward = Static<typeof BadgeAward>
export const badgeAwards = endpoint({
  method: 'GET',
  path: '/badge/awards/page',
  summary: 'Who got a badge and what for, newest first',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    badge_id: AnObjectId,
    username: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }),
    ...page,
  }),
  reply: paged(BadgeAward),
})

const ofUser = Type.Object({ username: text({ min: 1, max: limits.ADMIN_QUERY_MAX }) })
const Earned = paged(EarnedBadge)
/** Gold first. */
export const userBadges = endpoint({
  method: 'GET',
  path: '/badge/user/awards',
  summary: 'The badges that a member has',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: ofUser,
  reply: Earned,
})
/** Latest first, 10 at most. */
export const recentBadges = endpoint({
  method: 'GET',
  path: '/badge/user/awards/recent',
  summary: 'The badges that a member got last',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: ofUser,
  reply: Earned,
})

// For admins

const Words = Type.Object({ name: Type.String(), description: Type.String() })
export const AdminBadge = Type.Object({
  ...named,
  description: Type.String(),
  award_count: Type.Integer(),
  earned: Type.Boolean(),
  group_name: Type.String(),
  status: oneOf(['active', 'inactive']),
  /** Ours. */
  group_id: oneOf(BADGE_GROUPS),
  is_single: Type.Boolean(),
  rule: BadgeRule,
  /** Ours: the site began with it, so its words and its activity are not to be changed. */
  is_builtin: Type.Boolean(),
  /** Ours: by language; empty for those that the site began with. */
  words: Type.Record(Type.String(), Words),
})
export type AdminBadge = Static<typeof AdminBadge>

export const adminBadges = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/badges',
  summary: 'All badges, those that are off too',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  query: Type.Object({
    status: oneOf(['', 'active', 'inactive'], { default: '' }),
    q: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }),
    ...page,
  }),
  reply: paged(AdminBadge),
})
/** Ours. */
export const adminBadge = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/badge',
  summary: 'One badge with its rule',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  query: Type.Object({ id: AnObjectId }),
  reply: AdminBadge,
})
export const setBadgeStatus = endpoint({
  prefix: 'admin',
  method: 'PUT',
  path: '/badge/status',
  summary: 'Switch a badge on or off',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  body: Type.Object({ id: AnObjectId, status: oneOf(['active', 'inactive']) }),
  reply: Done,
})

const draft = {
  icon: text({ min: 1, max: limits.BRANDING_URL_MAX }),
  level,
  group_id: oneOf(BADGE_GROUPS),
  /** Once, or for each thing that meets the conditions. */
  is_single: flag(true),
  rule: BadgeRule,
  /** By language; at least one of them. */
  words: Type.Record(
    Type.String({ maxLength: limits.LANGUAGE.max }),
    Type.Object({
      name: text({ max: limits.BADGE_NAME.max }),
      description: text({ max: limits.BADGE_DESCRIPTION_MAX }),
    }),
    { maxProperties: 50 },
  ),
}
/** Ours: makes a badge, or changes the one that is named. Who has it keeps it. */
export const saveBadge = endpoint({
  prefix: 'admin',
  method: 'PUT',
  path: '/badge',
  summary: 'Make a badge, or change one',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  body: Type.Object({ id: Type.Optional(AnObjectId), ...draft }),
  reply: Type.Object({ id: ObjectId }),
})
/** Ours: who would get a badge by this rule. It looks for about a second; `after` goes on from there. */
export const previewBadge = endpoint({
  prefix: 'admin',
  method: 'POST',
  path: '/badge/preview',
  summary: 'Who would get a badge',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  body: Type.Object({
    is_single: flag(true),
    rule: BadgeRule,
    after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }),
  reply: Type.Object({
    users: Type.Integer(),
    awards: Type.Integer(),
    /** The first of them. */
    list: Type.Array(Type.Object({ user: UserChip, awards: Type.Integer() })),
    /** Where it goes on; 0 if everybody was looked at. */
    after: Type.Integer(),
    /** How many of a hundred members were looked at so far. */
    percent: Type.Integer(),
  }),
})
/** Ours: awards badges for what was before; a task of the kind `award_past_badges` (tasks.ts). Without ids: all that are on. */
export const awardPast = endpoint({
  prefix: 'admin',
  method: 'POST',
  path: '/badge/past',
  summary: 'Award badges for what has been done so far',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  body: Type.Object({ ids: Type.Array(AnObjectId, { maxItems: 100, default: [] }) }),
  reply: Type.Object({ task_id: Type.String() }),
})
/** Ours. */
export const awardBadge = endpoint({
  prefix: 'admin',
  method: 'POST',
  path: '/badge/award',
  summary: 'Award a badge by hand',
  repeatable: true,
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  body: Type.Object({
    id: AnObjectId,
    username: text({ min: 1, max: limits.ADMIN_QUERY_MAX }),
    reason: text({ min: 1, max: limits.BADGE_REASON_MAX }),
  }),
  reply: Done,
})
export const AdminAward = Type.Object({
  id: ObjectId,
  user: UserChip,
  created_at: Time,
  /** Who awarded it by hand; empty if a rule did. */
  awarded_by: Type.String(),
  reason: Type.String(),
  title: Type.String(),
  taken_back_at: Time,
  taken_back_by: Type.String(),
  taken_back_reason: Type.String(),
})
export type AdminAward = Static<typeof AdminAward>
/** Ours: with those that were taken back. */
export const adminAwards = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/badge/awards',
  summary: 'Who got a badge, by whom, and from whom it was taken back',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  query: Type.Object({ id: AnObjectId, ...page }),
  reply: paged(AdminAward),
})
/** Ours: no rule awards it again; by hand one can. */
export const takeBackBadge = endpoint({
  prefix: 'admin',
  method: 'DELETE',
  path: '/badge/award',
  summary: 'Take a badge back',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  body: Type.Object({ id: AnObjectId, reason: text({ min: 1, max: limits.BADGE_REASON_MAX }) }),
  reply: Done,
})
