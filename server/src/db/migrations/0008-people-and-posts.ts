import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

const numbers = (db: Kysely<any>, names: string[]) => (table: CreateTableBuilder<any, any>) =>
  names.reduce((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)

/** Who follows what, bookmarks, reactions, and who was invited to answer: each can be there once, by its key. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('follows')
    .$call(numbers(db, ['user_id']))
    .addColumn('object_type', 'text', (c) => c.notNull())
    .$call(numbers(db, ['object_id', 'created_at']))
    .addPrimaryKeyConstraint('follows_pk', ['user_id', 'object_type', 'object_id'])
    .execute()
  await sql`create index follows_object on follows (object_type, object_id, user_id)`.execute(db)
  await db.schema
    .createTable('collections')
    .$call(numbers(db, ['user_id', 'question_id', 'created_at']))
    .addPrimaryKeyConstraint('collections_pk', ['user_id', 'question_id'])
    .execute()
  await sql`create index collections_newest on collections (user_id, created_at desc, question_id desc)`.execute(db)
  await sql`create index collections_question on collections (question_id)`.execute(db)
  await db.schema
    .createTable('reactions')
    .$call(numbers(db, ['post_id']))
    .addColumn('emoji', 'text', (c) => c.notNull())
    .$call(numbers(db, ['user_id', 'created_at']))
    .addPrimaryKeyConstraint('reactions_pk', ['post_id', 'emoji', 'user_id'])
    .execute()
  await sql`create index reactions_user on reactions (user_id)`.execute(db)
  await db.schema
    .createTable('invitations')
    .$call(numbers(db, ['question_id', 'user_id', 'inviter_id', 'created_at']))
    .addPrimaryKeyConstraint('invitations_pk', ['question_id', 'user_id'])
    .execute()
  await sql`create index invitations_user on invitations (user_id)`.execute(db)
}
