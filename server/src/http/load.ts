import type { IncomingMessage } from 'node:http'

/** Longer than this nobody should have been waiting when their turn comes: a turn may come behind another one, and its own work is still to do. */
const WAIT_MS = 120
/** So many at once are always taken on, however slow they seem. */
const ALWAYS = 16
/** Over so long it is counted how many get done. */
const WINDOW_MS = 500
/** A burst is worked off; only what goes on for so long is too much, */
const PATIENCE_MS = 500
/** or what is so many times as much: all that is let in has to be worked off too. */
const FLOOD = 2

/**
 * Whether there is more to do than can be done in time. Two queues are looked at, since each engine has its own:
 * - what is ready at the sockets is answered in one turn of the event loop, one after the other; who comes late in a long turn has waited all of it;
 * - what waits for PostgreSQL or for another thread: as many as are in work, by how many get done, is how long the next one would wait.
 */
export const createLoad = (now: () => number = () => performance.now(), endOfTurn: (then: () => void) => void = (then) => void setImmediate(then)) => {
  const shed = new WeakSet<IncomingMessage>()
  let turnBegan: number | undefined
  let turnEnded = -Infinity
  let lateSince: number | undefined
  let crowdedSince: number | undefined
  let inWork = 0
  let windowBegan = now()
  let done = 0
  let rate = 0

  const isCrowded = (time: number, times = 1) => inWork >= ALWAYS * times && inWork > Math.max(rate, done / Math.max(time - windowBegan, WINDOW_MS / 5)) * WAIT_MS * times

  const beginTurn = (time: number) => {
    if (time - turnEnded > PATIENCE_MS) lateSince = undefined // nobody was waiting in between
    endOfTurn(() => {
      turnEnded = now()
      if (turnEnded - time <= WAIT_MS) lateSince = undefined
      turnBegan = undefined
    })
    return time
  }
  const count = (time: number) => {
    if (time - windowBegan < WINDOW_MS) return
    rate = done / (time - windowBegan)
    windowBegan = time
    done = 0
  }

  return {
    get inWork() { return inWork },
    /** Asked once for each request, as it comes in. */
    isTooMuch: () => {
      const time = now()
      count(time)
      turnBegan ??= beginTurn(time)
      const isLate = time - turnBegan > WAIT_MS
      if (isLate) lateSince ??= time
      crowdedSince = isCrowded(time) ? (crowdedSince ?? time) : undefined
      return isCrowded(time, FLOOD) || (isLate && time - lateSince! >= PATIENCE_MS) || (crowdedSince !== undefined && time - crowdedSince >= PATIENCE_MS)
    },
    /** Counted while it runs. What a slow line takes to bring a body, or to take an answer, is not work. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      inWork++
      try {
        return await work()
      } finally {
        inWork--
        done++
      }
    },
    noteShed: (request: IncomingMessage) => void shed.add(request),
    wasShed: (request: IncomingMessage) => shed.has(request),
  }
}
export type Load = ReturnType<typeof createLoad>
