import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

export const insertCaptcha = (db: Db, captcha: DB['captchas']) => db.insertInto('captchas').values(captcha).execute()

/** One challenge, one try: a second try finds nothing. */
export const takeCaptcha = (db: Db, id_hash: string, now: number) =>
  db
    .deleteFrom('captchas')
    .where('id_hash', '=', id_hash)
    .where('expires_at', '>', now)
    .returning(['action', 'asker', 'secret', 'made_by'])
    .executeTakeFirst()

export const deleteExpiredCaptchas = (db: Db, now: number) =>
  db.deleteFrom('captchas').where('expires_at', '<=', now).execute()
