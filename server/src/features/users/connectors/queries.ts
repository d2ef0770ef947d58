import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { evenLength, insertMany } from '../../../db/insert-many.ts'
import { findSetting } from '../../operations/settings/queries.ts'
import type { DB } from '../../../db/tables.ts'

export type Profile = Selectable<DB['external_profiles']>

export const insertSignIn = (db: Db, row: Insertable<DB['sign_ins']>) => db.insertInto('sign_ins').values(row).execute()

interface SignInKey {
  state_hash: string
  connector: string
  browser_hash: string
}
/** Only the browser that began gets it, for the service that it began with, and only once. */
export const takeSignIn = (db: Db, { state_hash, connector, browser_hash }: SignInKey, now: number) =>
  db
    .deleteFrom('sign_ins')
    .where('state_hash', '=', state_hash)
    .where('connector', '=', connector)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** What the service had the browser send comes before the browser that began is known, so it waits with the sign-in; only once. */
export const keepPosted = async (
  db: Db,
  { state_hash, connector }: Pick<SignInKey, 'state_hash' | 'connector'>,
  posted: string,
  now: number,
) =>
  db
    .updateTable('sign_ins')
    .set({ posted })
    .where('state_hash', '=', state_hash)
    .where('connector', '=', connector)
    .where('expires_at', '>', now)
    .where('posted', '=', '')
    .execute()

export const findLogin = (db: Db, connector: string, external_id: string) =>
  db
    .selectFrom('external_logins')
    .select(['id', 'user_id'])
    .where('connector', '=', connector)
    .where('external_id', '=', external_id)
    .executeTakeFirst()

export const listLoginsOf = (db: Db, user_id: number) =>
  db
    .selectFrom('external_logins')
    .select(['connector', 'external_id', 'known_as'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

export const insertLogin = (db: Db, row: Omit<Insertable<DB['external_logins']>, 'id'>) =>
  db.insertInto('external_logins').values(row).execute()

/** Those of these users, and those of these accounts elsewhere. */
export const listLoginsAmong = (db: Db, user_ids: number[], external_ids: string[]) =>
  db
    .selectFrom('external_logins')
    .select(['user_id', 'connector', 'external_id'])
    .where((eb) =>
      eb.or([
        eb('user_id', 'in', evenLength(user_ids.length ? user_ids : [0])),
        eb('external_id', 'in', evenLength(external_ids.length ? external_ids : [''])),
      ]),
    )
    .execute()

export const insertLogins = (db: Db, rows: Omit<Insertable<DB['external_logins']>, 'id'>[]) =>
  insertMany(db, 'external_logins', rows)

export const noteLoginUse = (db: Db, id: number, used_at: number, known_as: string) =>
  db.updateTable('external_logins').set({ used_at, known_as }).where('id', '=', id).execute()

/** @returns whether there was one. */
export const deleteLogin = async (db: Db, user_id: number, connector: string, external_id: string) =>
  (
    await db
      .deleteFrom('external_logins')
      .where('user_id', '=', user_id)
      .where('connector', '=', connector)
      .where('external_id', '=', external_id)
      .executeTakeFirst()
  ).numDeletedRows > 0n

export const deleteLoginsOf = (db: Db, user_ids: number[]) =>
  db.deleteFrom('external_logins').where('user_id', 'in', user_ids).execute()

export const insertProfile = (
  db: Db,
  row: Omit<Insertable<DB['external_profiles']>, 'code_hash' | 'code_e_mail' | 'code_expires_at' | 'emails' | 'tries'>,
) =>
  db
    .insertInto('external_profiles')
    .values({ ...row, code_hash: '', code_e_mail: '', code_expires_at: 0, emails: 0, tries: 0 })
    .execute()

interface ProfileKey {
  key_hash: string
  browser_hash: string
}
const matchingKey = ({ key_hash, browser_hash }: ProfileKey) => ({ key_hash, browser_hash })

export const findProfile = (db: Db, key: ProfileKey, now: number) =>
  db
    .selectFrom('external_profiles')
    .selectAll()
    .where((eb) => eb.and(matchingKey(key)))
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const findProfileToMail = (db: Db, key_hash: string, now: number) =>
  db
    .selectFrom('external_profiles')
    .selectAll()
    .where('key_hash', '=', key_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Counted in the same statement that decides, so that simultaneous requests can't exceed the limit. @returns whether another e-mail may be sent. */
export const noteEmail = async (db: Db, key: ProfileKey, code_e_mail: string, most: number) =>
  (
    await db
      .updateTable('external_profiles')
      .set((eb) => ({ code_e_mail, code_hash: '', code_expires_at: 0, tries: 0, emails: eb('emails', '+', 1) }))
      .where((eb) => eb.and(matchingKey(key)))
      .where('emails', '<', most)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const storeCode = (db: Db, key_hash: string, code_hash: string, code_expires_at: number) =>
  db.updateTable('external_profiles').set({ code_hash, code_expires_at }).where('key_hash', '=', key_hash).execute()

/** Counted before it is known whether the code is right. */
export const tryProfile = (db: Db, key: ProfileKey, now: number, most: number) =>
  db
    .updateTable('external_profiles')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where((eb) => eb.and(matchingKey(key)))
    .where('expires_at', '>', now)
    .where('code_expires_at', '>', now)
    .where('tries', '<', most)
    .returningAll()
    .executeTakeFirst()

/** Only one caller ever gets it. */
export const takeProfile = async (db: Db, key_hash: string, code_hash: string) =>
  (
    await db
      .deleteFrom('external_profiles')
      .where('key_hash', '=', key_hash)
      .where('code_hash', '=', code_hash)
      .executeTakeFirst()
  ).numDeletedRows > 0n

/** Whose time is over. */
export const deleteOldSignIns = async (db: Db, now: number) => {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute()
  await db.deleteFrom('external_profiles').where('expires_at', '<=', now).execute()
}

/** The setting that stores the last failed sign-in. */
export const failureOf = (slug_name: string) => `sign_in_failure.${slug_name}`
export const findFailure = async (db: Db, slug_name: string) =>
  ((await findSetting(db, failureOf(slug_name))) ?? null) as { at: number; message: string } | null
