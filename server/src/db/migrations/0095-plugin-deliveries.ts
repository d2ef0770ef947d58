import { type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** What became of each event that a plugin was told of. Never what the event said. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('plugin_deliveries')
    .addColumn('id', ...idColumn(db))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('job_id', wide(db), (c) => c.notNull())
    .addColumn('due_event_id', wide(db), (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('object_type', 'text', (c) => c.notNull())
    .addColumn('object_id', wide(db), (c) => c.notNull())
    .addColumn('question_id', wide(db), (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('milliseconds', 'integer', (c) => c.notNull())
    .addColumn('created_at', wide(db), (c) => c.notNull())
    .addColumn('updated_at', wide(db), (c) => c.notNull())
    .execute()
  await sql`create unique index plugin_deliveries_event on plugin_deliveries (due_event_id)`.execute(db)
  await sql`create index plugin_deliveries_plugin on plugin_deliveries (plugin, id desc)`.execute(db)
  await sql`create index plugin_deliveries_status on plugin_deliveries (plugin, status, id desc)`.execute(db)
  await sql`create index plugin_deliveries_created on plugin_deliveries (created_at)`.execute(db)
}
