import { expect, test } from 'vitest'
import { ownThread, waitedForProcessor } from './waited-for-processor.ts'

test.runIf(process.platform === 'linux')('the system tells how long a process or a thread has waited', async () => {
  expect(await waitedForProcessor(process.pid)).toBeGreaterThan(0)
  expect(await waitedForProcessor(process.pid, ownThread())).toBeGreaterThan(0)
  expect(await waitedForProcessor(0)).toBe(0)
})
