import { type BadgeRule, USER_FIELDS } from '@askwell/contract/badge-rules.ts'
import type { Ruled } from './matching/queries.ts'

/** A badge's row, as matching takes it. */
export const ruled = ({ id, is_single, rule }: { id: number; is_single: number; rule: string }): Ruled => ({
  id,
  is_single: is_single === 1,
  ...(JSON.parse(rule) as BadgeRule),
})

const OF_USERS: readonly string[] = USER_FIELDS

type Figures = Record<(typeof USER_FIELDS)[number], number>

/** Whether the user is as the rule wants them. */
export const suits = ({ conditions }: Pick<Ruled, 'conditions'>, figures: Figures) =>
  conditions.every(({ field, value }) => !OF_USERS.includes(field) || figures[field as keyof Figures] >= Number(value))

export const asksOfUser = ({ conditions }: Pick<Ruled, 'conditions'>, field: string) =>
  conditions.some((one) => one.field === field)
