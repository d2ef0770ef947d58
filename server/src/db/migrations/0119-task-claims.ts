import { type Kysely, sql } from 'kysely'

/** How often a task was taken up since it last came further. */
export const up = async (db: Kysely<any>) => {
  await sql`alter table tasks add column claims integer not null default 0`.execute(db)
}
