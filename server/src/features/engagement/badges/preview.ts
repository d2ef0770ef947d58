import type { BadgeRule } from '@askwell/contract/badge-rules.ts'
import type { App } from '../../../events/events.ts'
import { dueOfAll } from './past.ts'
import { countUsersUpTo } from './queries.ts'

/** Long enough for most sites, short enough to wait for. */
const PATIENCE_MS = 1200
const NAMED = 20

/** Who would get a badge by this rule, as far as a short look goes; `after` is where the next one goes on. */
export const previewOf = async (app: App, rule: BadgeRule, is_single: boolean, after: number) => {
  const began = performance.now()
  const counts = new Map<number, number>()
  let next = 0
  for await (const { to, due } of dueOfAll(app, [{ id: 0, is_single, ...rule }], after)) {
    for (const { user_id } of due) counts.set(user_id, (counts.get(user_id) ?? 0) + 1)
    next = to
    if (performance.now() - began > PATIENCE_MS) break
    next = 0
  }
  const all = await countUsersUpTo(app.db, Number.MAX_SAFE_INTEGER)
  const seen = next === 0 ? all : await countUsersUpTo(app.db, next)
  return {
    users: counts.size,
    awards: [...counts.values()].reduce((sum, count) => sum + count, 0),
    first: [...counts].slice(0, NAMED),
    after: next,
    percent: all === 0 ? 100 : Math.floor((seen / all) * 100),
  }
}
