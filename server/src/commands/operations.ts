import type { UploadStore } from '@askwell/contract/storage.ts'
import type { App } from '../events/events.ts'
import { recalculate } from '../features/engagement/reputation/recalculation/service.ts'
import { recordAudit } from '../features/operations/audit/queries.ts'
import { moveUploads } from '../features/operations/files/move-uploads.ts'
import { examine } from '../features/operations/integrity/service.ts'
import { resetSecondFactors } from './forget-factors.ts'
import { tryDump } from '../features/operations/imports/examine.ts'
import { fetchToFolder } from '../features/operations/imports/by-plugin/fetch-dump.ts'
import { importDump } from '../features/operations/imports/import-dump.ts'
import { undoImport } from '../features/operations/imports/undo/service.ts'
import { lookAfterJobs } from './jobs.ts'
import { setMaintenance } from './maintenance.ts'
import { Problem } from './problem.ts'
import { reindexAll } from './reindex.ts'
import { actingAs } from '../lib/acting.ts'
import type { Doing } from '../events/doing.ts'
import { makeAdmin, setPasswordOf, setRoleOf } from './accounts.ts'
import { importSettings, setSetting } from './settings.ts'
import { setStaffSecondFactor } from './staff-second-factor.ts'

/**
 * What commands have done to a site that may be running: its own process does it then, since only one process writes a SQLite database.
 * Arguments and results travel as JSON.
 */
export const operations = {
  import: importDump,
  'import-trial': tryDump,
  'import-undo': undoImport,
  'import-fetch': fetchToFolder,
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
  'recalculate-reputation': recalculate,
  'move-files': (app: App, { to }: { to: UploadStore }, doing: Doing) =>
    moveUploads(app, { to }, { ...doing, state: undefined, save: async () => {} }),
  maintenance: setMaintenance,
  jobs: lookAfterJobs,
  'forget-factors': resetSecondFactors,
  'staff-second-factor': setStaffSecondFactor,
  'settings-import': importSettings,
  'settings-set': setSetting,
  'make-admin': makeAdmin,
  'set-password': setPasswordOf,
  'set-role': setRoleOf,
} satisfies Record<string, (app: App, args: never, doing: Doing) => Promise<unknown>>

/** They take many transactions, so they are recorded before the first; the others record what they change. */
const RECORDED = new Set<string>([
  'import',
  'import-fetch',
  'import-undo',
  'reindex',
  'repair',
  'recalculate-reputation',
  'move-files',
])

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
  actingAs({ actor_id: 0, session_id: 0, via: 'command' }, async () => {
    if (RECORDED.has(name))
      await app.transaction((tx) =>
        recordAudit(tx, {
          actor_id: 0,
          action: 'command.run',
          object_type: 'command',
          object_id: 0,
          name,
          before: null,
          after: args,
        }),
      )
    return (operations[name] as (app: App, args: ArgumentsOf<N>, doing: Doing) => Promise<ResultOf<N>>)(
      app,
      args,
      doing,
    )
  })
