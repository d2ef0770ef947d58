import { ROLE } from '@askwell/contract/roles.ts'
import type { Db } from '../../../db/dialect.ts'

const inForce = (db: Db, now: number) =>
  db
    .selectFrom('api_tokens')
    .where((eb) => eb.or([eb('api_tokens.expires_at', '=', 0), eb('api_tokens.expires_at', '>', now)]))

interface NewToken {
  user_id: number
  token_hash: string
  name: string
  scopes: string
  created_at: number
  expires_at: number
}
export const insertToken = async (db: Db, token: NewToken) =>
  (
    await db
      .insertInto('api_tokens')
      .values({ ...token, used_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const listTokensOf = (db: Db, user_id: number, now: number) =>
  inForce(db, now)
    .select(['id', 'name', 'scopes', 'created_at', 'used_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()

export const findToken = (db: Db, token_hash: string, now: number) =>
  inForce(db, now).innerJoin('users', 'users.id', 'api_tokens.user_id').where('token_hash', '=', token_hash)

export const noteTokenUse = (db: Db, id: number, used_at: number) =>
  db.updateTable('api_tokens').set({ used_at }).where('id', '=', id).execute()

export const deleteToken = async (db: Db, user_id: number, id: number) =>
  (await db.deleteFrom('api_tokens').where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst())
    .numDeletedRows > 0n

export const deleteTokensOf = (db: Db, user_id: number) =>
  db.deleteFrom('api_tokens').where('user_id', '=', user_id).execute()
export const deleteTokens = (db: Db, ids: number[]) => db.deleteFrom('api_tokens').where('id', 'in', ids).execute()

/** Of admins and moderators: one, those of one of them, or all in force. @returns whose they were. */
export const deleteTokensOfStaff = (db: Db, { id, user_id }: { id?: number; user_id?: number }, now: number) =>
  db
    .deleteFrom('api_tokens')
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('users').select('id').where('role_id', 'in', [ROLE.admin, ROLE.moderator]),
    )
    .where((eb) => eb.or([eb('expires_at', '=', 0), eb('expires_at', '>', now)]))
    .$if(id !== undefined, (some) => some.where('id', '=', id!))
    .$if(user_id !== undefined, (some) => some.where('user_id', '=', user_id!))
    .returning(['user_id', 'name'])
    .execute()

export const deleteExpiredTokens = (db: Db, now: number) =>
  db.deleteFrom('api_tokens').where('expires_at', '>', 0).where('expires_at', '<=', now).execute()

const STAFF_SHOWN = 200

/** Of admins and moderators, with whose each is. */
export const listTokensOfStaff = (db: Db, now: number) =>
  inForce(db, now)
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .selectAll('api_tokens')
    .select(['users.display_name', 'users.username', 'users.role_id'])
    .where('users.role_id', 'in', [ROLE.admin, ROLE.moderator])
    .orderBy('api_tokens.used_at', 'desc')
    .orderBy('api_tokens.id', 'desc')
    .limit(STAFF_SHOWN)
    .execute()
