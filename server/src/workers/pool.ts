import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { outsideSlot } from '../lib/concurrency-slot.ts'
import { createQueue } from '../lib/bounded-queue.ts'
import type * as tasks from './tasks.ts'
import type { Task } from './run-task.ts'

type Tasks = typeof tasks
export type TaskName = keyof Tasks
type Input<N extends TaskName> = Parameters<Tasks[N]>[0]
type Output<N extends TaskName> = ReturnType<Tasks[N]>

/** The work took more time or memory than any text may. */
export class TooMuchWork extends Error {}

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
}

/** Two at least, so that one heavy text doesn't hold up all others; each takes some 50 MB. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()))
const QUEUE = 64
const LIMIT_MS = 5000
const WAIT_MS = 5000
/** Some three times what the heaviest text needs. */
const MEGABYTES = 192
const YOUNG_MEGABYTES = 16
/** Where processors are few, answering goes before rendering. */
const NICE = 5

/**
 * Threads for work that takes longer than others should wait. The queue isn't Piscina's, which has no bound for tasks that can be
 * aborted.
 */
export const createWorkers = ({
  threads = THREADS,
  queue = QUEUE,
  limitMs = LIMIT_MS,
  waitMs = WAIT_MS,
  megabytes = MEGABYTES,
  youngMegabytes = YOUNG_MEGABYTES,
  program = new URL('./thread.ts', import.meta.url),
}: WorkersOptions = {}) => {
  const pool = new Piscina({
    filename: fileURLToPath(program),
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
    niceIncrement: NICE,
    recordTiming: false,
  })
  pool.on('error', () => {}) // a thread that dies without work is replaced with the next task
  const turns = createQueue({ atOnce: threads, waiting: queue, waitMs, share: Math.max(1, threads - 1) })
  const begins = new Map<number, () => void>()
  pool.on('message', (id: number) => begins.get(id)?.())
  let lastId = 0

  const perform = async (name: TaskName, input: unknown) => {
    const limit = new AbortController()
    const id = ++lastId
    let timer: NodeJS.Timeout | undefined
    begins.set(id, () => {
      timer = setTimeout(() => limit.abort(), limitMs)
    })
    try {
      return await pool.run({ id, name, input } satisfies Task, { signal: limit.signal }) // aborted, its thread is ended and replaced
    } catch (error) {
      const { code } = error as { code?: string }
      throw limit.signal.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooMuchWork(name) : error
    } finally {
      begins.delete(id)
      clearTimeout(timer)
    }
  }

  return {
    threads,
    /** The result of a task. Never within a transaction: others would wait, too. `patient`: for jobs, which take their turn whenever it comes. */
    run: <N extends TaskName>(name: N, input: Input<N>, { patient = false } = {}): Promise<Output<N>> =>
      outsideSlot(() => turns.run(() => perform(name, input) as Promise<Output<N>>, { patient })),
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
