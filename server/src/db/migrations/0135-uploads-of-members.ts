import { type Kysely, sql } from 'kysely'

/** Whose uploads stand in no text is asked with each upload. */
export const up = async (db: Kysely<unknown>) => {
  await sql`create index files_user on files (user_id)`.execute(db)
}
