import type { Db } from '../../../db/dialect.ts'

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

/** With the addresses in them. */
export const deleteCodesOf = (db: Db, user_id: number) =>
  db.deleteFrom('codes').where('user_id', '=', user_id).execute()

/** Whether they can come in with an account elsewhere. */
export const hasLoginElsewhere = async (db: Db, user_id: number) =>
  (await db.selectFrom('external_logins').select('id').where('user_id', '=', user_id).executeTakeFirst()) !== undefined
