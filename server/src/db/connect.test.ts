import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../test/world.ts'
import { connect, type Database, FolderInUse, occupyFolder } from './connect.ts'
import { containing, type Db, greatest, isDuplicate, withFewPages } from './dialect.ts'
import { migrate } from './migrate.ts'
import { NodeSqlite } from './node-sqlite.ts'
import { offsetOf, pageOf } from './page.ts'

describe.each(engines)('a database (%s)', (engine) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    const fresh = await freshDatabase(engine)
    remove = fresh.remove
    database = connect(fresh.url)
    await migrate(database.write)
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })

  test.runIf(engine === 'sqlite')(
    'keeps little of its files in memory for a while, also where that work fails',
    async () => {
      const { read, write } = database
      const kept = async () => {
        const one = async (db: Db, what: string) =>
          Object.values((await sql<object>`pragma ${sql.raw(what)}`.execute(db)).rows[0]!)[0]
        return [await one(read, 'mmap_size'), await one(read, 'cache_size'), await one(write, 'cache_size')]
      }
      const before = await kept()
      const app = {
        db: read,
        transaction: <T>(work: (tx: { db: Db }) => Promise<T>) => write.transaction().execute((tx) => work({ db: tx })),
      }
      expect(await withFewPages(app, kept)).toEqual([0, -2048, -4096])
      expect(await kept()).toEqual(before)
      const failing = withFewPages(app, () => Promise.reject(new Error('the disk is full')))
      await expect(failing).rejects.toThrow('the disk is full')
      expect(await kept()).toEqual(before)
    },
  )

  test('says numbers as numbers, however they come about', async () => {
    await database.write
      .insertInto('counters')
      .values([
        { name: 'one', value: 2 ** 52 },
        { name: 'two', value: 1 },
      ])
      .execute()
    const { count, sum, most } = await database.read
      .selectFrom('counters')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.sum<number>('value').as('sum'),
        eb.fn.max('value').as('most'),
      ])
      .executeTakeFirstOrThrow()
    expect({ count, sum, most }).toEqual({ count: 2, sum: 2 ** 52 + 1, most: 2 ** 52 })
    const larger = database.read
      .selectFrom('counters')
      .select((eb) => greatest(database.read, eb.ref('value'), eb.lit(7)).as('n'))
      .orderBy('value')
    expect((await larger.execute()).map(({ n }) => n)).toEqual([7, 2 ** 52])
  })

  test('tells a duplicate from other mistakes', async () => {
    const put = () =>
      database.write.insertInto('settings').values({ name: 'twice', value: '1', updated_at: 0 }).execute()
    await put()
    expect(isDuplicate(await put().catch((error: unknown) => error))).toBe(true)
    expect(isDuplicate(await sql`select nothing`.execute(database.read).catch((error: unknown) => error))).toBe(false)
  })

  test('finds a piece of a text whatever its case, and takes wildcards for plain characters', async () => {
    const texts = ['100% sure', '100 percent', 'snake_case', 'snakeXcase', 'back\\slash']
    await database.write
      .insertInto('settings')
      .values(texts.map((value, n) => ({ name: `text${n}`, value, updated_at: 0 })))
      .execute()
    const find = async (piece: string) =>
      (
        await database.read
          .selectFrom('settings')
          .select('value')
          .where('name', 'like', 'text%')
          .where(containing(database.read, 'value', piece))
          .orderBy('name')
          .execute()
      ).map((row) => row.value)
    expect(await find('SURE')).toEqual(['100% sure'])
    expect(await find('100%')).toEqual(['100% sure'])
    expect(await find('e_c')).toEqual(['snake_case'])
    expect(await find('k\\s')).toEqual(['back\\slash'])
  })

  test('gives readers what is committed, never what is still being written', async () => {
    const seen = () =>
      database.read.selectFrom('settings').select('value').where('name', '=', 'pending').executeTakeFirst()
    await database.write.transaction().execute(async (tx) => {
      await tx.insertInto('settings').values({ name: 'pending', value: 'x', updated_at: 0 }).execute()
      expect(await seen()).toBeUndefined()
    })
    expect(await seen()).toEqual({ value: 'x' })
  })
})

