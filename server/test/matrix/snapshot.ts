import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { type DB, OWNER } from '../../src/db/tables.ts'
import type { World } from '../world.ts'

type Table = keyof DB
type TableRows = Record<string, string[]>

/** Somebody has looked, or has asked at all: these change without anybody having done anything. */
const LOOKS: Partial<Record<Table, string[]>> = {
  posts: ['view_count', 'unique_view_count'],
  sessions: ['used_at', 'expires_at'],
}
/** Written when somebody has looked, and by nothing else. */
const LOOKED_AT = new Set<Table>(['reader_sketches', 'post_shares', 'link_visits', 'user_visits', 'answers_read'])
const TABLES = (Object.keys(OWNER) as Table[]).filter((table) => !LOOKED_AT.has(table))

const WRITES = ['insert', 'update', 'delete']

/** From now on the database itself records each table that is written. Rows are only ever added to that record, so nobody waits for anybody. */
const noteChanges = async ({ app }: World) =>
  app.transaction(async ({ db }) => {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run('create table noted_changes (name text)')
    if (app.engine === 'postgres')
      await run(
        "create function note_change() returns trigger language plpgsql as 'begin insert into noted_changes values (tg_table_name); return null; end'",
      )
    for (const table of TABLES) {
      for (const action of WRITES) {
        const after = `create trigger note_${action}_of_${table} after ${action} on ${table}`
        await run(
          app.engine === 'postgres'
            ? `${after} execute function note_change()`
            : `${after} begin insert into noted_changes values ('${table}'); end`,
        )
      }
    }
  })

const changedSince = async ({ app }: World) =>
  app.transaction(
    async ({ db }) =>
      new Set(
        (await sql<{ name: Table }>`delete from noted_changes returning name`.execute(db)).rows.map(({ name }) => name),
      ),
  )

const rowsOf = async ({ app }: World, table: Table) => {
  const rows: Record<string, unknown>[] = await app.db.selectFrom(table).selectAll().execute()
  for (const look of LOOKS[table] ?? []) for (const row of rows) row[look] = undefined
  return rows.map((row) => JSON.stringify(row)).sort()
}

const seen = new WeakMap<World, TableRows>()

/** All that a site keeps: every row of every table, and the names of its files. What nobody has touched since the last time isn't read again. */
export const snapshot = async (w: World): Promise<TableRows> => {
  const last = seen.get(w)
  if (!last) await noteChanges(w)
  const changed = last && (await changedSince(w))
  const kept: TableRows = {
    files: readdirSync(w.folder, { recursive: true })
      .map(String)
      .filter((name) => name.startsWith('uploads'))
      .sort(),
  }
  for (const table of TABLES) kept[table] = !last || changed!.has(table) ? await rowsOf(w, table) : last[table]!
  seen.set(w, kept)
  return { ...kept }
}

/** What two looks have missed: the second reads everything, also what nobody is said to have touched. */
export const overlooked = async (w: World) => {
  const kept = await snapshot(w)
  const whole: TableRows = {}
  for (const table of TABLES) whole[table] = await rowsOf(w, table)
  return difference(whole, kept)
}

/** What is in one of the two and not in the other. */
export const difference = (before: TableRows, after: TableRows) =>
  Object.keys(before)
    .filter((table) => before[table] !== after[table])
    .flatMap((table) => {
      const [old, now] = [new Set(before[table]), new Set(after[table])]
      return [...old]
        .filter((row) => !now.has(row))
        .map((row) => `${table} lost ${row}`)
        .concat([...now].filter((row) => !old.has(row)).map((row) => `${table} gained ${row}`))
    })
