import type { Kysely } from 'kysely'
import { wide } from '../dialect.ts'

/** By what different readers of a question are told apart, without saying who they are. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('reader_sketches')
    .addColumn('question_id', wide(db), (c) => c.primaryKey())
    .addColumn('sketch', 'text', (c) => c.notNull())
    .execute()
}
