import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { Done, text } from './shapes.ts'

/** What an amount of reputation allows; `name` as people read it. */
export const Threshold = Type.Object({
  action: Type.String(),
  name: Type.String(),
  rank: Type.Integer(),
  /** Whether this user may do it, by reputation or by role. */
  allowed: Type.Boolean(),
})
export type Threshold = Static<typeof Threshold>

export const Standing = Type.Object({
  rank: Type.Integer(),
  /** Points from votes since midnight UTC, as the daily limit counts them. */
  gained_today: Type.Integer(),
  daily_limit: Type.Integer(),
  /** In the order of reputation. */
  thresholds: Type.Array(Threshold),
  /** Whether the caller may correct this user's reputation. */
  may_correct: Type.Boolean(),
  /** Points of one correction by the caller, up or down, at most, with what is left of today; 0 where there are none. */
  correction_max: Type.Integer(),
})
export type Standing = Static<typeof Standing>
/** Ours. */
export const standing = endpoint({
  method: 'GET',
  path: '/personal/rank/standing',
  summary: 'What a member’s reputation allows, and what it has brought today',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ username: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }) }),
  reply: Standing,
})

export const Correction = Type.Object({
  username: text({ min: 1, max: limits.ADMIN_QUERY_MAX }),
  points: Type.Integer({ minimum: -limits.CORRECTION_MAX, maximum: limits.CORRECTION_MAX }),
  reason: text(limits.CORRECTION_REASON),
})
export type Correction = Static<typeof Correction>
/** Ours. Staff only, never for oneself, and for admins by admins. A loss ends at the lowest reputation. Moderators have a limit for each and for a day. */
export const correctReputation = endpoint({
  method: 'POST',
  path: '/personal/rank/correction',
  summary: 'Correct a member’s reputation, with a reason',
  repeatable: true,
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: Correction,
  reply: Done,
})