describe('SQLite', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'askwell-sqlite-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('lets nothing be written through the reading connection', async () => {
    const database = connect(`sqlite:${join(folder, 'askwell.db')}`)
    await migrate(database.write)
    await expect(
      database.read.insertInto('settings').values({ name: 'x', value: '1', updated_at: 0 }).execute(),
    ).rejects.toThrow(/readonly/)
    await database.close()
  })

  test('has what it acknowledges on the disk: a log written ahead, flushed at each commit', async () => {
    const database = connect(`sqlite:${join(folder, 'askwell.db')}`)
    const modes = await sql<{
      journal_mode: string
      synchronous: number
    }>`select journal_mode, synchronous from pragma_journal_mode(), pragma_synchronous()`.execute(database.write)
    expect(modes.rows).toEqual([{ journal_mode: 'wal', synchronous: 2 }])
    await database.close()
  })

  test('takes the write lock when a transaction begins, not when it first writes', async () => {
    const path = join(folder, 'askwell.db')
    const database = connect(`sqlite:${path}`)
    await migrate(database.write)
    const other = new NodeSqlite(path, { readOnly: false })
    other.raw.exec('pragma busy_timeout = 0')
    await database.write.transaction().execute(async (tx) => {
      await tx.selectFrom('settings').select('name').execute()
      expect(() => other.raw.exec('begin immediate')).toThrow(/locked/)
    })
    other.raw.exec('begin immediate; rollback')
    other.close()
    await database.close()
  })

  test('keeps the last statements prepared, and prepares an older one again', () => {
    const database = new NodeSqlite(join(folder, 'askwell.db'), { readOnly: false })
    expect(database.prepare('select 1 as n')).toBe(database.prepare('select 1 as n'))
    const first = database.prepare('select 1 as n')
    for (let n = 2; n < 700; n++) database.prepare(`select ${n} as n`).all([])
    expect(database.prepare('select 1 as n')).not.toBe(first)
    expect({ ...(database.prepare('select 1 as n').all([])[0] as object) }).toEqual({ n: 1 })
    database.close()
  })
})

describe('the data folder', () => {
  let folder: string
  let child: ChildProcess | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'askwell-folder-'))
  })
  afterEach(() => {
    child?.kill('SIGKILL')
    child = undefined
    rmSync(folder, { recursive: true, force: true })
  })

  const occupyElsewhere = async () => {
    const script = `import { occupyFolder } from ${JSON.stringify(import.meta.resolve('./connect.ts'))}
      occupyFolder(${JSON.stringify(folder)}); console.log('mine'); setInterval(() => {}, 1000)`
    child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout!, 'data')
    return child
  }
  const problem = () => {
    try {
      occupyFolder(folder).release()
    } catch (error) {
      expect(error).toBeInstanceOf(FolderInUse)
      return (error as Error).message
    }
    return ''
  }

  test('is for one process: a second is refused and told what to do', async () => {
    await occupyElsewhere()
    expect(problem()).toMatch(/^Another Askwell process is using the folder .*ASKWELL_DATA\.$/)
    expect(problem()).toContain(folder)
  })

  test('is free again when its process was killed', async () => {
    const other = await occupyElsewhere()
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(problem()).toBe('')
  })

  test('is free again when it was released, and can be taken once more', () => {
    const taken = occupyFolder(folder)
    expect(problem()).toMatch(/Another Askwell process/)
    taken.release()
    expect(problem()).toBe('')
    expect(problem()).toBe('')
  })

  test('is made where there is none; where there can be none, one sentence says so', () => {
    rmSync(folder, { recursive: true })
    occupyFolder(join(folder, 'deep', 'down')).release()
    expect(existsSync(join(folder, 'deep', 'down'))).toBe(true)
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
    expect(problem()).toMatch(/^The folder [^\n]+ can't be used: [^\n]+\.$/)
  })
})

describe('pages of a list', () => {
  test.each([
    [1, 20, 0],
    [2, 20, 20],
    [3, 50, 100],
  ])('page %i of %i rows each begins at row %i', (page, page_size, row) =>
    expect(offsetOf({ page, page_size })).toBe(row),
  )

  test('a page beyond the end is not found, but for the first', () => {
    expect(pageOf([], 0, { page: 1, page_size: 20 })).toEqual({ count: 0, list: [] })
    expect(pageOf(['x'], 21, { page: 2, page_size: 20 })).toEqual({ count: 21, list: ['x'] })
    expect(() => pageOf([], 20, { page: 2, page_size: 20 })).toThrow(expect.objectContaining({ kind: 'not-found' }))
  })
})
