import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { outsideSlot } from '../lib/concurrency-slot.ts'
import { createQueue, stretched } from '../lib/bounded-queue.ts'
import type * as tasks from './tasks.ts'
import { waitedForProcessor } from '../lib/waited-for-processor.ts'
import type { Begun, Task } from './run-task.ts'

type Tasks = typeof tasks
export type TaskName = keyof Tasks
type Input<N extends TaskName> = Parameters<Tasks[N]>[0]
type Output<N extends TaskName> = ReturnType<Tasks[N]>

/** The work took more time or memory than any text may. */
export class TooMuchWork extends Error {
  /** Or the machine has so much to do that its thread hardly had a processor: another time it may be done at once. */
  readonly isStarved: boolean
  constructor(name: TaskName, isStarved = false) {
    super(name)
    this.isStarved = isStarved
  }
}

export interface WorkersOptions {
  threads?: number
  /** This many tasks wait for a thread; further ones are refused with "try again later". */
  queue?: number
  /** How long one may work, counted from when it begins. */
  limitMs?: number
  /** How long one may wait for its turn. */
  waitMs?: number
  /** So much heap has each thread. */
  megabytes?: number
  /** Of the young objects in it. */
  youngMegabytes?: number
  /** What its threads run: `thread.ts` for every task, or a module that loads less. */
  program?: URL
  /** How long a thread has waited for a processor; tests say otherwise. */
  waited?(pid: number, thread: number): Promise<number>
}

/** Two at least, so that one heavy text doesn't hold up all others. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()))
/** A thread takes some 50 MB and half a second to begin: all but one begin with the first text that would wait, and end when none came for so long. */
const IDLE_MS = 60_000
const QUEUE = 64
const LIMIT_MS = 5000
const WAIT_MS = 5000
/** Some three times what the heaviest text needs. */
const MEGABYTES = 192
const YOUNG_MEGABYTES = 8
/** A thread is starved that has waited for a processor for more of the time. */
const STARVED = 0.5
const STARVED_TRIES = 10
/** Where processors are few, answering goes before rendering. */
const NICE = 5

/**
 * Threads for work that takes longer than others should wait. The queue isn't Piscina's, which has no bound for tasks that can be
 * aborted.
 */
export const createWorkers = ({
  threads = THREADS,
  queue = QUEUE,
  limitMs = stretched(LIMIT_MS),
  waitMs = WAIT_MS,
  megabytes = MEGABYTES,
  youngMegabytes = YOUNG_MEGABYTES,
  program = new URL('./thread.ts', import.meta.url),
  waited = waitedForProcessor,
}: WorkersOptions = {}) => {
  // What main.ts says for the main thread would count for threads, too, whatever their limits are; half of it is filled at a time.
  setFlagsFromString(`--max-semi-space-size=${youngMegabytes / 2}`)
  const pool = new Piscina({
    filename: fileURLToPath(program),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
    niceIncrement: NICE,
    recordTiming: false,
  })
  pool.on('error', () => {}) // a thread that dies without work is replaced with the next task
  const turns = createQueue({ atOnce: threads, waiting: queue, waitMs, share: Math.max(1, threads - 1) })
  const begins = new Map<number, (thread: number) => void>()
  pool.on('message', ({ id, thread }: Begun) => begins.get(id)?.(thread))
  let lastId = 0

  const perform = async (name: TaskName, input: unknown) => {
    const limit = new AbortController()
    const id = ++lastId
    let timer: NodeJS.Timeout | undefined
    let isStarved = false
    // Most end long before: only of the second half is it asked how much of it the thread has waited.
    const half = limitMs / 2
    begins.set(id, (thread) => {
      const watch = async () => {
        const before = await waited(process.pid, thread)
        const end = async () => {
          isStarved = (await waited(process.pid, thread)) - before > half * STARVED
          limit.abort()
        }
        if (begins.has(id)) timer = setTimeout(() => void end(), half)
      }
      timer = setTimeout(() => void watch(), half)
    })
    try {
      return await pool.run({ id, name, input } satisfies Task, { signal: limit.signal }) // aborted, its thread is ended and replaced
    } catch (error) {
      const { code } = error as { code?: string }
      throw limit.signal.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooMuchWork(name, isStarved) : error
    } finally {
      begins.delete(id)
      clearTimeout(timer)
    }
  }

  const performAgain = async (name: TaskName, input: unknown) => {
    for (let left = STARVED_TRIES; ; left--) {
      try {
        return await perform(name, input)
      } catch (error) {
        if (!(error instanceof TooMuchWork && error.isStarved && left > 1)) throw error
      }
    }
  }

  return {
    threads,
    /** The result of a task. Never within a transaction: others would wait, too. `patient`: for jobs, which take their turn whenever it comes, and where the machine has no processor for it, another. */
    run: <N extends TaskName>(name: N, input: Input<N>, { patient = false } = {}): Promise<Output<N>> =>
      outsideSlot(() =>
        turns.run(() => (patient ? performAgain : perform)(name, input) as Promise<Output<N>>, { patient }),
      ),
    get waiting() {
      return turns.waiting
    },
    get running() {
      return turns.running
    },
    close: () => pool.destroy(),
  }
}
export type Workers = ReturnType<typeof createWorkers>

let ours: Workers | undefined

/** The pool of this process, started with the site or at first use. Its threads keep no process alive. */
export const workers = () => (ours ??= createWorkers())

/** Another pool in the place of the process's own; for tests. @returns the one that was there. */
export const replaceWorkers = (others: Workers | undefined) => {
  const former = ours
  ours = others
  return former
}
