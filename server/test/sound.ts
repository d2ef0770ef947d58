import { expect } from 'vitest'
import { findFaults } from '../src/features/upkeep/service.ts'
import { CallRefused, type World } from './world.ts'

/** What a call is refused with. */
export const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(() => { throw new Error('it was not refused') }, (refused: unknown) => refused)
  if (!(error instanceof CallRefused)) throw error
  return error
}

/** The end of a suite: once all that follows has run, everything in the site is as it should be, and nothing has gone wrong unseen. */
export const closeSound = async (w: World) => {
  await w.settle()
  expect(await findFaults(w.app)).toEqual([])
  expect(w.faults).toEqual([])
  await w.close()
}
