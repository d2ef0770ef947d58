import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** Why a question is closed, what a deleted post was before, and posts by their state for the administration. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('closings')
    .addColumn('question_id', wide(db), (c) => c.primaryKey())
    .addColumn('close_type', wide(db), (c) => c.notNull())
    .addColumn('close_msg', 'text', (c) => c.notNull())
    .addColumn('duplicate_of_id', wide(db), (c) => c.notNull())
    .addColumn('user_id', wide(db), (c) => c.notNull())
    .addColumn('created_at', wide(db), (c) => c.notNull())
    .execute()
  await sql`create index closings_duplicate on closings (duplicate_of_id) where duplicate_of_id > 0`.execute(db)
  await db.schema
    .alterTable('posts')
    .addColumn('former_status', wide(db), (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('posts')
    .addColumn('was_accepted', wide(db), (c) => c.notNull().defaultTo(0))
    .execute()
  // By `status + 0`: an index that begins with kind and status would be taken by SQLite for the public lists, which then read every question.
  await sql`create index posts_by_state on posts ((status + 0), kind, created_at desc, id desc)`.execute(db)
  // What goes with an erased post is found by its number.
  await sql`create index notifications_question on notifications (question_id)`.execute(db)
  await sql`create index reputation_post on reputation_entries (post_id) where post_id > 0`.execute(db)
  await sql`create index file_uses_post on file_uses (post_id)`.execute(db)
  await sql`create index origins_object on origins (object_id)`.execute(db)
}
