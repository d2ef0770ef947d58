import { beginBulk, undoBulk } from '@askwell/contract/bulk.ts'
import { type Task, tasks } from '@askwell/contract/tasks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { engines, freshDatabase } from '../world.ts'
import { startKillable } from './killable.ts'
import { callAs, seed, UNTIL_DONE } from './many-authors.ts'

const KILLS = 2
/** Enough for a kill to come in the middle. */
const AUTHORS = 250
const PATIENCE = { timeout: 120_000, interval: 20 }

describe.each(engines)('an act on many things (%s)', { timeout: 300_000 }, (engine) => {
  test(`killed ${KILLS} times on its way goes on by itself and does nothing twice, and so does its undoing`, async () => {
    const place = await freshDatabase(engine)
    const call = callAs(await seed(place, AUTHORS))
    const database = connect(place.url)
    const count = async (status: number) =>
      (
        await database.read
          .selectFrom('posts')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('user_id', '>', 1000)
          .where('status', '=', status)
          .executeTakeFirstOrThrow()
      ).count
    const happened = async (type: string) =>
      (
        await database.read
          .selectFrom('events')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('type', '=', type)
          .executeTakeFirstOrThrow()
      ).count
    let site = await startKillable(place)
    const run = async () => (await call<Task[]>(site, tasks, { query: '?kind=bulk_act' }))[0]!
    const killedOnTheWay = async (progress: () => Promise<number>) => {
      for (let kill = 0; kill < KILLS; kill++) {
        const before = await progress()
        await expect.poll(progress, PATIENCE).toBeGreaterThan(before)
        await site.kill()
        expect(await progress()).toBeLessThan(AUTHORS)
        // On PostgreSQL the next process would wait until the lease of the dead one is over.
        if (engine === 'postgres') await sql`update tasks set locked_until = 0`.execute(database.write)
        site = await startKillable(place)
      }
      await expect.poll(async () => (await run()).status, UNTIL_DONE).toBe('done')
    }
    try {
      const filter = { kind: 'question', query: 'Question ' }
      const { id } = await call<{ id: string }>(site, beginBulk, {
        body: { kind: 'question', act: 'unlist', filter, options: {} },
      })
      const unlisted = async () =>
        (
          await database.read
            .selectFrom('posts')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('user_id', '>', 1000)
            .where('show', '=', 2)
            .executeTakeFirstOrThrow()
        ).count
      await killedOnTheWay(unlisted)
      expect([await unlisted(), await happened('question.unlisted')]).toEqual([AUTHORS, AUTHORS])
      await call(site, undoBulk, { body: { id } })
      await killedOnTheWay(async () => AUTHORS - (await unlisted()))
      expect([await unlisted(), await happened('question.listed'), await count(1)]).toEqual([0, AUTHORS, AUTHORS])
    } finally {
      await site.kill()
      await database.close()
      await place.remove()
    }
  })
})
