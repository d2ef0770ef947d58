import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** Flags, new posts that wait, and decisions that can still be undone. What waits has indexes of its own: it is few, however much was decided before. */
export const up = async (db: Kysely<any>) => {
  type Table = CreateTableBuilder<any, any>
  const numbers =
    (...names: string[]) =>
    (table: Table) =>
      names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)
  const texts =
    (...names: string[]) =>
    (table: Table) =>
      names.reduce<Table>((t, name) => t.addColumn(name, 'text', (c) => c.notNull().defaultTo('')), table)

  await db.schema
    .createTable('reports')
    .addColumn('id', ...idColumn(db))
    .$call(texts('object_type'))
    .$call(
      numbers(
        'object_id',
        'post_id',
        'question_id',
        'author_id',
        'user_id',
        'reason_type',
        'status',
        'decided_by',
        'decided_at',
        'created_at',
      ),
    )
    .$call(texts('decision', 'content'))
    .execute()
  await sql`create unique index reports_once on reports (user_id, object_type, object_id) where status = 1`.execute(db)
  await sql`create index reports_waiting on reports (id) where status = 1`.execute(db)
  await sql`create index reports_post on reports (post_id)`.execute(db)

  await db.schema
    .createTable('reviews')
    .addColumn('id', ...idColumn(db))
    .$call(numbers('post_id', 'question_id', 'user_id', 'status', 'decided_by', 'decided_at', 'created_at'))
    .$call(texts('reviewer', 'reason'))
    .execute()
  await sql`create unique index reviews_post on reviews (post_id)`.execute(db)
  await sql`create index reviews_waiting on reviews (id) where status = 1`.execute(db)

  await db.schema
    .createTable('review_decisions')
    .$call(texts('queue'))
    .$call(numbers('item_id', 'user_id', 'held_until'))
    .$call(texts('decision'))
    .addPrimaryKeyConstraint('review_decisions_pk', ['queue', 'item_id'])
    .execute()
  await sql`create index review_decisions_due on review_decisions (held_until)`.execute(db)
}
