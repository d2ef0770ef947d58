import type { Kysely } from 'kysely'
import { wide } from '../dialect.ts'

/** What happened on each day, for the charts of the dashboard. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('daily_figures')
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', wide(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('daily_figures_key', ['day', 'name'])
    .execute()
  await db.schema
    .createTable('daily_cursors')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('done_id', wide(db), (c) => c.notNull())
    .addColumn('seen_id', wide(db), (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('active_days')
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('user_id', wide(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('active_days_key', ['day', 'user_id'])
    .execute()
}
