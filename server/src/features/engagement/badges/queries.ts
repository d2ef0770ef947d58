import type { Insertable, Selectable } from 'kysely'
import { type Db, locking } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

export type Badge = Selectable<DB['badges']>
export const BADGE_STATUS = { active: 1, deleted: 10, inactive: 11 } as const

export const listBadges = (db: Db, status?: number) =>
  db
    .selectFrom('badges')
    .selectAll()
    .$if(status !== undefined, (q) => q.where('status', '=', status!))
    .orderBy('group_id')
    .orderBy('id')
    .execute()

export const findBadge = (db: Db, id: number) =>
  db.selectFrom('badges').selectAll().where('id', '=', id).executeTakeFirst()
export const lockBadge = (db: Db, id: number) =>
  db.selectFrom('badges').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()

export const lockBadges = (db: Db, ids: number[]) =>
  db.selectFrom('badges').select('id').where('id', 'in', ids).orderBy('id').$call(locking(db)).execute()

export const insertBadge = async (db: Db, badge: Insertable<DB['badges']>) =>
  (await db.insertInto('badges').values(badge).returning('id').executeTakeFirstOrThrow()).id
export const updateBadge = (db: Db, id: number, change: Partial<Badge>) =>
  db.updateTable('badges').set(change).where('id', '=', id).execute()

/** Rules of the badges that are on. */
export const listActiveRules = (db: Db) =>
  db
    .selectFrom('badges')
    .select(['id', 'is_single', 'rule'])
    .where('status', '=', BADGE_STATUS.active)
    .orderBy('id')
    .execute()

/** Those of them that are on, which stay so until the transaction ends. Always in the same order, so that nobody waits for each other. */
export const lockActive = async (db: Db, ids: number[]) =>
  (
    await db
      .selectFrom('badges')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', BADGE_STATUS.active)
      .orderBy('id')
      .$call(locking(db))
      .execute()
  ).map(({ id }) => id)

/** The last user of a batch after this one; nothing if there is none. */
export const findEndOfBatch = async (db: Db, after: number, size: number) =>
  (
    await db
      .selectFrom(db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(size).as('batch'))
      .select(({ fn }) => [fn.max<number | null>('id').as('last')])
      .executeTakeFirst()
  )?.last ?? undefined

export const countUsersUpTo = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('id', '<=', id)
      .executeTakeFirstOrThrow()
  ).count
export const lastUserId = async (db: Db) =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.max<number | null>('id').as('last'))
      .executeTakeFirst()
  )?.last ?? 0
export const firstJoined = async (db: Db) =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.min<number | null>('created_at').as('first'))
      .executeTakeFirst()
  )?.first ?? undefined
