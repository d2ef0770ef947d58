import { type Kysely, sql } from 'kysely'

/** What plugins deliver is chosen by their names, and its jobs stand in a queue of their own. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .alterTable('channel_choices')
    .addColumn('plugins', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .alterTable('jobs')
    .addColumn('lane', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index jobs_due_in_lane on jobs (lane, run_at, locked_until)`.execute(db)
  await sql`drop index jobs_due`.execute(db)
}
