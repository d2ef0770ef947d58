import { ROLE } from '@askwell/contract/roles.ts'
import type { Db } from '../../../db/dialect.ts'
import { networkOf } from '../../../lib/addresses.ts'

const SESSIONS_SHOWN = 100

interface Span {
  idle: number
  whole: number
}

export const insertSession = async (
  db: Db,
  session: { token_hash: string; user_id: number; browser: string; system: string; network: string; now: number },
  { idle }: Span,
) => {
  const { now, ...row } = session
  await db
    .insertInto('sessions')
    .values({ ...row, created_at: now, used_at: now, expires_at: now + idle })
    .execute()
}

export const prolongSession = (db: Db, id: number, used_at: number, expires_at: number) =>
  db.updateTable('sessions').set({ used_at, expires_at }).where('id', '=', id).execute()

/** Where another role has other limits: some time after the last use, and in any case some time after the beginning. */
export const fitSessionsOf = (db: Db, user_id: number, { idle, whole }: Span) =>
  db
    .updateTable('sessions')
    .set((eb) => ({
      expires_at: eb
        .case()
        .when(eb('used_at', '+', idle), '<', eb('created_at', '+', whole))
        .then(eb('used_at', '+', idle))
        .else(eb('created_at', '+', whole))
        .end(),
    }))
    .where('user_id', '=', user_id)
    .execute()

export const findSession = (db: Db, id: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.created_at', 'sessions.used_at', 'users.role_id'])
    .where('sessions.id', '=', id)
    .executeTakeFirst()

export const findSessionByHash = (db: Db, token_hash: string) =>
  db.selectFrom('sessions').select(['user_id', 'created_at']).where('token_hash', '=', token_hash).executeTakeFirst()

export const deleteSession = (db: Db, token_hash: string) =>
  db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()

export const deleteSessionsOf = (db: Db, user_id: number) =>
  db.deleteFrom('sessions').where('user_id', '=', user_id).execute()

/** Those in force, the latest used first. */
export const listSessionsOf = (db: Db, user_id: number, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'browser', 'system', 'network', 'created_at', 'used_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_SHOWN)
    .execute()

/** Whether the member with this address is logged in from the same network. */
export const isLoggedInFrom = async (db: Db, e_mail: string, ip: string) =>
  (
    await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.network')
      .where('users.e_mail', '=', e_mail)
      .orderBy('sessions.used_at', 'desc')
      .limit(SESSIONS_SHOWN)
      .execute()
  ).some(({ network }) => networkOf(network) === networkOf(ip))

export const deleteOwnSession = (db: Db, user_id: number, id: number) =>
  db.deleteFrom('sessions').where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst()

export const deleteOtherSessions = (db: Db, user_id: number, token_hash: string) =>
  db.deleteFrom('sessions').where('user_id', '=', user_id).where('token_hash', '!=', token_hash).execute()

export const deleteSessions = (db: Db, ids: number[]) => db.deleteFrom('sessions').where('id', 'in', ids).execute()

/** Which of the staff's: one, those of one of them, or all. */
export interface OfStaff {
  id?: number
  user_id?: number
}

/** Of admins and moderators, but one. @returns whose they were. */
export const deleteSessionsOfStaff = (db: Db, { id, user_id }: OfStaff, but: string, now: number) =>
  db
    .deleteFrom('sessions')
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('users').select('id').where('role_id', 'in', [ROLE.admin, ROLE.moderator]),
    )
    .where('token_hash', '<>', but)
    .where('expires_at', '>', now)
    .$if(id !== undefined, (some) => some.where('id', '=', id!))
    .$if(user_id !== undefined, (some) => some.where('user_id', '=', user_id!))
    .returning('user_id')
    .execute()

export const deleteExpiredSessions = (db: Db, now: number) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute()

const STAFF_SHOWN = 200

/** Of admins and moderators, with whose each is. */
export const listSessionsOfStaff = (db: Db, now: number) =>
  db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .selectAll('sessions')
    .select(['users.display_name', 'users.username', 'users.role_id'])
    .where('users.role_id', 'in', [ROLE.admin, ROLE.moderator])
    .where('sessions.expires_at', '>', now)
    .orderBy('sessions.used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(STAFF_SHOWN)
    .execute()
