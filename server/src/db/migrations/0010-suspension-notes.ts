import type { Kysely } from 'kysely'

/** What a suspended member is told. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .alterTable('users')
    .addColumn('suspension_note', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
