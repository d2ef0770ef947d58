import type { ExpressionBuilder } from 'kysely'
import type { DB } from './tables.ts'

/** Jobs of these effects that were tried in vain. */
export const isFailed = (effects: readonly string[]) => (eb: ExpressionBuilder<DB, 'jobs'>) =>
  eb.and([eb('jobs.effect', 'in', effects), eb('jobs.attempts', '>', 0), eb('jobs.last_error', 'is not', null)])
