import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { App, Tx } from '../../../events/events.ts'
import { createDatabaseTurns } from './database-turns.ts'

test('a plugin that asks for much at once has one question at the database, and each is answered', async () => {
  const inTurn = createDatabaseTurns()
  let atOnce = 0
  let most = 0
  const work = (n: number) => async () => {
    most = Math.max(most, ++atOnce)
    await sleep(1)
    atOnce--
    if (n === 3) throw new Error('third')
    return n
  }
  const answers = await Promise.allSettled([1, 2, 3, 4].map((n) => inTurn({} as App, work(n))))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(most).toBe(1)
})

test.each([
  ['what a transaction takes counts, and what it waited for others doesn’t', { waits: 1400, takes: 10 }, false],
  ['after one that took long the next question waits', { waits: 10, takes: 1400 }, true],
])('%s', async (_, { waits, takes }, hasToWait) => {
  const inTurn = createDatabaseTurns()
  const transaction: App['transaction'] = async (work) => {
    await sleep(waits)
    return work({} as Tx)
  }
  await inTurn({ transaction } as App, (app) => app.transaction(() => sleep(takes)))
  const asked = performance.now()
  await inTurn({} as App, async () => {})
  expect(performance.now() - asked > 700).toBe(hasToWait)
})
