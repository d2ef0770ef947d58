import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../test/world.ts'
import { inRequest } from '../lib/current-request.ts'
import { connect, type Database } from './connect.ts'
import { slowRead, TookTooLong } from './slow-reads.ts'

const ENDLESS = sql<{
  n: number
}>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers) select max(n) as n from numbers`

describe.each(engines)('reads that could be slow (%s)', (engine) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    const fresh = await freshDatabase(engine)
    remove = fresh.remove
    database = connect(fresh.url)
    await sql`create table words (word text)`.execute(database.write)
    await sql`insert into words (word) values (${'one'}), (${'two'})`.execute(database.write)
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })
  const words = () =>
    slowRead<{ word: string }>(
      database.read,
      sql<{ word: string }>`select word from words where word <> ${'two'}`.compile(database.read),
    )

  test('they give the rows', async () => expect(await words()).toEqual([{ word: 'one' }]))

  test('one that takes too long is broken off, and those that waited behind it get their rows', async () => {
    const endless = slowRead(database.read, ENDLESS.compile(database.read), { limit: 200 })
    const waiting = words()
    await expect(endless).rejects.toBeInstanceOf(TookTooLong)
    expect(await waiting).toEqual([{ word: 'one' }])
    expect(await words()).toEqual([{ word: 'one' }])
  })

  test('networks take turns: who asks for one waits for one of another’s hundred', async () => {
    const from = <T>(network: string, work: () => Promise<T>) =>
      new Promise<T>((resolve, reject) =>
        inRequest({ id: network, what: 'GET /search', network }, () => void work().then(resolve, reject)),
      )
    const done: string[] = []
    const some = (rows: number) =>
      sql<{
        n: number
      }>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(rows)})
        select count(*) as n from numbers`.compile(database.read)
    const read = (network: string, rows: number) =>
      from(network, () => slowRead(database.read, some(rows))).then(() => done.push(network))
    const many = Array.from({ length: 40 }, () => read('many', 20_000))
    await read('one', 10)
    await read('one', 10)
    const before = done.filter((network) => network === 'many').length
    await Promise.all(many)
    expect(done).toHaveLength(42)
    expect(before).toBeLessThan(20)
  })

  test('while one runs everything else goes on', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns++
    }, 5)
    await slowRead(database.read, ENDLESS.compile(database.read), { limit: 300 }).catch(() => {})
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })

  test.runIf(engine === 'sqlite')(
    'a thread that dies costs the read it had in hand; the next one has another thread',
    async () => {
      const created: Worker[] = []
      const note = (worker: Worker) => created.push(worker)
      process.on('worker', note)
      await slowRead(database.read, ENDLESS.compile(database.read), { limit: 50 }).catch(() => {}) // its thread is ended, the next read has a new one
      expect(await words()).toEqual([{ word: 'one' }])
      const before = created.length
      const dying = slowRead(database.read, ENDLESS.compile(database.read), { limit: 60_000 })
      const waiting = words()
      await created.at(-1)!.terminate()
      await expect(dying).rejects.toThrow('has ended')
      expect(await waiting).toEqual([{ word: 'one' }])
      expect(created).toHaveLength(before + 1)
      process.off('worker', note)
    },
  )

  test.runIf(engine === 'sqlite')('what a thread takes to start isn’t counted', async () => {
    await slowRead(database.read, ENDLESS.compile(database.read), { limit: 50 }).catch(() => {}) // its thread is ended
    const slow = (worker: Worker) => {
      const emit = worker.emit.bind(worker)
      worker.emit = ((event: string, ...told: unknown[]) =>
        event === 'message' ? setTimeout(emit, 1500, event, ...told) : emit(event as 'message', ...told)) as never
    }
    process.once('worker', slow)
    const query = sql`select word from words`.compile(database.read)
    expect(await slowRead(database.read, query, { limit: 1000 })).toHaveLength(2)
  })

  test.runIf(engine === 'sqlite')('no process waits at its end for a thread that has nothing to do', async () => {
    const program = `
      import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
      import { connect } from ${JSON.stringify(import.meta.resolve('./connect.ts'))}
      import { slowRead } from ${JSON.stringify(import.meta.resolve('./slow-reads.ts'))}
      const { read, close } = connect(${JSON.stringify(database.url)})
      console.log(await slowRead(read, sql\`select word from words\`.compile(read)))
      await close()
      const done = performance.now()
      process.on('exit', () => console.log(performance.now() - done))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program])
    expect(stdout).toContain("word: 'two'")
    expect(Number(stdout.trim().split('\n').at(-1))).toBeLessThan(5000) // the thread stays three times as long
  })

  test('what the database refuses is an error of its own, not a wait', async () => {
    await expect(slowRead(database.read, sql`select word from nowhere`.compile(database.read))).rejects.toThrow(
      /nowhere/,
    )
    expect(await words()).toEqual([{ word: 'one' }])
  })
})
