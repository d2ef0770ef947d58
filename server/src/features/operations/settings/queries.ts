import type { Db } from '../../../db/dialect.ts'

/** What was saved under a name, or undefined. */
export const findSetting = async (db: Db, name: string): Promise<unknown> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row && JSON.parse(row.value)
}

/** Several at once, by name. */
export const findSettings = async (db: Db, names: readonly string[]): Promise<Record<string, unknown>> => {
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('name', 'in', names).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
}

export const saveSetting = (db: Db, name: string, value: unknown, updated_at: number) => {
  const row = { value: JSON.stringify(value), updated_at }
  return db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute()
}

/** Added in SQL, so that two at once can't lose one. */
export const addToCounter = (db: Db, name: string, n: number) =>
  db
    .insertInto('counters')
    .values({ name, value: n })
    .onConflict((on) => on.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', n) })))
    .execute()

export const counter = async (db: Db, name: string) =>
  (await db.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst())?.value ?? 0

/** For a recount: what it is now, whatever it was. */
export const setCounter = (db: Db, name: string, value: number) =>
  db
    .insertInto('counters')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute()

export const deleteSettings = async (db: Db, names: readonly string[]) => {
  await db.deleteFrom('settings').where('name', 'in', names).execute()
}

/** The setting that names the plugins that are on. */
export const PLUGINS_ON = 'plugins_on'
export const listPluginsOn = async (db: Db) => ((await findSetting(db, PLUGINS_ON)) ?? []) as string[]
