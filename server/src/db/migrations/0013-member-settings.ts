import type { Kysely } from 'kysely'
import { wide } from '../dialect.ts'

/** What members set for themselves in plugins. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('member_settings')
    .addColumn('user_id', wide(db), (c) => c.notNull())
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('secrets', 'text', (c) => c.notNull())
    .addColumn('updated_at', wide(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('member_settings_pk', ['user_id', 'plugin'])
    .execute()
}
