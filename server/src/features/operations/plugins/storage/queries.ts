import type { Db } from '../../../../db/dialect.ts'

/** A plugin says by the key that a value is secret: that is in no export and in no archive of a member. */
export const isSecretKey = (key: string) => key.startsWith('secret:')

export const findStored = async (db: Db, plugin: string, key: string): Promise<unknown> => {
  const row = await db
    .selectFrom('plugin_storage')
    .select('value')
    .where('plugin', '=', plugin)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

interface Stored {
  plugin: string
  key: string
  user_id: number
  value: string
  bytes: number
  updated_at: number
}
export const upsertStored = async (db: Db, { plugin, key, ...stored }: Stored) => {
  await db
    .insertInto('plugin_storage')
    .values({ plugin, key, ...stored })
    .onConflict((on) => on.columns(['plugin', 'key']).doUpdateSet(stored))
    .execute()
}

export const findStoredRow = (db: Db, plugin: string, key: string) =>
  db
    .selectFrom('plugin_storage')
    .select(['user_id', 'value'])
    .where('plugin', '=', plugin)
    .where('key', '=', key)
    .executeTakeFirst()

/** By their keys; with `user_id` only what is about them. */
export const listStoredRows = (
  db: Db,
  plugin: string,
  { user_id, offset, limit }: { user_id?: number; offset: number; limit: number },
) =>
  db
    .selectFrom('plugin_storage')
    .select(['key', 'user_id', 'value'])
    .where('plugin', '=', plugin)
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id!))
    .orderBy('key')
    .limit(limit)
    .offset(offset)
    .execute()

export const countStored = async (db: Db, plugin: string) => {
  const { count } = await db
    .selectFrom('plugin_storage')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('plugin', '=', plugin)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What all but this key take together. */
export const countStoredBytes = async (db: Db, plugin: string, except: string) => {
  const { bytes } = await db
    .selectFrom('plugin_storage')
    .select((eb) => eb.fn.sum<string | number | null>('bytes').as('bytes'))
    .where('plugin', '=', plugin)
    .where('key', '!=', except)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export const deleteStored = async (db: Db, plugin: string, key: string) => {
  await db.deleteFrom('plugin_storage').where('plugin', '=', plugin).where('key', '=', key).execute()
}
export const deleteAllStored = async (db: Db, plugin: string) => {
  await db.deleteFrom('plugin_storage').where('plugin', '=', plugin).execute()
}
export const deleteStoredOfUsers = async (db: Db, user_ids: number[]) => {
  await db.deleteFrom('plugin_storage').where('user_id', 'in', user_ids).execute()
}

/** Keys that begin so, in order; the last character of all ends the range. */
export const listStoredKeys = async (db: Db, plugin: string, prefix: string, limit: number) =>
  (
    await db
      .selectFrom('plugin_storage')
      .select('key')
      .where('plugin', '=', plugin)
      .where('key', '>=', prefix)
      .where('key', '<', `${prefix}\u{10ffff}`)
      .orderBy('key')
      .limit(limit)
      .execute()
  ).map(({ key }) => key)

/** For the one whom it is about. */
export const listStoredOfUser = async (db: Db, user_id: number) => {
  const rows = await db
    .selectFrom('plugin_storage')
    .select(['plugin', 'key', 'value', 'updated_at'])
    .where('user_id', '=', user_id)
    .orderBy('plugin')
    .orderBy('key')
    .execute()
  return rows.map(({ value, ...row }) => ({ ...row, value: JSON.parse(value) as unknown }))
}
