import { expect } from 'vitest'
import { findFaults } from '../src/features/operations/integrity/service.ts'
import { threads } from './threads.ts'
import { CallFailed, type Engine, type TestUser, type World, world } from './world.ts'

/** What a call is refused with. */
export const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => {
      throw new Error('it was not refused')
    },
    (refused: unknown) => refused,
  )
  if (!(error instanceof CallFailed)) throw error
  return error
}

/** The beginning of one: a site of its own, and members of these names. */
export const worldOf = async <Name extends string>(engine: Engine, ...names: Name[]) => {
  const w = await world(engine)
  const people = {} as Record<Name, TestUser>
  for (const name of names) people[name] = await w.given.member({ name })
  return { w, t: threads(w), ...people }
}

/** The end of a suite: once all that follows has run, everything in the site is as it should be, and nothing has gone wrong unseen. */
export const closeWithoutFaults = async (w: World) => {
  await w.settle()
  expect(await findFaults(w.app)).toEqual([])
  expect(w.faults).toEqual([])
  await w.close()
}
