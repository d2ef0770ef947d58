import type { Kysely } from 'kysely'
import { wide } from '../dialect.ts'

/** Addresses of an old site that follow no pattern we know. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('imported_addresses')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', wide(db), (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('imported_addresses_object')
    .on('imported_addresses')
    .columns(['kind', 'object_id'])
    .execute()
}
