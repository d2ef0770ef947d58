import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** Whom limits have turned away, by day; and statements that took long, without their values. */
export const up = async (db: Kysely<any>) => {
  const number = wide(db)
  await db.schema
    .createTable('rate_refusals')
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('user_id', number, (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('count', number, (c) => c.notNull())
    .addColumn('first_at', number, (c) => c.notNull())
    .addColumn('last_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('rate_refusals_key', ['day', 'name', 'user_id', 'network'])
    .execute()
  await sql`create index rate_refusals_last on rate_refusals (last_at desc, name, user_id, network)`.execute(db)
  await sql`create index rate_refusals_user on rate_refusals (user_id)`.execute(db)
  await db.schema
    .createTable('slow_queries')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('sources', 'text', (c) => c.notNull())
    .addColumn('count', number, (c) => c.notNull())
    .addColumn('total_ms', number, (c) => c.notNull())
    .addColumn('max_ms', number, (c) => c.notNull())
    .addColumn('first_at', number, (c) => c.notNull())
    .addColumn('last_at', number, (c) => c.notNull())
    .execute()
}
