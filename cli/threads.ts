import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

interface Job { message: unknown; resolve: (answer: never) => void; reject: (error: unknown) => void }

/** Threads that do the same work side by side, one message after the other each. */
export const createThreads = <In, Out>(file: URL, count = availableParallelism()) => {
  const waiting: Job[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Job>()
  const next = () => {
    while (idle.length && waiting.length) {
      const worker = idle.pop()!
      const job = waiting.shift()!
      busy.set(worker, job)
      worker.postMessage(job.message)
    }
  }
  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(file)
    worker.on('message', (answer) => {
      const job = busy.get(worker)!
      busy.delete(worker)
      idle.push(worker)
      job.resolve(answer as never)
      next()
    })
    worker.on('error', (error) => busy.get(worker)?.reject(error))
    idle.push(worker)
    return worker
  })
  return {
    count,
    run: (message: In) => new Promise<Out>((resolve, reject) => {
      waiting.push({ message, resolve, reject })
      next()
    }),
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}

/** Works on several at once, a few ahead, and gives the results in the order they came. */
export async function* inOrder<T, R>(source: AsyncIterable<T>, work: (item: T) => Promise<R>, ahead: number): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  try {
    for await (const item of source) {
      begun.push(work(item))
      if (begun.length > ahead) yield await begun.shift()!
    }
    while (begun.length) yield await begun.shift()!
  } finally {
    await Promise.allSettled(begun)
  }
}
