import { rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Conflict } from '../../../../lib/errors.ts'
import { IMPORTED_TABLES, type ImportedTable } from '../../../../lib/plugin-ports/importer.ts'
import { roomOn } from '../room.ts'

const BUSY = 5
const FULL = 13
const PAGE_BYTES = 4096
const PAGES_MIN = 64

const open = (file: string) => {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = truncate; begin exclusive; commit')
    database.exec(`
      create table if not exists pages (at integer primary key check (at = 1), state text not null, next text);
      create table if not exists rows (tab text, key text, json text not null, primary key (tab, key));
    `)
    return database
  } catch (error) {
    database.close()
    throw (error as { errcode?: number }).errcode === BUSY ? new Conflict('error.import.running') : error
  }
}

const noRoom = () => new Conflict('error.import.fetch', { values: { why: 'it is more than there is room for' } })

/** What came so far, in a file that stays until everything is there. What came with another `state` is forgotten. A plugin that never comes to an end leaves room for the site: half of it here, as the archive needs some, too. */
export const openFetched = (file: string, state: string, room = roomOn(statfsSync(dirname(file)))) => {
  const database = open(file)
  const { page_count } = database.prepare('pragma page_count').get() as { page_count: number }
  const pages = Math.max(page_count + Math.floor(room / 2 / PAGE_BYTES), PAGES_MIN)
  database.exec(`pragma max_page_count = ${pages}`)
  if (database.prepare('select state from pages').get()?.state !== state) {
    database.exec('delete from pages; delete from rows')
    database.prepare('insert into pages (at, state) values (1, ?)').run(state)
  }
  const insert = database.prepare('insert into rows (tab, key, json) values (?, ?, ?) on conflict do nothing')
  const count = database.prepare(
    'select count(*) as n, coalesce(sum(length(cast(json as blob)) + 1), 0) as bytes from rows where tab = ?',
  )
  const countOf = (table: ImportedTable) => count.get(table) as { n: number; bytes: number }
  return {
    /** Where to go on; undefined at the beginning. */
    next: () => (database.prepare('select next from pages').get()?.next ?? undefined) as string | undefined,
    /** A page as a whole, with where it goes on. */
    put(page: Partial<Record<ImportedTable, Record<string, unknown>[]>>, next: string | undefined) {
      database.exec('begin')
      try {
        for (const table of IMPORTED_TABLES)
          for (const row of page[table] ?? []) {
            const json = JSON.stringify(row)
            insert.run(table, String((table === 'tags' ? row.name : row.id) ?? json), json)
          }
        database.prepare('update pages set next = ?').run(next ?? null)
        database.exec('commit')
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        throw (error as { errcode?: number }).errcode === FULL ? noRoom() : error
      }
    },
    countOf,
    /** In the order they came, as lines of JSON. */
    *linesOf(table: ImportedTable) {
      for (const { json } of database.prepare('select json from rows where tab = ? order by rowid').iterate(table))
        yield Buffer.from(`${json as string}\n`)
    },
    close: () => database.close(),
    remove() {
      database.close()
      for (const one of [file, `${file}-journal`]) rmSync(one, { force: true })
    },
  }
}
export type Fetched = ReturnType<typeof openFetched>
