import { type Kysely, sql } from 'kysely'

/** Posts that a plugin still has to draw something in are few, and looked for again and again. */
export const up = async (db: Kysely<any>) => {
  await sql`create index posts_unfinished on posts (id) where renderer < 0`.execute(db)
}
