import { type Kysely, sql } from 'kysely'

/** Whether an import found a member here: taken back, it leaves them. */
export const up = async (db: Kysely<any>) => {
  await sql`alter table import_mappings add column was_here integer not null default 0`.execute(db)
}
