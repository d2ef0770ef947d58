import { type Kysely, sql } from 'kysely'

/** In which face of the editor a member writes; empty as long as they have chosen none. */
export const up = async (db: Kysely<any>) => {
  await sql`alter table users add column editor_face text not null default ''`.execute(db)
}
