import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { freshDatabase } from './world.ts'

/** A new site's settings as they lie in its database, for migrations that change them. */
export const storedSettings = async (engine: Parameters<typeof freshDatabase>[0]) => {
  const fresh = await freshDatabase(engine)
  const database = connect(fresh.url)
  const db = database.write
  await migrate(db)
  return {
    db,
    save: (name: string, value: unknown) =>
      db
        .insertInto('settings')
        .values({ name, value: JSON.stringify(value), updated_at: 1 })
        .execute(),
    /** By their names, which begin so. */
    async beginningWith(start: string) {
      const rows = await db
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('name', 'like', `${start}%`)
        .execute()
      return Object.fromEntries(rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]))
    },
    async close() {
      await database.close()
      await fresh.remove()
    },
  }
}
