import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

type Table = CreateTableBuilder<any, any>
const numbers = (db: Kysely<any>, names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)

/** What an old site knew of posts and users, and what was done to posts there. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .alterTable('posts')
    .addColumn('license', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('posts')
    .addColumn('carried_collection_count', wide(db), (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('imported_acts')
    .addColumn('id', ...idColumn(db))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .$call(numbers(db, ['post_id', 'user_id', 'created_at']))
    .execute()
  await sql`create unique index imported_acts_own on imported_acts (post_id, key)`.execute(db)
  await sql`create index imported_acts_order on imported_acts (post_id, created_at, id)`.execute(db)
  await db.schema
    .createTable('imported_profiles')
    .addColumn('user_id', wide(db), (c) => c.primaryKey())
    .addColumn('avatar_url', 'text', (c) => c.notNull())
    .$call(numbers(db, ['view_count', 'up_vote_count', 'down_vote_count']))
    .execute()
}
