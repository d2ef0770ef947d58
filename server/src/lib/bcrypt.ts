import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** As other programs hash; beyond this cost one check would take too long. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** A hash that was imported: right once, the password is hashed anew. */
export const isForeignHash = (hash: string) => BCRYPT.test(hash)

/** In a thread of its own: it is seldom needed, and takes a tenth of a second. */
export const verifyBcrypt = async (password: string, hash: string) => {
  const thread = new Worker(new URL('./bcrypt-thread.ts', import.meta.url), { workerData: { password, hash } })
  const [isRight] = (await once(thread, 'message')) as [boolean]
  return isRight
}
