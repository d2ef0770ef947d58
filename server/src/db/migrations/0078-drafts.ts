import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** What members are writing; the oldest are found by `saved_at`. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('drafts')
    .addColumn('user_id', wide(db), (c) => c.notNull())
    .addColumn('name', 'varchar(80)', (c) => c.notNull())
    .addColumn('fields', 'text', (c) => c.notNull())
    .addColumn('saved_at', wide(db), (c) => c.notNull())
    .execute()
  await sql`create unique index drafts_own on drafts (user_id, name)`.execute(db)
  await sql`create index drafts_saved on drafts (saved_at)`.execute(db)
}
