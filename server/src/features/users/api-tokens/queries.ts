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

export const deleteExpiredTokens = (db: Db, now: number) =>
  db.deleteFrom('api_tokens').where('expires_at', '>', 0).where('expires_at', '<=', now).execute()
