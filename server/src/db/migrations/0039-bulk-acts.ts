import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

type Table = CreateTableBuilder<any, any>
const numbers = (db: Kysely<any>, names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)
const texts = (names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'text', (c) => c.notNull().defaultTo('')), table)

/** What staff do to many things at once, with what each was before; and their notes about members. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('bulk_acts')
    .addColumn('id', ...idColumn(db))
    .$call(texts(['kind', 'act', 'wish', 'options']))
    .$call(numbers(db, ['upto', 'user_id', 'task_id', 'is_undone', 'created_at']))
    .execute()
  await db.schema
    .createTable('bulk_changes')
    .addColumn('id', ...idColumn(db))
    .$call(numbers(db, ['bulk_act_id']))
    .$call(texts(['object_type']))
    .$call(numbers(db, ['object_id']))
    .$call(texts(['before', 'after', 'refusal']))
    .$call(numbers(db, ['undone_at']))
    .$call(texts(['undo_refusal']))
    .execute()
  // Whatever interrupts it, an act does nothing twice.
  await sql`create unique index bulk_changes_once on bulk_changes (bulk_act_id, object_type, object_id)`.execute(db)
  await sql`create index bulk_changes_order on bulk_changes (bulk_act_id, id)`.execute(db)
  await db.schema
    .createTable('user_notes')
    .addColumn('id', ...idColumn(db))
    .$call(numbers(db, ['user_id', 'author_id']))
    .$call(texts(['text']))
    .$call(numbers(db, ['created_at']))
    .execute()
  await sql`create index user_notes_user on user_notes (user_id, id desc)`.execute(db)
}
