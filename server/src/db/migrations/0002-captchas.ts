import type { Kysely } from 'kysely'
import { wide } from '../dialect.ts'

/** Challenges that wait for their one try. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('captchas')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('asker', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('expires_at', wide(db), (c) => c.notNull())
    .execute()
  await db.schema.createIndex('captchas_expiry').on('captchas').column('expires_at').execute()
}
