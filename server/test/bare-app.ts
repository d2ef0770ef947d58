import { createApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { effects as ours } from '../src/effects.ts'
import type { App, EffectsTable, Fact, TimedTable } from '../src/events/events.ts'
import { type Engine, fakeClock, freshDatabase } from './world.ts'

/** Who did what to nothing in particular. */
export const FACT: Fact = { actor_id: 1, object_type: 'user', object_id: 2, question_id: 3 }

const nothing = () =>
  Object.fromEntries(Object.keys(ours).map((name) => [name, { now: [], later: {} }])) as unknown as EffectsTable

/** An app whose effects are the test's own, on a database without a site; `another()` is a further process beside it. */
export const bareApp = async (engine: Engine, effects: Partial<EffectsTable> = {}, timed: TimedTable = {}) => {
  const { folder, url, remove } = await freshDatabase(engine)
  const clock = fakeClock()
  const faults: { error: unknown; where: string }[] = []
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    data: folder,
    database: url,
    databaseGiven: true,
    limits: 0,
    log: 'silent',
    dev: false,
  }
  const opened: { close(): Promise<void> }[] = []
  const another = async (): Promise<App> => {
    const database = connect(url)
    await migrate(database.write)
    const app = await createApp({
      config,
      clock,
      database,
      secret: 'secret',
      report: (error, where) => faults.push({ error, where }),
      effects: { ...nothing(), ...effects },
      timed,
    })
    opened.push({
      close: async () => {
        await app.close()
        await database.close()
      },
    })
    return app
  }
  const app = await another()
  return {
    app,
    clock,
    faults,
    url,
    another,
    async close() {
      for (const one of opened) await one.close()
      await remove()
    },
  }
}
export type Workshop = Awaited<ReturnType<typeof bareApp>>
