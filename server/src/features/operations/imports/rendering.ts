import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { createWorkers, TooMuchWork, type Workers, workers } from '../../../workers/pool.ts'
import type { Rendered, Texts } from '../../../lib/imported-text.ts'

/** One processor is left for the thread that writes what these render. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** A batch of the longest texts takes a few seconds. */
const LIMIT_MS = 60_000
const MEGABYTES = 128
const YOUNG_MEGABYTES = 8
const TOO_MUCH = 'its text takes too long to show, or too much memory'

let lastRun = 0

const ownThreads = () => {
  // Begun with the first text: comparing at the end needs none.
  let made: Workers | undefined
  const run: Workers['run'] = (name, input, turn) =>
    (made ??= createWorkers({
      threads: THREADS,
      limitMs: LIMIT_MS,
      megabytes: MEGABYTES,
      youngMegabytes: YOUNG_MEGABYTES,
      program: new URL('../../../workers/import-thread.ts', import.meta.url),
    })).run(name, input, turn)
  return { threads: THREADS, run, close: async () => made?.close() }
}

/** One thread of the site, which is there already and has 40 MB; members' texts have the others, and wait for a small batch at most. */
const siteThread = () => {
  const turns = new PQueue({ concurrency: 1 })
  let isUsed = false
  const run: Workers['run'] = (name, input, turn) => {
    isUsed = true
    return turns.add(() => workers().run(name, input, turn))
  }
  // 30 MB, while the rest of the import needs more than before.
  const close = async () => {
    if (isUsed)
      await workers()
        .run('giveBack', null, { patient: true })
        .catch(() => {})
  }
  return { threads: 1, run, close }
}

/** Renders the texts of a dump on threads: of its own, or of the site that runs beside it. */
export const createRendering = ({ language, shared }: { language: string; shared: boolean }) => {
  const threads = shared ? siteThread() : ownThreads()
  const number = ++lastRun
  /** Each text rendered, or what is wrong with it; one that is too much for a thread doesn't affect the others. */
  const run = async (texts: Texts): Promise<(Rendered | string)[]> => {
    if (texts.length === 0) return []
    try {
      return await threads.run('bring', { texts, language, run: number }, { patient: true })
    } catch (error) {
      if (!(error instanceof TooMuchWork) || error.isStarved) throw error
      if (texts.length === 1) return [TOO_MUCH]
      const made: (Rendered | string)[] = []
      for (const text of texts) made.push(...(await run([text] as Texts)))
      return made
    }
  }
  return { threads: threads.threads, run, close: threads.close }
}
export type Rendering = ReturnType<typeof createRendering>
