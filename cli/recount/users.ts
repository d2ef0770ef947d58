import { locking } from '@askwell/server/db/dialect.ts'
import { listed } from '@askwell/server/db/visible.ts'
import type { Tx } from '@askwell/server/events/events.ts'
import { updateUser } from '@askwell/server/features/users/queries.ts'
import { byKey, type Drift, note } from './drift.ts'

const BATCH = 500

/** Reputation and numbers of posts of the next members by id. @returns the last id, 0 at the end. */
export const recountUsers = async ({ db }: Tx, after: number, drift: Drift) => {
  const users = await db.selectFrom('users').select(['id', 'rank', 'question_count', 'answer_count']).where('id', '>', after).orderBy('id').limit(BATCH).$call(locking(db)).execute()
  if (users.length === 0) return 0
  const ids = users.map(({ id }) => id)
  const ledger = byKey(
    await db.selectFrom('reputation_entries').where('user_id', 'in', ids).where('taken_back_at', '=', 0).groupBy('user_id').select(({ fn }) => ['user_id', fn.sum<number>('points').as('sum')]).execute(),
    ({ user_id }) => user_id)
  const posts = await db.selectFrom('posts').where('user_id', 'in', ids).where(listed(null)).groupBy(['user_id', 'kind']).select(({ fn }) => ['user_id', 'kind', fn.countAll<number>().as('count')]).execute()
  const countOf = (id: number, kind: 'question' | 'answer') => posts.find((row) => row.user_id === id && row.kind === kind)?.count ?? 0
  for (const user of users) {
    const changes = note(drift, 'users', user, { rank: ledger.get(user.id)?.sum ?? 0, question_count: countOf(user.id, 'question'), answer_count: countOf(user.id, 'answer') })
    if (changes) await updateUser(db, user.id, changes)
  }
  return users.length < BATCH ? 0 : ids.at(-1)!
}
