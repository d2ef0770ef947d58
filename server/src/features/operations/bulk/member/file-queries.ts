import type { Db } from '../../../../db/dialect.ts'

const SHOWN = 10

/** How many there are, and how many of them are deleted. */
export const countWritten = (db: Db, user_id: number, kind: 'question' | 'answer') =>
  db
    .selectFrom('posts')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('status', '=', 10).as('deleted'),
    ])
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()

export const countCommented = (db: Db, user_id: number) =>
  db
    .selectFrom('comments')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('status', '=', 10).as('deleted'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()

export const countOf = async (db: Db, table: 'votes' | 'sessions', user_id: number) =>
  (
    await db
      .selectFrom(table as 'votes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
  ).count

/** By the session that was used last, and the last login: sessions end. */
export const lastSeen = async (db: Db, user_id: number) => {
  const used = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.max<number | null>('used_at').as('at'))
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const user = await db.selectFrom('users').select('last_login_at').where('id', '=', user_id).executeTakeFirst()
  return Math.max(used?.at ?? 0, user?.last_login_at ?? 0)
}

/** When they were suspended and let back, as far as it is on record. */
export const listSuspensions = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('events')
      .select(['actor_id', 'payload', 'created_at'])
      .where('object_type', '=', 'user')
      .where('object_id', '=', user_id)
      .where('type', '=', 'user.status_changed')
      .orderBy('id', 'desc')
      .limit(SHOWN * 5)
      .execute()
  )
    .map(({ payload, ...row }) => ({ ...row, ...(JSON.parse(payload) as { before: number; after: number }) }))
    .filter(({ before, after }) => (before === 9) !== (after === 9))
    .slice(0, SHOWN)

export const listFlagsOf = (db: Db, column: 'user_id' | 'author_id', user_id: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'object_type', 'object_id', 'question_id', 'reason_type', 'status', 'created_at'])
    .where(column, '=', user_id)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()

export const countFlagsOf = async (db: Db, column: 'user_id' | 'author_id', user_id: number) =>
  (
    await db
      .selectFrom('reports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(column, '=', user_id)
      .executeTakeFirstOrThrow()
  ).count

export const countAuditAbout = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('object_type', '=', 'user')
      .where('object_id', '=', user_id)
      .executeTakeFirstOrThrow()
  ).count
