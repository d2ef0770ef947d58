import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../test/world.ts'
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
    const endless = slowRead(database.read, ENDLESS.compile(database.read), 200)
    const waiting = words()
    await expect(endless).rejects.toBeInstanceOf(TookTooLong)
    expect(await waiting).toEqual([{ word: 'one' }])
    expect(await words()).toEqual([{ word: 'one' }])
  })

  test('while one runs everything else goes on', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns++
    }, 5)
    await slowRead(database.read, ENDLESS.compile(database.read), 300).catch(() => {})
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })

  test.runIf(engine === 'sqlite')(
    'a thread that dies costs the read it had in hand; the next one has another thread',
    async () => {
      const created: Worker[] = []
      const note = (worker: Worker) => created.push(worker)
      process.on('worker', note)
      await slowRead(database.read, ENDLESS.compile(database.read), 50).catch(() => {}) // its thread is ended, the next read has a new one
      expect(await words()).toEqual([{ word: 'one' }])
      const before = created.length
      const dying = slowRead(database.read, ENDLESS.compile(database.read), 60_000)
      const waiting = words()
      await created.at(-1)!.terminate()
      await expect(dying).rejects.toThrow('has ended')
      expect(await waiting).toEqual([{ word: 'one' }])
      expect(created).toHaveLength(before + 1)
      process.off('worker', note)
    },
  )

  test('what the database refuses is an error of its own, not a wait', async () => {
    await expect(slowRead(database.read, sql`select word from nowhere`.compile(database.read))).rejects.toThrow(
      /nowhere/,
    )
    expect(await words()).toEqual([{ word: 'one' }])
  })
})
