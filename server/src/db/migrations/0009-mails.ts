import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** What members want to be mailed about, where that is not as it is for everybody; and who was mailed about which new question. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('mail_choices')
    .addColumn('user_id', wide(db), (c) => c.primaryKey())
    .addColumn('inbox', wide(db), (c) => c.notNull())
    .addColumn('all_new_question', wide(db), (c) => c.notNull())
    .addColumn('all_new_question_for_following_tags', wide(db), (c) => c.notNull())
    .execute()
  await sql`create index mail_choices_new on mail_choices (user_id) where all_new_question = 1 or all_new_question_for_following_tags = 1`.execute(
    db,
  )

  await db.schema
    .createTable('question_letters')
    .addColumn('user_id', wide(db), (c) => c.notNull())
    .addColumn('question_id', wide(db), (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('created_at', wide(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('question_letters_pk', ['user_id', 'question_id'])
    .execute()
  await sql`create index question_letters_lately on question_letters (user_id, source, created_at)`.execute(db)
  await sql`create index question_letters_old on question_letters (created_at)`.execute(db)
}
