import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

interface Job<In, Out> {
  message: In
  resolve: (answer: Out) => void
  reject: (error: unknown) => void
}

/** Enough for the longest texts; without a limit each thread would let hundreds of megabytes of rubbish gather. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 }

/** One processor is for the thread that gives them work, and writes what they make of it. */
const THREADS = Math.max(1, availableParallelism() - 1)

/** Threads that do the same work side by side, one message at a time each. A thread that dies takes all its work's callers with it. */
export const createThreads = <In, Out>(file: URL, count = THREADS) => {
  const waiting: Job<In, Out>[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Job<In, Out>>()
  let failure: unknown
  const next = () => {
    while (idle.length && waiting.length) {
      const worker = idle.pop()!
      const job = waiting.shift()!
      busy.set(worker, job)
      worker.postMessage(job.message)
    }
  }
  const fail = (error: unknown) => {
    failure = error
    for (const job of [...busy.values(), ...waiting.splice(0)]) job.reject(error)
  }
  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(file, { resourceLimits: HEAP })
    worker.on('message', (answer: Out) => {
      busy.get(worker)!.resolve(answer)
      busy.delete(worker)
      idle.push(worker)
      next()
    })
    worker.on('error', fail)
    idle.push(worker)
    return worker
  })
  return {
    count,
    run: (message: In) =>
      new Promise<Out>((resolve, reject) => {
        if (failure !== undefined) return reject(failure)
        waiting.push({ message, resolve, reject })
        next()
      }),
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}
export type Threads<In, Out> = ReturnType<typeof createThreads<In, Out>>

/** Works on several at once, a few ahead, and gives the results in the order they came. */
export async function* inOrder<T, R>(
  source: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  ahead: number,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  try {
    for await (const item of source) {
      const result = work(item)
      result.catch(() => {}) // it is heard of when its turn comes
      begun.push(result)
      if (begun.length > ahead) yield await begun.shift()!
    }
    while (begun.length) yield await begun.shift()!
  } finally {
    await Promise.allSettled(begun)
  }
}
