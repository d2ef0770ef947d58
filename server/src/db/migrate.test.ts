import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../test/world.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { connect, type Database } from './connect.ts'
import { up as pluginInstances } from './migrations/0091-plugin-instances.ts'
import { isUpToDate, migrate, NewerDatabase, type Step, STEPS } from './migrate.ts'

describe.each(engines)('the schema (%s)', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let open: Database[]
  const connected = () => {
    const database = connect(fresh.url)
    open.push(database)
    return database
  }
  beforeEach(async () => {
    fresh = await freshDatabase(engine)
    open = []
  })
  afterEach(async () => {
    for (const database of open) await database.close()
    await fresh.remove()
  })

  const steps = (database: Database) =>
    (database.read as never as { selectFrom(table: string): { selectAll(): { execute(): Promise<unknown[]> } } })
      .selectFrom('migrations')
      .selectAll()
      .execute()

  test('is brought up to date once, however often one asks', async () => {
    const database = connected()
    await migrate(database.write)
    await database.write.insertInto('settings').values({ name: 'kept', value: '1', updated_at: 0 }).execute()
    const before = await steps(database)
    await migrate(database.write)
    await migrate(connected().write)
    expect(await steps(database)).toEqual(before)
    expect(await database.read.selectFrom('settings').select('value').execute()).toEqual([{ value: '1' }])
  })

  test('of three plugins of a kind, those that were set up go on, and their numbers aren’t given again', async () => {
    const database = connected()
    await migrate(database.write)
    const found = () =>
      database.read.selectFrom('settings').select('value').where('name', '=', 'plugin_instances').execute()
    expect(await found()).toEqual([])
    await database.write
      .insertInto('settings')
      .values({ name: 'plugin:oauth2_3', value: '{}', updated_at: 0 })
      .execute()
    await pluginInstances(database.write)
    expect(JSON.parse((await found())[0]!.value)).toEqual({
      list: [{ slug_name: 'oauth2_3', of: 'oauth2', name: 'OAuth 2 (3)' }],
      last: { oauth2: 3, openid_connect: 3 },
    })
  })

  test('is made once where several processes start together on an empty database', { timeout: 60_000 }, async () => {
    const script = `import { connect } from ${JSON.stringify(import.meta.resolve('./connect.ts'))}
      import { migrate } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))}
      const database = connect(process.argv[1]); await migrate(database.write); await database.close()`
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, fresh.url], { stdio: 'inherit' }),
    )
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]))
    expect(codes).toEqual([0, 0, 0])
    expect(new Set((await steps(connected())).map((row) => (row as { name: string }).name)).size).toBe(
      (await steps(connected())).length,
    )
  })

  const added = (
    name: string,
    up: Step['up'] = async (db) => {
      await db.schema
        .createTable(`table_${name.slice(0, 4)}`)
        .addColumn('n', 'integer')
        .execute()
    },
  ): Step => ({ name, up })
  const tables = async (database: Database) =>
    (await database.read.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('table_'))
      .sort()
  const names = async (database: Database) =>
    (await steps(database)).map((row) => (row as { name: string }).name).sort()

  test('a step that fails is undone to its last word, those before it stay, and it is tried again at the next start', async () => {
    const database = connected()
    await migrate(database.write)
    const halfWay = added('9002-second', async (db: Kysely<any>) => {
      await db.schema.createTable('table_9002').addColumn('n', 'integer').execute()
      await db.insertInto('settings').values({ name: 'of a half step', value: '1', updated_at: 0 }).execute()
      throw new Error('no further')
    })
    await expect(migrate(database.write, [...STEPS, added('9001-first'), halfWay])).rejects.toThrow('no further')
    expect([await tables(database), await names(database)]).toEqual([
      ['table_9001'],
      [...STEPS.map(({ name }) => name), '9001-first'],
    ])
    expect(await database.read.selectFrom('settings').select('name').execute()).toEqual([])
    await migrate(database.write, [...STEPS, added('9001-first'), added('9002-second')])
    expect(await tables(database)).toEqual(['table_9001', 'table_9002'])
  })

  test('one that a newer program has brought further is refused with a sentence, and left as it is', async () => {
    const database = connected()
    await migrate(database.write, [...STEPS, added('9001-first')])
    expect(await isUpToDate(database.read)).toBe(false)
    const before = await steps(database)
    await expect(migrate(database.write)).rejects.toThrow(NewerDatabase)
    await expect(migrate(database.write)).rejects.toThrow(
      /^The database was made by a newer Askwell: it knows "9001-first", this program doesn't\. [^\n]+\.$/,
    )
    expect(await steps(database)).toEqual(before)
  })

  test('a step is run once where several processes come to it together', { timeout: 60_000 }, async () => {
    await migrate(connected().write)
    const script = `import { connect } from ${JSON.stringify(import.meta.resolve('./connect.ts'))}
      import { migrate, STEPS } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))}
      const later = { name: '9001-later', up: async (db) => { await db.schema.createTable('table_9001').addColumn('n', 'integer').execute(); await new Promise((resume) => setTimeout(resume, 200)) } }
      const database = connect(process.argv[1]); await migrate(database.write, [...STEPS, later]); await database.close()`
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, fresh.url], { stdio: 'inherit' }),
    )
    expect(await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]))).toEqual([
      0, 0, 0,
    ])
    expect(await names(connected())).toEqual([...STEPS.map(({ name }) => name), '9001-later'])
  })

  test.runIf(engine === 'sqlite')(
    'the file as it was before stays beside it, and is not overwritten by a second try',
    async () => {
      const database = connected()
      await migrate(database.write)
      const copy = join(fresh.folder, 'askwell.db.before-9001-first')
      expect(existsSync(copy)).toBe(false) // nothing to lose in a new one
      await database.write.insertInto('settings').values({ name: 'old', value: '1', updated_at: 0 }).execute()
      await expect(
        migrate(database.write, [
          ...STEPS,
          added('9001-first', async () => {
            throw new Error('no')
          }),
        ]),
      ).rejects.toThrow('no')
      await database.write.insertInto('settings').values({ name: 'newer', value: '1', updated_at: 0 }).execute()
      await migrate(database.write, [...STEPS, added('9001-first')])
      const kept = new DatabaseSync(copy, { readOnly: true })
      expect(kept.prepare('select name from settings').all()).toEqual([{ name: 'old' }])
      expect(kept.prepare('select name from migrations order by name').all()).toEqual(
        STEPS.map(({ name }) => ({ name })),
      )
      kept.close()
    },
  )
})
