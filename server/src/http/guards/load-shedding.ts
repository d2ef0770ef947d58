import { overloaded } from '../../lib/errors.ts'
import { inSlot, type Slot } from '../../lib/concurrency-slot.ts'

/** Under overload nobody waits longer than this for their turn; others are told to try again later. */
const WAIT_MS = 60
/** A burst is worked off. It is overload when for this long more requests came than got done, */
const PATIENCE_MS = 300
/** and this many have got done meanwhile: a slow machine takes longer to read a burst, too. */
const PATIENCE = 64
/** This many are worked on at once, however slow they seem, */
const AT_ONCE = 16
/** but no more than this many while each turn of the event loop is a long one: the processor is busy, and none would finish sooner. */
const AT_ONCE_WHEN_BUSY = 4
/** A turn that has started this much work starts nothing more: meanwhile new requests wait unread at the sockets. */
const TURN_MS = 15
/** The window in which arriving and finished requests are counted. */
const WINDOW_MS = 100
/** Nobody waits that long, and each waiting request takes memory. */
const MOST_WAITING = 500

interface Waiting {
  since: number
  begin(): void
  refuse(): void
}

/**
 * The one queue for all work, first come first served. Short turns of the event loop make waiting measurable:
 * SQLite answers within the turn it is asked in, so a request that hasn't been read yet would wait unseen.
 */
export const createLoadShedder = (
  now: () => number = () => performance.now(),
  endOfTurn: (then: () => void) => void = (then) => void setImmediate(then),
) => {
  const waiting: Waiting[] = []
  /** Those that have begun and were elsewhere meanwhile: never turned away, nor held up by others, who may wait for just what they bring. */
  const returning: (() => void)[] = []
  let isReturningNext = true
  let isBeginning = false
  let turnBegan: number | undefined
  let lastTurn = 0
  let inWork = 0
  /** Of these, who have come back: they take no place from who is new. */
  let back = 0
  let windowBegan = now()
  let came = 0
  let done = 0
  let rate = 0
  let growing: { since: number; done: number } | undefined
  let shed = 0

  const count = (time: number) => {
    if (time - windowBegan < WINDOW_MS) return
    rate = (rate + done / (time - windowBegan)) / 2
    growing =
      came > done
        ? { since: growing?.since ?? Math.max(windowBegan, time - WINDOW_MS), done: (growing?.done ?? 0) + done }
        : undefined
    windowBegan = time
    came = 0
    done = 0
  }
  /** A few waiting requests are no overload, nor is a burst that is being worked off. */
  const isFlood = (time: number) =>
    waiting.length >= AT_ONCE &&
    growing !== undefined &&
    time - growing.since >= PATIENCE_MS &&
    growing.done >= PATIENCE
  const beginTurn = (time: number) => {
    endOfTurn(() => {
      lastTurn = now() - time
      turnBegan = undefined
      beginNext()
    })
    return time
  }
  const isTurnOver = (time: number) => {
    turnBegan ??= beginTurn(time)
    return time - turnBegan >= TURN_MS
  }
  const hasRoom = (time: number) => {
    const isBusy = lastTurn > 2 * TURN_MS
    if (isBusy) turnBegan ??= beginTurn(time) // so that it is seen when turns are short again, although none gets done
    if (inWork - back >= (isBusy ? AT_ONCE_WHEN_BUSY : Math.max(AT_ONCE, rate * WAIT_MS))) return false
    return !isTurnOver(time)
  }
  /** Who is to begin, or to go on; in turns, so that neither keeps the other out. */
  const nextToBegin = (time: number) => {
    const isNewPossible = () => waiting.length > 0 && hasRoom(time)
    if (returning.length > 0 && (isReturningNext || !isNewPossible())) {
      if (isTurnOver(time)) return undefined
      isReturningNext = false
      return returning.shift()
    }
    if (!isNewPossible()) return undefined
    isReturningNext = true
    count(time)
    const isTooMuch = isFlood(time)
    const { since, begin, refuse } = waiting.shift()!
    if (!isTooMuch || time - since <= WAIT_MS) return begin
    shed++
    return refuse
  }
  /** One after another: the clock is looked at when each has done what it can do at once. */
  const beginNext = () => {
    if (isBeginning) return
    const begin = nextToBegin(now())
    if (!begin) return
    begin()
    isBeginning = true
    queueMicrotask(() =>
      process.nextTick(() => {
        isBeginning = false
        beginNext()
      }),
    )
  }
  const admitted = (time: number): Promise<void> | undefined => {
    count(time)
    came++
    if (waiting.length + returning.length === 0 && hasRoom(time)) {
      inWork++
      return undefined
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        inWork++
        resolve()
      }
      waiting.push({ since: time, begin, refuse: () => reject(overloaded) })
    })
  }
  const readmitted = (goOn: () => void): Promise<void> | undefined => {
    const time = now()
    count(time)
    if (returning.length === 0 && !isTurnOver(time)) {
      goOn()
      return undefined
    }
    return new Promise((resolve) => {
      returning.push(() => {
        goOn()
        resolve()
      })
    })
  }

  /** A request that waits for work done elsewhere gives up its place; several such waits at once count as one. What it leaves behind when it ends has no place any more. */
  const placeInWork = () => {
    let releases = 0
    let [holds, isBack, hasEnded] = [true, false, false]
    const goOn = () => {
      if (holds || hasEnded || releases > 0) return
      holds = isBack = true
      inWork++
      back++
    }
    const giveUp = () => {
      if (!holds) return
      holds = false
      inWork--
      if (isBack) back--
      isBack = false
    }
    return {
      release() {
        if (releases++ > 0) return
        giveUp()
        beginNext()
      },
      reacquire() {
        releases--
        return releases > 0 || holds || hasEnded ? undefined : readmitted(goOn)
      },
      end() {
        hasEnded = true
        giveUp()
        done++
        beginNext()
      },
    } satisfies Slot & { end(): void }
  }

  return {
    get inWork() {
      return inWork
    },
    get waiting() {
      return waiting.length + returning.length
    },
    /** How many have been turned away. */
    get shed() {
      return shed
    },
    /** Asked when a request arrives: whether waiting would be in vain. */
    isTooMuch: () => {
      const time = now()
      count(time)
      const isFull = waiting.length >= (isFlood(time) ? rate * WAIT_MS : MOST_WAITING)
      if (isFull) {
        came++
        shed++
      }
      return isFull
    },
    /** Waits for its turn, or throws that the site is overloaded. The time that a slow connection takes for a body or a reply isn't work. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      const turn = admitted(now())
      if (turn) await turn
      const place = placeInWork()
      try {
        return await inSlot(place, work)
      } finally {
        place.end()
      }
    },
  }
}
export type LoadShedder = ReturnType<typeof createLoadShedder>
