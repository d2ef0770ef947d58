import { createHash } from 'node:crypto'
import { SLOW_QUERIES_MAX } from '@askwell/contract/limits.ts'
import type { SlowQuerySettings } from '@askwell/contract/slow-queries.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { recordAudit } from '../audit/queries.ts'
import { writeSection } from '../settings/save-section.ts'
import { deleteAllQueries, deleteBeyond, findSources, saveQueries } from './queries.ts'
import { type Seen, SOURCES } from './seen.ts'

export const sourcesIn = (stored: string) => stored.split('\n').filter((line) => line !== '')

const hashOf = (statement: string) => createHash('sha256').update(statement).digest('base64url').slice(0, 22)

export const writeSeen = (app: App, all: Seen[]) =>
  app.transaction(async (tx) => {
    const rows = all
      .map((one) => ({ hash: hashOf(one.statement), ...one }))
      .toSorted((a, b) => (a.hash < b.hash ? -1 : 1)) // two processes take the rows in the same order
    const before = await findSources(
      tx.db,
      rows.map(({ hash }) => hash),
    )
    await saveQueries(
      tx.db,
      rows.map((row) => ({
        ...row,
        sources: [...new Set([...row.sources, ...sourcesIn(before.get(row.hash) ?? '')])].slice(0, SOURCES).join('\n'),
        total_ms: Math.round(row.total_ms),
        max_ms: Math.round(row.max_ms),
      })),
    )
    await deleteBeyond(tx.db, SLOW_QUERIES_MAX)
  })

export const saveSlowQuerySettings = async (app: App, actor: Actor, { slow_query_ms }: SlowQuerySettings) => {
  await app.transaction((tx) => writeSection(tx, actor.id, 'slow_queries', { slow_query_ms }))
  return null
}

export const clearSlowQueries = async (app: App, actor_id: number) => {
  await app.transaction(async (tx) => {
    const count = await deleteAllQueries(tx.db)
    const about = { actor_id, object_type: 'site', object_id: 0 } as const
    await recordAudit(tx, { ...about, action: 'site.slow_queries_cleared', before: { count }, after: null })
  })
  return null
}
