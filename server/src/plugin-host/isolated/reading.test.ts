import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReading } from './reading.ts'

const chunks = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.from('x')))

test('a plugin that says much waits until the site has time for it, on both of its ways', async () => {
  let spent = 0
  let heard = 0
  const read = createReading(() => spent)
  const hear = () => {
    heard++
    spent += 60
  }
  const [said, logged] = [chunks(4), chunks(4)]
  read(said, hear)
  read(logged, hear)
  for (let n = 0; n < 50; n++) await turn()
  expect(heard).toBeLessThan(5)
  expect([said.isPaused(), logged.isPaused()]).toEqual([true, true])
  await expect.poll(() => heard, { timeout: 20_000 }).toBe(8)
})

test('what costs nothing is read at once', async () => {
  let heard = 0
  createReading(() => 0)(chunks(500), () => heard++)
  await expect.poll(() => heard, { timeout: 20_000 }).toBe(500)
})
