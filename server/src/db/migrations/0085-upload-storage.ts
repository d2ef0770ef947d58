import { type Kysely, sql } from 'kysely'

/** Uploads may lie elsewhere than on the disk; the largest are listed. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .alterTable('files')
    .addColumn('storage', 'text', (c) => c.notNull().defaultTo('disk'))
    .execute()
  await sql`create index files_storage on files (storage, id)`.execute(db)
  await sql`create index files_bytes on files (bytes, id)`.execute(db)
}
