import type { App } from '../events/events.ts'
import { examine } from '../features/operations/integrity/service.ts'
import { resetSecondFactors } from './forget-factors.ts'
import { importDump } from '../features/operations/imports/import-dump.ts'
import { setMaintenance } from './maintenance.ts'
import { Problem } from './problem.ts'
import { reindexAll } from './reindex.ts'
import type { Doing } from './run.ts'
import { setStaffSecondFactor } from './staff-second-factor.ts'

/**
 * What commands have done to a site that may be running: its own process does it then, since only one process writes a SQLite database.
 * Arguments and results travel as JSON.
 */
export const operations = {
  import: importDump,
  reindex: (app: App, _: object, doing: Doing) => reindexAll(app, doing),
  repair: (app: App, _: object, { progress, signal }: Doing) =>
    examine(app, {
      repair: app.transaction,
      onProgress: (part, share) => {
        if (signal.aborted)
          throw new Problem('Stopped. What was put right so far stays; the same command again does the rest.')
        progress(share, 1, part)
      },
    }),
  maintenance: setMaintenance,
  'forget-factors': resetSecondFactors,
  'staff-second-factor': setStaffSecondFactor,
} satisfies Record<string, (app: App, args: never, doing: Doing) => Promise<unknown>>

export type OperationName = keyof typeof operations
export type ArgumentsOf<N extends OperationName> = Parameters<(typeof operations)[N]>[1]
type Results = { [N in OperationName]: Awaited<ReturnType<(typeof operations)[N]>> }
export type ResultOf<N extends OperationName> = Results[N]

export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

export const perform = <N extends OperationName>(
  name: N,
  app: App,
  args: ArgumentsOf<N>,
  doing: Doing,
): Promise<ResultOf<N>> =>
  (operations[name] as (app: App, args: ArgumentsOf<N>, doing: Doing) => Promise<ResultOf<N>>)(app, args, doing)
