import { type Kysely, sql } from 'kysely'
import { isPostgres, wide } from '../dialect.ts'

/** What posts mean, as vectors, where admins have switched that on. PostgreSQL's own column for them comes with its extension, when it is needed first. */
export const up = async (db: Kysely<any>) => {
  const number = wide(db)
  await db.schema
    .alterTable('search_state')
    .addColumn('generation', number, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('search_generations')
    .addColumn('generation', number, (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('dimensions', number, (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .execute()
  await sql`create index search_state_generation on search_state (generation, post_id)`.execute(db)
  const table = db.schema
    .createTable('search_vectors')
    .addColumn('post_id', number, (c) => c.primaryKey())
    .addColumn('generation', number, (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
  if (isPostgres(db)) await table.execute()
  // The bits that are searched lie in an index of their own: reading past whole vectors would take five times as long.
  else
    await table
      .addColumn('bits', 'blob', (c) => c.notNull())
      .addColumn('vector', 'blob', (c) => c.notNull())
      .execute()
  await sql`create index search_vectors_searched on search_vectors (generation, ${sql.raw(isPostgres(db) ? 'post_id' : 'bits')})`.execute(db)
}
