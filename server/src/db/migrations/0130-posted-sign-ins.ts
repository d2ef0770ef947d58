import { type Kysely, sql } from 'kysely'

/** What a service had the browser of somebody send back as a form. */
export const up = async (db: Kysely<any>) => {
  await sql`alter table sign_ins add column posted text not null default ''`.execute(db)
}
