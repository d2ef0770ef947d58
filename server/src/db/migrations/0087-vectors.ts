import { type Kysely, sql } from 'kysely'
import { isPostgres, wide } from '../dialect.ts'

/** What posts mean, as vectors, where admins have switched that on. */
export const up = async (db: Kysely<any>) => {
  const number = wide(db)
  await db.schema
    .alterTable('search_state')
    .addColumn('generation', number, (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index search_state_generation on search_state (generation, post_id)`.execute(db)
  await db.schema
    .createTable('search_generations')
    .addColumn('generation', number, (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('dimensions', number, (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .execute()
  const [bits, vector] = isPostgres(db) ? [sql`bit varying`, sql`real[]`] : [sql`blob`, sql`blob`]
  await db.schema
    .createTable('search_vectors')
    .addColumn('post_id', number, (c) => c.primaryKey())
    .addColumn('generation', number, (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('bits', bits, (c) => c.notNull())
    .addColumn('vector', vector, (c) => c.notNull())
    .execute()
  // The bits are searched in an index of their own: reading past whole vectors would take five times as long.
  const covering = isPostgres(db) ? sql`(generation) include (post_id, bits)` : sql`(generation, bits)`
  await sql`create index search_vectors_searched on search_vectors ${covering}`.execute(db)
}
