import { expect } from 'vitest'
import { findFaults } from '../src/features/upkeep/service.ts'
import type { CallRefused, World } from './world.ts'

/** What a call is refused with. */
export const refusal = (call: Promise<unknown>) => call.then(() => { throw new Error('it was not refused') }, (error: CallRefused) => error)

/** The end of a suite: once all that follows has run, everything in the site is as it should be, and nothing has gone wrong unseen. */
export const closeSound = async (w: World) => {
  await w.settle()
  expect(await findFaults(w.app)).toEqual([])
  expect(w.faults).toEqual([])
  await w.close()
}
