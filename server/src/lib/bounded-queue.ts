import PQueue from 'p-queue'
import { overloaded } from './errors.ts'

export interface Bounds {
  /** This many are worked on at once. */
  atOnce: number
  /** This many may wait; the next ones are told to try again later. */
  waiting: number
  /** Nobody waits longer for their turn. */
  waitMs: number
}

let slowness = 1
/** For tests, which a slow machine mustn't fail: everybody may wait this many times as long. */
export const stretchWaits = (times: number) => {
  slowness = times
}

/** For work that takes long, or memory: a few at a time, and never a crowd that waits for ever. */
export const createQueue = ({ atOnce, waiting, waitMs }: Bounds) => {
  const queue = new PQueue({ concurrency: atOnce })
  return {
    /** Throws that there is too much to do. `patient`: for work that nobody waits for, which takes its turn whenever it comes. */
    async run<T>(work: () => Promise<T>, { patient = false } = {}): Promise<T> {
      if (patient) return queue.add(work)
      if (queue.size >= waiting) throw overloaded
      const leaving = new AbortController()
      const timer = setTimeout(() => leaving.abort(overloaded), waitMs * slowness)
      try {
        return await queue.add(
          () => {
            clearTimeout(timer)
            return work()
          },
          { signal: leaving.signal },
        )
      } finally {
        clearTimeout(timer)
      }
    },
    get waiting() {
      return queue.size
    },
    get running() {
      return queue.pending
    },
  }
}
