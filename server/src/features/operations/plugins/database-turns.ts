import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { App } from '../../../events/events.ts'
import { createAllowance } from '../../../lib/allowance.ts'

const SHARE = { share: 0.3, burstMs: 1000 }

/** The same app, and how long its transactions have waited to begin: until then others have the database. */
const noticingWaits = (app: App) => {
  let waited = 0
  const transaction: App['transaction'] = async (work) => {
    const asked = performance.now()
    let begun: number | undefined
    try {
      return await app.transaction((tx) => {
        begun ??= performance.now()
        return work(tx)
      })
    } finally {
      waited += (begun ?? performance.now()) - asked
    }
  }
  const noticed: App = Object.create(app, { transaction: { value: transaction } })
  return { app: noticed, waited: () => waited }
}

/** One plugin's way to the database: its questions go one after another, and in the long run it has the database for a third of the time, so that nobody who writes waits for more than one of them. */
export const createDatabaseTurns = () => {
  const queue = new PQueue({ concurrency: 1 })
  const allowance = createAllowance(SHARE)
  let free: Promise<unknown> = Promise.resolve()
  return <T>(app: App, work: (app: App) => Promise<T>) =>
    queue.add(async () => {
      await free
      const its = noticingWaits(app)
      const began = performance.now()
      try {
        return await work(its.app)
      } finally {
        const pause = allowance.spend(performance.now() - began - its.waited())
        if (pause > 0) free = sleep(pause, undefined, { ref: false })
      }
    })
}
export type DatabaseTurns = ReturnType<typeof createDatabaseTurns>
