import PQueue from 'p-queue'
import { currentActing } from './acting.ts'
import { currentRequest } from './current-request.ts'
import { overloaded } from './errors.ts'

export interface Bounds {
  /** This many are worked on at once. */
  atOnce: number
  /** This many may wait; the next ones are told to try again later. */
  waiting: number
  /** Nobody waits longer for their turn. */
  waitMs: number
  /** This many of one user, and of one network, are worked on at once, so that a place stays free for everybody else. */
  share?: number
  /** Each task takes about as long, so one that would wait too long is refused on arrival. */
  even?: boolean
}

export interface Turn {
  /** For work that nobody waits for. */
  patient?: boolean
  /** Before all who might be anybody. */
  known?: boolean
}

interface Waiting {
  network: string
  priority: number
  turnAway(): void
}

let slowness = 1
/** For tests, which a slow machine mustn't fail: everybody may wait this many times as long. @returns how many times it was before. */
export const stretchWaits = (times: number) => {
  const before = slowness
  slowness = times
  return before
}

/** How long something may be waited for that isn't a turn. */
export const stretched = (ms: number) => ms * slowness

/** One queue each for those who have work here just now. */
const createShares = (atOnce: number) => {
  const queues = new Map<string, PQueue>()
  const within = async <T>(owner: string, turn: object, work: () => Promise<T>) => {
    const mine = queues.get(owner) ?? new PQueue({ concurrency: atOnce })
    queues.set(owner, mine)
    try {
      return await mine.add(work, turn)
    } finally {
      if (mine.size + mine.pending === 0) queues.delete(owner)
    }
  }
  return <T>(owners: string[], turn: object, work: () => Promise<T>) =>
    owners.reduce<() => Promise<T>>((inner, owner) => () => within(owner, turn, inner), work)()
}

/** Whose work it is; nobody's in work of the process itself. */
const owners = () => {
  const [acting, request] = [currentActing(), currentRequest()]
  return [...(request ? [`network ${request.network}`] : []), ...(request && acting ? [`user ${acting.actor_id}`] : [])]
}

/** How much the last one counts in how long one takes. */
const NEWEST = 0.2
/** More than may wait. */
const KNOWN = 1000

/**
 * For work that takes long, or memory: a few at a time, and never a crowd that waits for ever. Networks take turns: each has one
 * before anybody has a second, so that who sends many waits behind who sends one.
 */
export const createQueue = (
  { atOnce, waiting, waitMs, share = atOnce, even = false }: Bounds,
  now: () => number = () => performance.now(),
) => {
  const queue = new PQueue({ concurrency: atOnce })
  const line = new Set<Waiting>()
  const withinShares = createShares(share)
  let pace = 0
  const timed = async <T>(work: () => Promise<T>) => {
    const began = now()
    try {
      return await work()
    } finally {
      const took = now() - began
      pace = pace ? pace + (took - pace) * NEWEST : took
    }
  }
  const enter = (network: string, known: boolean, turnAway: () => void) => {
    const before = [...line].filter((one) => one.network === network).length
    const priority = (known ? KNOWN : 0) - before
    const ahead = [...line].filter((one) => one.priority >= priority).length
    const isTooLong = even && queue.pending >= atOnce && ((ahead + 1) * pace) / atOnce > waitMs * slowness
    if (isTooLong) throw overloaded
    if (Math.max(queue.size, line.size) >= waiting) {
      const last = [...line].reduceRight<Waiting | undefined>(
        (least, one) => (least && least.priority <= one.priority ? least : one),
        undefined,
      )
      if (!last || last.priority >= priority) throw overloaded
      last.turnAway()
    }
    const place = { network, priority, turnAway }
    line.add(place)
    return place
  }
  return {
    /** Throws that there is too much to do. */
    async run<T>(work: () => Promise<T>, { patient = false, known = false }: Turn = {}): Promise<T> {
      if (patient) return queue.add(() => timed(work))
      const leaving = new AbortController()
      const turnAway = () => leaving.abort(overloaded)
      const place = enter(currentRequest()?.network ?? '', known, turnAway)
      const timer = setTimeout(turnAway, waitMs * slowness)
      const leave = () => {
        clearTimeout(timer)
        line.delete(place)
      }
      try {
        const turn = { signal: leaving.signal, priority: place.priority }
        const begun = () => {
          leave()
          return timed(work)
        }
        return await withinShares(share < atOnce ? owners() : [], turn, () => queue.add(begun, turn))
      } finally {
        leave()
      }
    },
    get waiting() {
      return Math.max(queue.size, line.size)
    },
    get running() {
      return queue.pending
    },
  }
}
