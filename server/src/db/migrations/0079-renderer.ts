import { type Kysely, sql } from 'kysely'

/** With which version of the renderer a text was made; 0 for those from before. */
export const up = async (db: Kysely<any>) => {
  await sql`alter table posts add column renderer integer not null default 0`.execute(db)
  await sql`alter table comments add column renderer integer not null default 0`.execute(db)
}
