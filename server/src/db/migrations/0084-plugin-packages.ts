import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** Plugins that admins have uploaded, so that every process and every backup has them; and what plugins keep. */
export const up = async (db: Kysely<any>) => {
  const number = wide(db)
  await db.schema
    .createTable('plugin_packages')
    .addColumn('slug_name', 'text', (c) => c.primaryKey())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('archive', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('plugin_storage')
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('user_id', number, (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('bytes', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('plugin_storage_key', ['plugin', 'key'])
    .execute()
  await sql`create index plugin_storage_user on plugin_storage (user_id)`.execute(db)
}
