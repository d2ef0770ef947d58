import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

type Table = CreateTableBuilder<any, any>
const numbers = (db: Kysely<any>, names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)

/** Searches whose owners hear of what is new; those to be looked at next are found by `due_at`. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('saved_searches')
    .addColumn('id', ...idColumn(db))
    .addColumn('q', 'text', (c) => c.notNull())
    .$call(numbers(db, ['user_id', 'created_at', 'told_at', 'due_at', 'seen_post_id']))
    .execute()
  await sql`create unique index saved_searches_own on saved_searches (user_id, q)`.execute(db)
  await sql`create index saved_searches_due on saved_searches (due_at, id)`.execute(db)
}
