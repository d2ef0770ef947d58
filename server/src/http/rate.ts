import { RATES } from '@askwell/contract/limits.ts'
import type { RateClass } from '@askwell/contract/endpoint.ts'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../lib/addresses.ts'
import { Refusal } from '../lib/refusals.ts'

const PEOPLE = 50_000
/** Behind one address there may be a whole office. */
const NETWORK_SHARE = 5

interface Window { until: number; calls: number }

/** Counts calls of each person and each network in fixed windows; past the limit it says when to come again. */
export const createRates = (factor: number, now: () => number) => {
  const windows = new LRUCache<string, Window>({ max: PEOPLE })
  const count = (key: string, allowed: number, seconds: number) => {
    const time = now()
    let window = windows.get(key)
    if (!window || window.until <= time) windows.set(key, (window = { until: time + seconds, calls: 0 }))
    window.calls++
    if (window.calls > allowed) throw new Refusal('too-many', 'base.too_many_requests', { data: { retry_after: window.until - time }, values: { seconds: window.until - time } })
  }
  return (rate: RateClass, actorId: number | undefined, ip: string) => {
    if (factor === 0) return
    const { calls, seconds } = RATES[rate]
    if (actorId) count(`${rate}:${actorId}`, calls * factor, seconds)
    count(`${rate}@${networkOf(ip)}`, calls * factor * (actorId ? NETWORK_SHARE : 1), seconds)
  }
}
