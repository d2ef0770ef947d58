import type { UndoReport } from '@askwell/contract/imports.ts'
import type { App } from '../../../../events/events.ts'
import { beginTask } from '../../../../events/tasks/service.ts'
import type { TaskDoing } from '../../../../events/tasks/task.ts'
import { actingNow, type By } from '../../../../lib/acting.ts'
import { Conflict, NotFound } from '../../../../lib/errors.ts'
import { recordAudit } from '../../audit/queries.ts'
import { ImportRunning } from '../alone.ts'
import { listSites } from '../queries.ts'
import { undoImport } from './service.ts'

interface Order {
  site: string
  by: By
}

const entry = (by: By, action: string, before: unknown, after: unknown) =>
  ({ ...by, action, object_type: 'site', object_id: 0, before, after }) as const

const begin =
  (kind: 'examine_undo' | 'undo_import', action: string) => async (app: App, actor_id: number, site: string) => {
    if (!(await listSites(app.db)).includes(site)) throw new NotFound('error.object.not_found')
    const by = actingNow(actor_id)
    await beginTask(app, actor_id, kind, { site, by } satisfies Order, (tx) =>
      recordAudit(tx, entry(by, action, null, { site })),
    )
    return null
  }
/** What would go, and what would stay. */
export const beginExamining = begin('examine_undo', 'import.undo_examined')
export const beginUndo = begin('undo_import', 'import.undo_begun')

const run = async (app: App, { site, by }: Order, dry_run: boolean, doing: TaskDoing): Promise<UndoReport> => {
  const report = await undoImport(app, { site, dry_run, actor_id: by.actor_id }, doing).catch((error: unknown) => {
    throw error instanceof ImportRunning ? new Conflict('error.import.running') : error
  })
  doing.signal.throwIfAborted()
  return report
}

export const examineUndo = (app: App, order: Order, doing: TaskDoing) => run(app, order, true, doing)

/** A process that was killed has taken some of it back: what there was is counted once, before the first. */
export const runUndo = async (app: App, order: Order, doing: TaskDoing): Promise<UndoReport> => {
  const before = (doing.state as UndoReport | undefined) ?? (await run(app, order, true, doing))
  if (!doing.state) await doing.save(before)
  const isLeft = (await listSites(app.db)).includes(order.site)
  const after = isLeft ? await run(app, order, false, doing) : { ...before, ...NOTHING_STAYS }
  const report = { ...after, ...goneOf(before, after) }
  await app.transaction((tx) => recordAudit(tx, entry(order.by, 'import.undone', report, null)))
  return report
}

const NOTHING_STAYS = { kept_questions: 0, kept: [], kept_members: 0, claimed: [] }
const HANGING = ['answers', 'comments', 'votes', 'bookmarks'] as const
const goneOf = (before: UndoReport, after: UndoReport) => ({
  questions: before.questions + before.kept_questions - after.kept_questions,
  members: before.members + before.kept_members - after.kept_members,
  ...(after.kept_questions === before.kept_questions &&
    Object.fromEntries(HANGING.map((figure) => [figure, before[figure]]))),
})
