import type { Config } from '@askwell/server/config.ts'
import { handOver } from '@askwell/server/commands/hand-over.ts'
import type { ArgumentsOf, OperationName, ResultOf } from '@askwell/server/commands/operations.ts'
import { begin } from '@askwell/server/commands/run.ts'
import type { Doing } from '@askwell/server/events/doing.ts'
import { PROGRAM_VERSION } from '@askwell/server/version.ts'
import { createBar } from './progress.ts'
import { withApp, withReader } from './with-site.ts'

const SHARES = 1000
/** As shells have it for a program that Ctrl-C ended. */
const INTERRUPTED = 130

/**
 *
 * Runs work under a progress bar. The first Ctrl-C stops it after the present step, so that it can report how far it came; the second ends the
 * process at once, which loses only that step.
 */
export const watched = async <T>(what: string, work: (doing: Doing) => Promise<T>): Promise<T> => {
  const bar = createBar(SHARES, what)
  const run = begin(work)
  run.watch(({ done, total, what: now }) => bar.to(Math.round((done / Math.max(total, 1)) * SHARES), now))
  let asked = false
  const stop = () => {
    if (asked) process.exit(INTERRUPTED)
    asked = true
    process.exitCode = INTERRUPTED
    run.stop()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    return await run.result
  } finally {
    bar.stop()
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Lets the site's own process do it if that runs, and does it here otherwise: only one process writes. */
export const onSite = <N extends OperationName>(verb: N, config: Config, args: ArgumentsOf<N>): Promise<ResultOf<N>> =>
  watched<ResultOf<N>>(verb, async (doing) => {
    const { data, databaseGiven } = config
    const place = { data, database: databaseGiven ? config.database : '', version: PROGRAM_VERSION }
    const done = await handOver(verb, place, args, doing)
    if (done) return done.result
    await withReader(config, async () => {}) // no command but a start brings tables up to date
    return withApp(config, async (app) => {
      const { perform } = await import('@askwell/server/commands/operations.ts')
      return perform(verb, app, args, doing)
    })
  })
