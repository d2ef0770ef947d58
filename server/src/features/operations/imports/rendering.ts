import { availableParallelism } from 'node:os'
import { createWorkers, TooMuchWork, type Workers } from '../../../workers/pool.ts'
import type { Rendered, Texts } from '../../../lib/imported-text.ts'

/** One processor is left for the thread that writes what these render. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** A batch of the longest texts takes a few seconds. */
const LIMIT_MS = 60_000
const MEGABYTES = 128
const YOUNG_MEGABYTES = 8
const TOO_MUCH = 'its text takes too long to show, or too much memory'

/** Threads that render the texts of a dump. */
export const createRendering = ({ language, shared }: { language: string; shared: boolean }) => {
  const threads = shared ? 1 : THREADS
  // Begun with the first text: comparing at the end needs none.
  let made: Workers | undefined
  const workers = () =>
    (made ??= createWorkers({
      threads,
      limitMs: LIMIT_MS,
      megabytes: MEGABYTES,
      youngMegabytes: YOUNG_MEGABYTES,
      program: new URL('../../../workers/import-thread.ts', import.meta.url),
    }))
  /** Each text rendered, or what is wrong with it; one that is too much for a thread doesn't affect the others. */
  const run = async (texts: Texts): Promise<(Rendered | string)[]> => {
    if (texts.length === 0) return []
    try {
      return await workers().run('bring', { texts, language }, { patient: true })
    } catch (error) {
      if (!(error instanceof TooMuchWork) || error.isStarved) throw error
      if (texts.length === 1) return [TOO_MUCH]
      const made: (Rendered | string)[] = []
      for (const text of texts) made.push(...(await run([text] as Texts)))
      return made
    }
  }
  return { threads, run, close: async () => made?.close() }
}
export type Rendering = ReturnType<typeof createRendering>
