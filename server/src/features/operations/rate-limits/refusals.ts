import type { LimitName } from '@askwell/contract/rate-limits.ts'
import type { App } from '../../../events/events.ts'
import { networkNameOf } from '../../../lib/addresses.ts'
import { createWriteBehind } from '../../../lib/write-behind.ts'

/** Different ones that a process tells apart until they are written. */
const DIFFERENT = 500

/** Whom a limit turned away: a person, a network, or whoever tries an account (`user:7`, or the mailbox that was typed). */
export interface Refused {
  name: LimitName
  user_id?: number
  account?: string
  ip?: string
}

export interface Counted {
  name: LimitName
  user_id: number
  /** Of attempts; it may be an e-mail address, so it is never stored. */
  account: string
  network: string
  count: number
  first_at: number
  last_at: number
}

/** Counted in memory, whoever they are and however often they come. */
export const createRefusals = (
  current: () => App | undefined,
  now: () => number,
  write: (app: App, all: Counted[]) => Promise<unknown>,
) => {
  const behind = createWriteBehind(current, write)
  const add = (key: string, one: Omit<Counted, 'count' | 'first_at' | 'last_at'>) => {
    const time = now()
    const there = behind.pending.get(key)
    if (there) {
      there.count++
      there.last_at = time
    } else behind.pending.set(key, { ...one, count: 1, first_at: time, last_at: time })
  }
  return {
    note({ name, user_id = 0, account = '', ip }: Refused) {
      if (!current()) return
      const network = ip === undefined ? '' : networkNameOf(ip)
      const key = `${name} ${user_id} ${network} ${account}`
      if (behind.pending.size < DIFFERENT || behind.pending.has(key)) add(key, { name, user_id, network, account })
      else add(name, { name, user_id: 0, network: '', account: '' })
      behind.flushLater()
    },
    flush: behind.flush,
  }
}
export type Refusals = ReturnType<typeof createRefusals>
