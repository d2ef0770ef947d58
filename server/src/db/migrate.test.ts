import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../test/world.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

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

  const steps = (database: Database) => (database.read as never as { selectFrom(table: string): { selectAll(): { execute(): Promise<unknown[]> } } }).selectFrom('migrations').selectAll().execute()

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

  test('is made once where several processes start together on an empty database', { timeout: 60_000 }, async () => {
    const script = `import { connect } from ${JSON.stringify(import.meta.resolve('./connect.ts'))}
      import { migrate } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))}
      const database = connect(process.argv[1]); await migrate(database.write); await database.close()`
    const children = Array.from({ length: 3 }, () => spawn(process.execPath, ['--input-type=module', '-e', script, fresh.url], { stdio: 'inherit' }))
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]))
    expect(codes).toEqual([0, 0, 0])
    expect(new Set((await steps(connected())).map((row) => (row as { name: string }).name)).size).toBe((await steps(connected())).length)
  })
})
