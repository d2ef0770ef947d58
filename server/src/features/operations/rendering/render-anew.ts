import {
  listOlder,
  RENDERED,
  RENDERED_TABLES,
  type Rerendered,
  type RenderedTable,
  setRendered,
} from '../../../db/rendered-texts.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { Invalid } from '../../../lib/errors.ts'
import { RENDERER } from '../../../lib/renderer.ts'
import { renderText } from '../../../workers/texts.ts'
import { saveSetting } from '../settings/queries.ts'

/** The setting that says which version all texts were made with. */
export const RENDERED_BY = 'rendered_by'
const AT_ONCE = 20

interface State {
  table: RenderedTable
  after: number
  done: number
}

/** What nobody could show today stays as it is. */
const made = async (
  { plugins }: App,
  table: RenderedTable,
  { id, source }: { id: number; source: string },
): Promise<Rerendered[]> => {
  try {
    const { html, description } = await renderText(source, {
      field: 'content',
      mode: RENDERED[table].mode,
      patient: true,
      plugins,
    })
    return [{ id, source, html, description }]
  } catch (error) {
    if (error instanceof Invalid) return []
    throw error
  }
}

const renderSome = async (app: App, table: RenderedTable, rows: { id: number; source: string }[]) => {
  const texts = (await Promise.all(rows.map((row) => made(app, table, row)))).flat()
  await app.transaction(async (tx) => {
    await setRendered(tx.db, table, texts, RENDERER)
    await tx.emit('texts.rendered', { actor_id: 0, object_type: 'question', object_id: 0, question_id: 0 })
  })
}

/** As a long task: every text that an older renderer has made is made again. */
export const renderAnew = async (app: App, { total }: { total: number }, doing: TaskDoing) => {
  const state = (doing.state as State | undefined) ?? { table: RENDERED_TABLES[0]!, after: 0, done: 0 }
  for (const table of RENDERED_TABLES.slice(RENDERED_TABLES.indexOf(state.table))) {
    if (table !== state.table) Object.assign(state, { table, after: 0 })
    for (;;) {
      doing.signal.throwIfAborted()
      const rows = await listOlder(app.db, table, { after: state.after, version: RENDERER, limit: AT_ONCE })
      if (rows.length === 0) break
      await renderSome(app, table, rows)
      state.after = rows.at(-1)!.id
      state.done += rows.length
      doing.progress(state.done, Math.max(total, state.done), table)
      await doing.save({ ...state })
    }
  }
  await app.transaction((tx) => saveSetting(tx.db, RENDERED_BY, RENDERER, tx.now()))
  return { texts: state.done }
}
