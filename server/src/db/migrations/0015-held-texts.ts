import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** Comments and edits that a reviewer holds back; and invitations that were withdrawn are remembered. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .alterTable('invitations')
    .addColumn('withdrawn_at', wide(db), (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('reviews')
    .addColumn('comment_id', wide(db), (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`drop index reviews_post`.execute(db)
  await sql`create unique index reviews_thing on reviews (post_id, comment_id)`.execute(db)
  await db.schema
    .alterTable('revisions')
    .addColumn('held_reason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`create index comments_waiting on comments (post_id) where status = 11`.execute(db)
}
