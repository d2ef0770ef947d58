import { sql } from 'kysely'

/** Ids, each with a number, as the rows of a `values` list. */
export const pairs = (rows: (readonly [id: number, value: number])[]) =>
  sql.join(rows.map(([id, value]) => sql`(cast(${id} as bigint), cast(${value} as bigint))`))
