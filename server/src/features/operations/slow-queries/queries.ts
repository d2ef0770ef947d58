import type { SLOW_QUERY_ORDERS } from '@askwell/contract/slow-queries.ts'
import type { Db } from '../../../db/dialect.ts'
import { insertMany } from '../../../db/insert-many.ts'
import type { DB } from '../../../db/tables.ts'

export const findSources = async (db: Db, hashes: string[]) => {
  const rows = await db.selectFrom('slow_queries').select(['hash', 'sources']).where('hash', 'in', hashes).execute()
  return new Map(rows.map(({ hash, sources }) => [hash, sources]))
}

export const saveQueries = (db: Db, rows: DB['slow_queries'][]) =>
  insertMany(db, 'slow_queries', rows as unknown as Record<string, unknown>[], {
    behind: `on conflict (hash) do update set sources = excluded.sources, count = slow_queries.count + excluded.count,
      total_ms = slow_queries.total_ms + excluded.total_ms, last_at = excluded.last_at,
      max_ms = case when excluded.max_ms > slow_queries.max_ms then excluded.max_ms else slow_queries.max_ms end`,
  })

/** Those seen longest ago go. */
export const deleteBeyond = (db: Db, limit: number) =>
  db
    .deleteFrom('slow_queries')
    .where(
      'hash',
      'in',
      db
        .selectFrom('slow_queries')
        .select('hash')
        .orderBy('last_at', 'desc')
        .orderBy('hash')
        .limit(limit)
        .offset(limit),
    )
    .execute()

const COLUMN = { total: 'total_ms', max: 'max_ms', count: 'count', last: 'last_at' } as const

/** All of them: there are few. */
export const listQueries = (db: Db, order: (typeof SLOW_QUERY_ORDERS)[number], limit: number) =>
  db
    .selectFrom('slow_queries')
    .select(['statement', 'sources', 'count', 'total_ms', 'max_ms', 'first_at', 'last_at'])
    .orderBy(COLUMN[order], 'desc')
    .orderBy('hash')
    .limit(limit)
    .execute()

export const deleteAllQueries = async (db: Db) =>
  Number((await db.deleteFrom('slow_queries').executeTakeFirstOrThrow()).numDeletedRows)

export const deleteQueriesBefore = (db: Db, time: number) =>
  db.deleteFrom('slow_queries').where('last_at', '<', time).execute()
