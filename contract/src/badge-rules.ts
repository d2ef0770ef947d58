import type { FieldReason } from './reasons.ts'
import { Type, type Static } from 'typebox'
import { oneOf, text } from './shapes.ts'
import { BADGE_RULE, TAG_NAME } from './limits.ts'

// What badges are awarded for, as data: something that users do (`activity`), what must be so of it (`conditions`), and how often (`count`).

/** What a condition looks at, and how it compares. */
export const BADGE_FIELDS = {
  upvotes: 'at_least',
  score: 'at_least',
  views: 'at_least',
  answers: 'at_least',
  visitors: 'at_least',
  votes: 'at_least',
  days: 'at_least',
  steps: 'at_least',
  /** Hours between the question and the answer. */
  hours: 'at_most',
  accepted: 'yes',
  answered: 'yes',
  tag: 'is',
  /** Of the user, whatever they did. */
  reputation: 'at_least',
  votes_given: 'at_least',
  member_days: 'at_least',
} as const
export type BadgeField = keyof typeof BADGE_FIELDS

/** Conditions about the user, which go with every activity. */
export const USER_FIELDS = ['reputation', 'votes_given', 'member_days'] as const satisfies BadgeField[]
export type UserField = (typeof USER_FIELDS)[number]

interface Activity {
  fields: readonly BadgeField[]
  /** A badge may be awarded for each of them: each is a thing of its own. */
  each: boolean
  /** Only badges that the site began with are about this. */
  fixed?: true
}

/** What users do, and what can be asked of it. */
export const BADGE_ACTIVITIES = {
  question: { fields: ['upvotes', 'score', 'views', 'answers', 'tag'], each: true },
  answer: { fields: ['upvotes', 'score', 'accepted', 'hours', 'tag'], each: true },
  post: { fields: ['upvotes', 'score', 'tag'], each: true },
  comment: { fields: ['score', 'tag'], each: true },
  edit: { fields: ['tag'], each: true },
  acceptance: { fields: ['tag'], each: true },
  reaction: { fields: ['tag'], each: true },
  vote: { fields: [], each: false },
  voting_day: { fields: ['votes'], each: true },
  flag: { fields: [], each: false },
  share: { fields: ['visitors', 'tag'], each: true },
  link: { fields: ['tag'], each: true },
  link_visit: { fields: ['visitors', 'tag'], each: true },
  invitation: { fields: ['answered', 'score'], each: false },
  reading: { fields: ['answers', 'tag'], each: true },
  profile: { fields: [], each: false },
  visit: { fields: ['days'], each: false },
  year: { fields: [], each: true },
  guidelines: { fields: [], each: false },
  first_steps: { fields: ['steps'], each: false },
  best_month: { fields: [], each: true, fixed: true },
} as const satisfies Record<string, Activity>
export type BadgeActivity = keyof typeof BADGE_ACTIVITIES

const names = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]]
export const ACTIVITY_NAMES = names(BADGE_ACTIVITIES)

export const BadgeCondition = Type.Object({
  field: oneOf(names(BADGE_FIELDS)),
  /** A number; for a tag its slug; 1 for a condition that is only so or not. */
  value: Type.Union([Type.Integer({ minimum: 1, maximum: BADGE_RULE.value }), text({ max: TAG_NAME.max })]),
})
export type BadgeCondition = Static<typeof BadgeCondition>

export const BadgeRule = Type.Object({
  activity: oneOf(ACTIVITY_NAMES),
  conditions: Type.Array(BadgeCondition, { maxItems: BADGE_RULE.conditions, default: [] }),
  /** How many of them it takes; 1 where there is an award for each. */
  count: Type.Integer({ minimum: 1, maximum: BADGE_RULE.count, default: 1 }),
})
export type BadgeRule = Static<typeof BadgeRule>

/** What is wrong with a rule: a field of the form, why, and which of its conditions; nothing if it can be used. */
export const faultOf = (rule: BadgeRule, is_single: boolean): RuleFault | undefined => {
  const activity: Activity = BADGE_ACTIVITIES[rule.activity]
  if (activity.fixed || (!is_single && !activity.each)) return { field: 'activity', reason: 'field.badge_activity' }
  if (!is_single && rule.count > 1) return { field: 'count', reason: 'field.badge_count' }
  const fields: readonly BadgeField[] = [...activity.fields, ...USER_FIELDS]
  for (const [at, { field, value }] of rule.conditions.entries()) {
    const wrong = (reason: RuleFault['reason']): RuleFault => ({
      field: 'conditions',
      reason,
      values: { number: at + 1 },
    })
    if (!fields.includes(field)) return wrong('field.badge_condition_unfit')
    if (rule.conditions.findIndex((other) => other.field === field) < at) return wrong('field.badge_condition_twice')
    if (BADGE_FIELDS[field] !== 'is') {
      if (typeof value === 'string') return wrong('field.badge_condition_number')
    } else if (typeof value !== 'string' || value === '') return wrong('field.badge_condition_word')
  }
  return undefined
}
interface RuleFault {
  field: 'activity' | 'conditions' | 'count'
  reason: Extract<FieldReason, `field.badge_${string}`>
  values?: { number: number }
}
