import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../db/dialect.ts'

/** What a call was let in on, such as the role and the reputation of whoever makes it. */
interface Premise {
  holds: (db: Db) => Promise<boolean>
  hasWritten: boolean
}

const premise = new AsyncLocalStorage<Premise>()

/** What a call was let in on had changed when its turn to write came; nothing has been written. */
export class PremiseGone extends Error {}

/** Within this, the first transaction begins only if what the call was let in on still holds. */
export const supposing = <T>(holds: Premise['holds'], work: () => Promise<T>) =>
  premise.run({ holds, hasWritten: false }, work)

export const ensurePremise = async (db: Db) => {
  const supposed = premise.getStore()
  if (supposed && !supposed.hasWritten && !(await supposed.holds(db))) throw new PremiseGone()
}
/** What the call itself has changed by now is no reason to stop. */
export const noteWritten = () => {
  const supposed = premise.getStore()
  if (supposed) supposed.hasWritten = true
}
