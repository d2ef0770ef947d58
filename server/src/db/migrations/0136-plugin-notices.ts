import { type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** What plugins tell members, a new kind of event for those who have chosen what counts as new; and the order in which plugins read what has changed. */
export const up = async (db: Kysely<any>) => {
  const number = wide(db)
  await db.schema
    .createTable('plugin_notices')
    .addColumn('id', ...idColumn(db))
    .addColumn('user_id', number, (c) => c.notNull())
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute()
  for (const statement of [
    `create unique index plugin_notices_once on plugin_notices (user_id, plugin, key)`,
    `create index plugin_notices_recent on plugin_notices (user_id, plugin, created_at)`,
    `create index posts_changed on posts (updated_at, id)`,
    `update channel_choices set site = site || ' plugins' where site <> ''`,
  ])
    await sql.raw(statement).execute(db)
}
