import type { Doing, Progress } from '../events/doing.ts'

export interface Run<T> {
  progress: Progress
  result: Promise<T>
  /** Called with each progress from now on. */
  watch(listener: (progress: Progress) => void): void
  stop(): void
}

/** The same work is being done already. */
export class Busy extends Error {}

/** Begins work that tells how far it is and can be stopped. */
export const begin = <T>(work: (doing: Doing) => Promise<T>, { shared = false } = {}): Run<T> => {
  const stopping = new AbortController()
  const listeners: ((progress: Progress) => void)[] = []
  const run: Run<T> = {
    progress: { done: 0, total: 1, what: '' },
    watch: (listener) => void listeners.push(listener),
    stop: () => stopping.abort(),
    result: Promise.resolve().then(() =>
      work({
        signal: stopping.signal,
        shared,
        progress: (done, total, what) => {
          run.progress = { done, total, what }
          for (const listener of listeners) listener(run.progress)
        },
      }),
    ),
  }
  return run
}

/** All long work of a process that serves a site: one of each kind at a time. */
export const createRuns = () => {
  const running = new Map<string, Run<unknown>>()
  return {
    begin<T>(name: string, work: (doing: Doing) => Promise<T>): Run<T> {
      if (running.has(name)) throw new Busy(`The same is being done already (${name}); wait until it has ended.`)
      const run = begin(work, { shared: true })
      running.set(name, run)
      run.result = run.result.finally(() => running.delete(name))
      return run
    },
    /** Everything stops at its next step. */
    async close() {
      for (const run of running.values()) run.stop()
      await Promise.allSettled([...running.values()].map(({ result }) => result))
    },
  }
}
export type Runs = ReturnType<typeof createRuns>
