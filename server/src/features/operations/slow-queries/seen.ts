import { SLOW_QUERIES_MAX } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import { currentSource } from '../../../lib/current-request.ts'
import { createWriteBehind } from '../../../lib/write-behind.ts'
import { withoutValues } from './without-values.ts'

/** So many of a statement are remembered. */
export const SOURCES = 5

export interface Seen {
  statement: string
  sources: string[]
  count: number
  total_ms: number
  max_ms: number
  first_at: number
  last_at: number
}

/** The slow statements of this process, until they are written: not more of them than the table has. */
export const createSlowQueries = (
  current: () => App | undefined,
  now: () => number,
  write: (app: App, all: Seen[]) => Promise<unknown>,
) => {
  const behind = createWriteBehind(current, write)
  let threshold = 0
  return {
    /** From so many milliseconds on; 0: nothing is noted. */
    from(ms: number) {
      threshold = ms
    },
    note({ sql, ms }: { sql: string; ms: number }) {
      if (threshold === 0 || ms < threshold || !current()) return
      const statement = withoutValues(sql)
      const source = currentSource()
      const time = now()
      const there = behind.pending.get(statement)
      if (there) {
        there.count++
        there.total_ms += ms
        there.max_ms = Math.max(there.max_ms, ms)
        there.last_at = time
        if (source) there.sources = [...new Set([source, ...there.sources])].slice(0, SOURCES)
      } else if (behind.pending.size < SLOW_QUERIES_MAX) {
        const sources = source ? [source] : []
        behind.pending.set(statement, {
          statement,
          sources,
          count: 1,
          total_ms: ms,
          max_ms: ms,
          first_at: time,
          last_at: time,
        })
      } else return
      behind.flushLater()
    },
    flush: behind.flush,
    clear: behind.clear,
  }
}
export type SlowQueries = ReturnType<typeof createSlowQueries>
