import type { Db } from '../../../db/dialect.ts'
import { networkOf } from '../../../lib/addresses.ts'

const DELETED = 10
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

/** For roles with other limits: how long after the last use, and how long after the login at most. */
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

export const deleteExpiredSessions = (db: Db, now: number) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute()

/** `activation_link` is the code that an admin hands over; it works beside the e-mailed one. */
export type Purpose = 'activation' | 'activation_link' | 'reset' | 'change'

interface NewCode {
  code_hash: string
  purpose: Purpose
  user_id: number
  e_mail: string
  created_at: number
  expires_at: number
}

/** Only the latest code for a purpose works. */
export const replaceCode = async (db: Db, code: NewCode) => {
  await db.deleteFrom('codes').where('user_id', '=', code.user_id).where('purpose', '=', code.purpose).execute()
  await db
    .insertInto('codes')
    .values({ ...code, used_at: null })
    .execute()
}

export const findCode = (db: Db, code_hash: string, purposes: readonly Purpose[], now: number) =>
  db
    .selectFrom('codes')
    .select(['user_id', 'e_mail'])
    .where('code_hash', '=', code_hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Only one caller ever gets it. */
export const useCode = (db: Db, code_hash: string, purposes: readonly Purpose[], now: number) =>
  db
    .updateTable('codes')
    .set({ used_at: now })
    .where('code_hash', '=', code_hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'e_mail'])
    .executeTakeFirst()

/** Unused ones; what was used says what happened. */
export const deleteOpenCodesOf = (db: Db, user_id: number) =>
  db.deleteFrom('codes').where('user_id', '=', user_id).where('used_at', 'is', null).execute()

export const deleteCodesBefore = (db: Db, time: number) =>
  db.deleteFrom('codes').where('expires_at', '<', time).execute()

/** What of someone's is still there. */
export const listContentOf = async (db: Db, user_id: number) => {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'kind'])
    .where('user_id', '=', user_id)
    .where('status', '!=', DELETED)
    .execute()
  const comments = await db
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '!=', DELETED)
    .execute()
  const of = (kind: 'question' | 'answer') => posts.filter((post) => post.kind === kind).map(({ id }) => id)
  return { comments: comments.map(({ id }) => id), answers: of('answer'), questions: of('question') }
}

/** With the addresses in them. */
export const deleteCodesOf = (db: Db, user_id: number) =>
  db.deleteFrom('codes').where('user_id', '=', user_id).execute()
