import { type Kysely, sql } from 'kysely'

/** Deleted tags have a list of their own, and recommended ones are looked for again and again: both by name. */
export const up = async (db: Kysely<any>) => {
  await sql`create index tags_deleted on tags (slug_name) where status = 10`.execute(db)
  await sql`create index tags_recommended on tags (slug_name) where status = 1 and main_tag_id = 0 and recommend = 1`.execute(
    db,
  )
}
