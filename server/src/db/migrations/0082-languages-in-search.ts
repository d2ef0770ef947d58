import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** Code is found by its language: posts with code in one are indexed again, step by step. When approved, a post counts for saved searches. */
export const up = async (db: Kysely<any>) => {
  await sql`update search_state set plain_text = null where post_id in (select id from posts
    where parsed_text like '%<code class="language-%')`.execute(db)
  await db.schema
    .alterTable('saved_searches')
    .addColumn('looked_at', wide(db), (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index reviews_approved on reviews (decided_at, post_id) where status = 2 and comment_id = 0`.execute(
    db,
  )
}
