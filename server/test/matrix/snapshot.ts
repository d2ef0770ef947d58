import { readdirSync } from 'node:fs'
import { type DB, OWNER } from '../../src/db/tables.ts'
import type { World } from '../world.ts'

/** Somebody has looked, or has asked at all: these change without anybody having done anything. */
const LOOKS = { posts: new Set(['view_count', 'unique_view_count']), sessions: new Set(['used_at', 'expires_at']) } as Record<string, Set<string>>

/** All that a site keeps: every row of every table, and the names of its files. */
export const snapshot = async ({ app, folder }: World) => {
  const kept: Record<string, string[]> = { files: readdirSync(folder, { recursive: true }).map(String).filter((name) => name.startsWith('uploads')).sort() }
  for (const table of Object.keys(OWNER) as (keyof DB)[]) {
    const rows: object[] = await app.db.selectFrom(table).selectAll().execute()
    kept[table] = rows.map((row) => JSON.stringify(row, (column, value: unknown) => (LOOKS[table]?.has(column) ? undefined : value))).sort()
  }
  return kept
}

/** What is in one of the two and not in the other. */
export const difference = (before: Awaited<ReturnType<typeof snapshot>>, after: typeof before) =>
  Object.keys(before).flatMap((table) => {
    const [old, now] = [new Set(before[table]), new Set(after[table])]
    return [...old].filter((row) => !now.has(row)).map((row) => `${table} lost ${row}`).concat([...now].filter((row) => !old.has(row)).map((row) => `${table} gained ${row}`))
  })
