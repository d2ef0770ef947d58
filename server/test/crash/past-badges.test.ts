import { awardPast } from '@askwell/contract/badges.ts'
import { type Task, tasks } from '@askwell/contract/tasks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { engines, freshDatabase } from '../world.ts'
import { startKillable } from './killable.ts'
import { AUTHORS, callAs, seed, UNTIL_DONE } from './many-authors.ts'

const KILLS = 3
const NICE_QUESTION = 17

const PATIENCE = { timeout: 60_000, interval: 20 }

describe.each(engines)('a run over the past (%s)', { timeout: 180_000 }, (engine) => {
  test(`killed ${KILLS} times on its way goes on by itself, and awards everything once`, async () => {
    const place = await freshDatabase(engine)
    const call = callAs(await seed(place))
    const database = connect(place.url)
    const awarded = async () =>
      (
        await database.read
          .selectFrom('badge_awards')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('badge_id', '=', NICE_QUESTION)
          .executeTakeFirstOrThrow()
      ).count
    let site = await startKillable(place)
    const run = async () => (await call<Task[]>(site, tasks, { query: '?kind=award_past_badges' }))[0]!
    try {
      await call(site, awardPast, { body: { ids: [] } })
      for (let kill = 0; kill < KILLS; kill++) {
        const before = await awarded()
        await expect.poll(awarded, PATIENCE).toBeGreaterThan(before)
        await site.kill()
        expect(await awarded()).toBeLessThan(AUTHORS)
        // On PostgreSQL the next process would wait until the lease of the dead one is over.
        if (engine === 'postgres') await sql`update tasks set locked_until = 0`.execute(database.write)
        site = await startKillable(place)
        expect(await run()).toMatchObject({ status: 'running' })
      }
      await expect.poll(async () => (await run()).status, UNTIL_DONE).toBe('done')
      expect(await awarded()).toBe(AUTHORS)
      const { award_count } = await database.read
        .selectFrom('badges')
        .select('award_count')
        .where('id', '=', NICE_QUESTION)
        .executeTakeFirstOrThrow()
      expect(award_count).toBe(AUTHORS)
    } finally {
      await site.kill()
      await database.close()
      await place.remove()
    }
  })
})
