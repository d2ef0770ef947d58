import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../db/dialect.ts'

/** What a call was admitted on, such as the role and the reputation of its user. */
interface Authorization {
  holds: (db: Db) => Promise<boolean>
  hasWritten: boolean
}

const authorization = new AsyncLocalStorage<Authorization>()

/** What a call was admitted on had changed when its turn to write came; nothing has been written. */
export class AuthorizationLost extends Error {}

/** Inside `work`, the first transaction begins only if what the call was admitted on still holds. */
export const withReauthorization = <T>(holds: Authorization['holds'], work: () => Promise<T>) =>
  authorization.run({ holds, hasWritten: false }, work)

export const reauthorize = async (db: Db) => {
  const supposed = authorization.getStore()
  if (supposed && !supposed.hasWritten && !(await supposed.holds(db))) throw new AuthorizationLost()
}
/** What the call itself has changed is no reason to stop. */
export const noteWritten = () => {
  const supposed = authorization.getStore()
  if (supposed) supposed.hasWritten = true
}
