import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { oneOf, page, paged, TagChip, text, Time, UserChip } from './shapes.ts'

// All of this is ours.

export const USER_ORDERS = ['reputation', 'active', 'editors', 'newest', 'staff'] as const
export type UserOrder = (typeof USER_ORDERS)[number]
export const USER_PERIODS = ['all', 'year', 'month', 'week'] as const
export type UserPeriod = (typeof USER_PERIODS)[number]

export const DirectoryUser = Type.Object({
  user: UserChip,
  location: Type.String(),
  role_id: Type.Integer(),
  created_at: Time,
  /** What the order goes by: reputation of the period, contributions, edits; for the others the whole reputation. */
  figure: Type.Integer(),
  /** Where their answers have the highest score. */
  tags: Type.Array(TagChip),
})
export type DirectoryUser = Static<typeof DirectoryUser>

/** Weeks begin on Monday, all periods at midnight UTC. `staff` are there at all times. */
export const userDirectory = endpoint({
  method: 'GET',
  path: '/user/page',
  summary: 'Everybody, by an order, a period and the beginning of a word of their name',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    name: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }),
    order: oneOf(USER_ORDERS, { default: 'reputation' }),
    period: oneOf(USER_PERIODS, { default: 'all' }),
    ...page,
  }),
  reply: paged(DirectoryUser),
})

export const TagLeader = Type.Object({ user: UserChip, answers: Type.Integer(), answer_score: Type.Integer() })
export type TagLeader = Static<typeof TagLeader>
export const tagLeaders = endpoint({
  method: 'GET',
  path: '/tag/leaders',
  summary: 'Whose answers under a tag have the highest score, of all time and of the last 30 days',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ name: text({ min: 1, max: limits.TAG_NAME.max }) }),
  reply: Type.Object({ all_time: Type.Array(TagLeader), lately: Type.Array(TagLeader) }),
})

/** Enough for the card that opens beside a name. */
export const MemberCard = Type.Object({
  user: UserChip,
  role_id: Type.Integer(),
  location: Type.String(),
  /** The beginning of what they say of themselves, plain. */
  about: Type.String(),
  created_at: Time,
  question_count: Type.Integer(),
  answer_count: Type.Integer(),
  tags: Type.Array(TagChip),
})
export type MemberCard = Static<typeof MemberCard>
/** Usernames with commas between; names that nobody has are left out. */
export const memberCards = endpoint({
  method: 'GET',
  path: '/user/cards',
  summary: 'What a page shows beside the names on it',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ usernames: text({ min: 1, max: limits.CARDS_AT_ONCE * (limits.USERNAME.max + 1) }) }),
  reply: Type.Array(MemberCard),
})

export const KnownTag = Type.Object({
  tag: TagChip,
  answers: Type.Integer(),
  questions: Type.Integer(),
  /** Of both together. */
  score: Type.Integer(),
})
export type KnownTag = Static<typeof KnownTag>
export const Overview = Type.Object({
  /** Reputation at the end of each day on which it changed, oldest first, of several years of each week or month; the last is today's. */
  reputation: Type.Array(Type.Object({ at: Time, total: Type.Integer() })),
  /** The last year's days with questions, answers, comments and edits of others' posts, oldest first. */
  activity: Type.Array(Type.Object({ at: Time, acts: Type.Integer() })),
  tags: Type.Array(KnownTag),
  /** Views of the questions that they asked or answered. */
  people_reached: Type.Integer(),
})
export type Overview = Static<typeof Overview>
export const profileOverview = endpoint({
  method: 'GET',
  path: '/personal/overview',
  summary: 'What a member has done and reached: reputation and activity over time, tags they know',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ username: text({ min: 1, max: limits.ADMIN_QUERY_MAX }) }),
  reply: Overview,
})
