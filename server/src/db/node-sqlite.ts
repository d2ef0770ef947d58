import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const PREPARED = 500

/** What a connection keeps of the database, in KiB: pages of its own; bytes: what one that reads maps of the file. */
export const PAGES = { kept: 16_384, mapped: 134_217_728 }

/** Called with each statement, without its values, and how long it took. */
export type OnQuery = (query: { sql: string; ms: number }) => void

/** What Kysely expects of a SQLite library, on top of Node's own; it keeps the last statements prepared. Threads that only read load it without Kysely. */
export class NodeSqlite implements SqliteDatabase {
  readonly raw: DatabaseSync
  #prepared = new Map<string, SqliteStatement>()
  #onQuery: OnQuery | undefined

  constructor(path: string, options: { readOnly: boolean; onQuery?: OnQuery; allowExtension?: boolean }) {
    const { readOnly, onQuery, allowExtension } = options
    this.#onQuery = onQuery
    this.raw = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true, readOnly, allowExtension })
    // FULL: a write is on the disk when it is acknowledged, even if the power fails.
    if (!readOnly) this.raw.exec('pragma journal_mode = wal; pragma synchronous = full')
    this.raw.exec(`pragma cache_size = -${PAGES.kept}; pragma temp_store = memory`)
    // The connection that writes has the changing pages in memory anyway.
    if (readOnly) this.raw.exec(`pragma mmap_size = ${PAGES.mapped}`)
  }

  prepare(sql: string): SqliteStatement {
    const cached = this.#prepared.get(sql)
    if (cached) {
      this.#prepared.delete(sql)
      this.#prepared.set(sql, cached)
      return cached
    }
    const statement = this.raw.prepare(sql)
    const timed = <T>(work: () => T): T => {
      if (!this.#onQuery) return work()
      const began = performance.now()
      try {
        return work()
      } finally {
        this.#onQuery({ sql, ms: performance.now() - began })
      }
    }
    const reader = statement.columns().length > 0
    // Deleting from the search index writes internal rows whose ids exceed safe numbers; even "begin" would then fail to return the last one.
    if (!reader) statement.setReadBigInts(true)
    const made: SqliteStatement = {
      reader,
      all: (values) => timed(() => statement.all(...(values as SQLInputValue[]))),
      run: (values) => timed(() => statement.run(...(values as SQLInputValue[]))),
      iterate: (values) => statement.iterate(...(values as SQLInputValue[])) as IterableIterator<unknown>,
    }
    this.#prepared.set(sql, made)
    if (this.#prepared.size > PREPARED) this.#prepared.delete(this.#prepared.keys().next().value!)
    return made
  }

  close() {
    this.#prepared.clear()
    this.raw.close()
  }
}
