import type { Db } from '../../../db/dialect.ts'

export type Purpose = 'second_factor' | 'passkey_login' | 'passkey'

interface Challenge {
  id_hash: string
  purpose: Purpose
  secret: string
  user_id: number
  expires_at: number
}

export const insertChallenge = (db: Db, challenge: Challenge) =>
  db
    .insertInto('challenges')
    .values({ ...challenge, tries: 0 })
    .execute()

/** Only one caller ever gets it. */
export const takeChallenge = (db: Db, id_hash: string, purpose: Purpose, now: number) =>
  db
    .deleteFrom('challenges')
    .where('id_hash', '=', id_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id', 'secret'])
    .executeTakeFirst()

/** Counted before it is known whether the code is right, so that simultaneous tries can't exceed the limit. */
export const tryChallenge = (db: Db, id_hash: string, purpose: Purpose, now: number, tries: number) =>
  db
    .updateTable('challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id_hash', '=', id_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .returning('user_id')
    .executeTakeFirst()

export const whoseChallenge = async (db: Db, id_hash: string, purpose: Purpose) =>
  (
    await db
      .selectFrom('challenges')
      .select('user_id')
      .where('id_hash', '=', id_hash)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
  )?.user_id

export const deleteExpiredChallenges = (db: Db, now: number) =>
  db.deleteFrom('challenges').where('expires_at', '<=', now).execute()

/** Challenges from before the change: they no longer work. */
export const deleteChallengesOf = (db: Db, user_id: number) =>
  db.deleteFrom('challenges').where('user_id', '=', user_id).execute()

/** Starts over: an unconfirmed secret is replaced; one in force stays until the new one is confirmed by somebody who removed it first. */
export const storeSecret = async (db: Db, user_id: number, secret: string, created_at: number) => {
  const row = { secret, created_at, confirmed_at: 0, last_step: 0 }
  await db
    .insertInto('one_time_secrets')
    .values({ user_id, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row).where('one_time_secrets.confirmed_at', '=', 0))
    .execute()
}

export const findSecret = (db: Db, user_id: number) =>
  db.selectFrom('one_time_secrets').selectAll().where('user_id', '=', user_id).executeTakeFirst()

/** Each half minute's code works once. @returns whether this was the first use. */
export const useStep = async (db: Db, user_id: number, step: number) =>
  (
    await db
      .updateTable('one_time_secrets')
      .set({ last_step: step })
      .where('user_id', '=', user_id)
      .where('last_step', '<', step)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const confirmSecret = (db: Db, user_id: number, now: number) =>
  db.updateTable('one_time_secrets').set({ confirmed_at: now }).where('user_id', '=', user_id).execute()

/** @returns whether there was one in force. */
export const deleteSecret = async (db: Db, user_id: number) =>
  ((await db.deleteFrom('one_time_secrets').where('user_id', '=', user_id).returning('confirmed_at').executeTakeFirst())
    ?.confirmed_at ?? 0) > 0

export const replaceRecoveryCodes = async (db: Db, user_id: number, hashes: string[]) => {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  if (hashes.length)
    await db
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id, code_hash, used_at: 0 })))
      .execute()
}

export const useRecoveryCode = async (db: Db, user_id: number, code_hash: string, now: number) =>
  (
    await db
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', user_id)
      .where('code_hash', '=', code_hash)
      .where('used_at', '=', 0)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const countRecoveryCodes = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .where('used_at', '=', 0)
      .executeTakeFirstOrThrow()
  ).count

export const listPasskeys = (db: Db, user_id: number) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).orderBy('id').execute()

export const findPasskey = (db: Db, credential_id: string) =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credential_id).executeTakeFirst()

type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>
export const insertPasskey = (db: Db, passkey: Omit<Passkey, 'id'>) =>
  db.insertInto('passkeys').values(passkey).execute()

/** A counter that doesn't grow shows a copied passkey; passkeys without a counter stay at 0. @returns whether it is the passkey we know. */
export const notePasskeyUse = async (db: Db, { id, counter: before }: Passkey, counter: number, now: number) =>
  (
    await db
      .updateTable('passkeys')
      .set({ counter, used_at: now })
      .where('id', '=', id)
      .where('counter', '=', before)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const deletePasskey = async (db: Db, user_id: number, id: number) =>
  (await db.deleteFrom('passkeys').where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst())
    .numDeletedRows > 0n

/** What there is beside the password. */
export const methodsOf = async (db: Db, user_id: number) => ({
  one_time_password: ((await findSecret(db, user_id))?.confirmed_at ?? 0) > 0,
  passkey: Boolean(
    await db.selectFrom('passkeys').select('id').where('user_id', '=', user_id).limit(1).executeTakeFirst(),
  ),
})

export const hasSecondFactor = async (db: Db, user_id: number) => {
  const { one_time_password, passkey } = await methodsOf(db, user_id)
  return one_time_password || passkey
}

/** For members who have lost all of them, and when an account is erased. */
export const deleteFactorsOf = async (db: Db, user_id: number) => {
  await deleteSecret(db, user_id)
  await db.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
  await replaceRecoveryCodes(db, user_id, [])
  await deleteChallengesOf(db, user_id)
}
