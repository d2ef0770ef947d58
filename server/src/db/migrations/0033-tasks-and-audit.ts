import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

type Table = CreateTableBuilder<any, any>
const numbers = (db: Kysely<any>, names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)
const texts = (names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'text', (c) => c.notNull().defaultTo('')), table)

/** Long work that is seen, stopped and continued; and what those who look after the site have done. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('tasks')
    .addColumn('id', ...idColumn(db))
    .$call(texts(['kind', 'args', 'state', 'status', 'what', 'result', 'error']))
    .$call(
      numbers(db, ['done', 'total', 'user_id', 'attempts', 'locked_until', 'created_at', 'updated_at', 'ended_at']),
    )
    .execute()
  await sql`create unique index tasks_one_of_a_kind on tasks (kind) where status in ('waiting', 'running', 'stopping')`.execute(
    db,
  )
  await sql`create index tasks_kind on tasks (kind, id desc)`.execute(db)
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', ...idColumn(db))
    .$call(numbers(db, ['actor_id', 'session_id']))
    .$call(texts(['action', 'object_type']))
    .$call(numbers(db, ['object_id']))
    .$call(texts(['before', 'after']))
    .$call(numbers(db, ['created_at']))
    .execute()
  await sql`create index audit_entries_object on audit_entries (object_type, object_id, id desc)`.execute(db)
  await sql`create index audit_entries_actor on audit_entries (actor_id, id desc)`.execute(db)
}
