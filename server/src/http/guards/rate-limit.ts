import { ATTEMPTS, NETWORK_SHARE, RATES } from '@askwell/contract/limits.ts'
import type { RateClass } from '@askwell/contract/endpoint.ts'
import { LRUCache } from 'lru-cache'
import type { Refused } from '../../features/operations/rate-limits/refusals.ts'
import { keysWithin, networkOf } from '../../lib/addresses.ts'
import { AppError } from '../../lib/errors.ts'
import { whenNeeded } from '../../lib/lazy.ts'

const PEOPLE = 50_000

interface Window {
  until: number
  calls: number
}

/** Counts in fixed windows; beyond the limit it says when to try again. */
const createCounts = (now: () => number) => {
  const windows = whenNeeded(() => new LRUCache<string, Window>({ max: PEOPLE }))
  return {
    count(key: string, allowed: number, seconds: number, onRefused: () => void) {
      const time = now()
      let window = windows().get(key)
      if (!window || window.until <= time) windows().set(key, (window = { until: time + seconds, calls: 0 }))
      window.calls++
      if (window.calls <= allowed) return
      onRefused()
      throw new AppError('too-many', 'base.too_many_requests', {
        data: { retry_after: window.until - time },
        values: { seconds: window.until - time },
      })
    },
    forget: (key: string) => void windows().delete(key),
    forgetAll(isMeant: (key: string) => boolean) {
      for (const key of windows().keys()) if (isMeant(key)) windows().delete(key)
    },
  }
}

/** Keys of which what stands behind the last `@` is an address in the network. */
const cameFrom = (network: string) => {
  const isWithin = keysWithin(network)
  return (key: string) => key.includes('@') && isWithin(key.slice(key.lastIndexOf('@') + 1))
}

type OnRefused = (refused: Refused) => void

/** How often each person and each network may call. */
export const createRates = (factor: number, now: () => number, onRefused: OnRefused = () => {}) => {
  const { count, forgetAll } = createCounts(now)
  const check = (rate: RateClass, actorId: number | undefined, ip: string) => {
    if (factor === 0) return
    const { calls, seconds } = RATES[rate]
    if (actorId) count(`${rate}:${actorId}`, calls * factor, seconds, () => onRefused({ name: rate, user_id: actorId }))
    const share = actorId ? NETWORK_SHARE : 1
    count(`${rate}@${networkOf(ip)}`, calls * factor * share, seconds, () => onRefused({ name: rate, ip }))
  }
  /** What a person has called so far counts no more. */
  const lift = (actorId: number) => forgetAll((key) => key.endsWith(`:${actorId}`) && !key.includes('@'))
  /** What has come from a network so far counts no more. */
  const liftNetwork = (network: string) => forgetAll(cameFrom(network))
  return Object.assign(check, { lift, liftNetwork })
}

type Attempt = keyof typeof ATTEMPTS

/**
 * How often one account may be tried, whether or not there is such an account: from one network, and from all of them together, so that many
 * who guess side by side get no further. Where its owner has come in before, the others' guessing doesn't lock them out.
 */
export const createAttempts = (factor: number, now: () => number, onRefused: OnRefused = () => {}) => {
  const { count, forget, forgetAll } = createCounts(now)
  const home = whenNeeded(() => new LRUCache<string, true>({ max: PEOPLE }))
  const keysOf = (attempt: Attempt, account: string, ip: string) => ({
    everywhere: `${attempt}:${account}`,
    here: `${attempt}:${account}@${networkOf(ip)}`,
  })
  const begin = (attempt: Attempt, account: string, ip: string, isHome = false) => {
    if (factor === 0) return
    const { fromOneNetwork, fromAll, seconds } = ATTEMPTS[attempt]
    const { everywhere, here } = keysOf(attempt, account, ip)
    const refused = () => onRefused({ name: `attempt_${attempt}`, account, ip })
    count(here, fromOneNetwork * factor, seconds, refused)
    if (!isHome && !home().has(here)) count(everywhere, fromAll * factor, seconds, refused)
  }
  return {
    begin,
    /** Somebody has logged in to this account from there, as far as this process remembers. */
    isHome: (account: string, ip: string) => home().has(keysOf('login', account, ip).here),
    /**
     * An e-mail with a code is requested for a mailbox. Requests of others have a limit of their own: on networks where the owner has logged in before,
     * the owner still gets e-mails when that is used up.
     */
    beginCodeMail(mailbox: string, ip: string, isHome = false) {
      const known = isHome || home().has(keysOf('login', mailbox, ip).here)
      begin('reset', mailbox, ip, known)
      begin('code_mail', mailbox, ip, known)
    },
    /** The tries at these accounts so far count no more. */
    lift(accounts: string[]) {
      const meant = accounts.flatMap((account) =>
        (Object.keys(ATTEMPTS) as Attempt[]).map((attempt) => keysOf(attempt, account, '').everywhere),
      )
      forgetAll((key) => meant.some((one) => key === one || key.startsWith(`${one}@`)))
    },
    /** The tries from a network so far count no more; those from everywhere at one account still do. */
    liftNetwork: (network: string) => forgetAll(cameFrom(network)),
    /** It was the owner. */
    succeeded(attempt: Attempt, account: string, ip: string) {
      const { here } = keysOf(attempt, account, ip)
      home().set(here, true)
      forget(here)
    },
  }
}
