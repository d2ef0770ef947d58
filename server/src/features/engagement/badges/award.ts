import type { Tx } from '../../../events/events.ts'
import { changeAwardCounts, insertAwards, type NewAward } from './awards/queries.ts'
import { lockActive } from './queries.ts'

/** Rows of one transaction: on SQLite everybody else waits for it. */
export const AWARDS_AT_ONCE = 100

interface How {
  /** For what was long ago: it is told, but not celebrated. */
  past?: boolean
}

/** Awards what hasn't been awarded, or taken back, before; a badge that has been switched off meanwhile isn't. @returns how many. */
export const award = async (tx: Tx, due: NewAward[], { past = false }: How = {}) => {
  if (due.length === 0) return 0
  const active = new Set(await lockActive(tx.db, [...new Set(due.map(({ badge_id }) => badge_id))]))
  const made = await insertAwards(
    tx.db,
    due
      .filter(({ badge_id }) => active.has(badge_id))
      .map((one) => ({ ...one, awarded_by: 0, reason: '', created_at: tx.now() })),
  )
  await changeAwardCounts(tx.db, made, 1)
  for (const { id, badge_id, user_id, question_id } of made)
    await tx.emit('badge.awarded', {
      actor_id: 0,
      object_type: 'user',
      object_id: user_id,
      question_id,
      award_id: id,
      badge_id,
      past,
    })
  return made.length
}
