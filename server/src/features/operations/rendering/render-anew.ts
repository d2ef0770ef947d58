import {
  countOlder,
  listOlder,
  listUnfinished,
  RENDERED,
  RENDERED_TABLES,
  type Rerendered,
  type RenderedTable,
  setRendered,
  setUnfinished,
} from '../../../db/rendered-texts.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { Invalid } from '../../../lib/errors.ts'
import { RENDERER, UNFINISHED } from '../../../lib/renderer.ts'
import { mayHave, renderText } from '../../../workers/texts.ts'
import { saveSetting } from '../settings/queries.ts'

/** The setting that says which version all texts were made with. */
export const RENDERED_BY = 'rendered_by'
const AT_ONCE = 20
/** Of those that a plugin may draw something in, most are passed over. */
const READ_AT_ONCE = 200
/** A plugin that runs and fails so often with a text can't draw it. */
const TRIES = 5

interface State {
  table: RenderedTable
  after: number
  done: number
  made: number
}

interface Wanted {
  /** How many there are, as far as that is known. */
  total?: number
  /** Only texts that have one of these, by whatever version they were made. */
  having?: { languages: string[]; hosts: string[] }
}

type Made = Rerendered & { isWhole: boolean }

/** What nobody could show today stays as it is. */
const made = async (
  { plugins }: App,
  table: RenderedTable,
  { id, source }: { id: number; source: string },
): Promise<Made[]> => {
  try {
    const { html, description, isWhole } = await renderText(source, {
      field: 'content',
      mode: RENDERED[table].mode,
      patient: true,
      plugins,
    })
    return [{ id, source, html, description, isWhole }]
  } catch (error) {
    if (error instanceof Invalid) return []
    throw error
  }
}

const renderAll = async (app: App, table: RenderedTable, rows: { id: number; source: string }[]) =>
  (await Promise.all(rows.map((row) => made(app, table, row)))).flat()

/** Texts that a plugin didn't draw in stay as they were; of posts it is noted. */
const saveMade = (
  app: App,
  table: RenderedTable,
  whole: Rerendered[],
  unfinished: Parameters<typeof setUnfinished>[1],
) =>
  app.transaction(async (tx) => {
    await setRendered(
      tx.db,
      table,
      whole.map(({ id, source, html, description }) => ({ id, source, html, description })),
      RENDERER,
    )
    if (table === 'posts') await setUnfinished(tx.db, unfinished)
    await tx.emit('texts.rendered', { actor_id: 0, object_type: 'question', object_id: 0, question_id: 0 })
  })

const renderSome = async (app: App, table: RenderedTable, rows: { id: number; source: string }[]) => {
  const texts = await renderAll(app, table, rows)
  const unfinished = texts.filter(({ isWhole }) => !isWhole).map((text) => ({ ...text, renderer: UNFINISHED }))
  await saveMade(
    app,
    table,
    texts.filter(({ isWhole }) => isWhole),
    unfinished,
  )
}

/** As a long task: every text that an older renderer has made is made again, or that a plugin may draw something in. */
export const renderAnew = async (app: App, { total: known, having }: Wanted, doing: TaskDoing) => {
  const tables = having ? RENDERED_TABLES.filter((table) => RENDERED[table].mode === 'post') : RENDERED_TABLES
  const state = (doing.state as State | undefined) ?? { table: tables[0]!, after: 0, done: 0, made: 0 }
  const version = having ? undefined : RENDERER
  const counts = known === undefined ? await Promise.all(tables.map((table) => countOlder(app.db, table, version))) : []
  const total = known ?? counts.reduce((sum, count) => sum + count, 0)
  for (const table of tables.slice(tables.indexOf(state.table))) {
    if (table !== state.table) Object.assign(state, { table, after: 0 })
    for (;;) {
      doing.signal.throwIfAborted()
      const limit = having ? READ_AT_ONCE : AT_ONCE
      const rows = await listOlder(app.db, table, { after: state.after, version, limit })
      if (rows.length === 0) break
      const meant = having ? rows.filter(({ source }) => mayHave(source, having)) : rows
      for (let at = 0; at < meant.length; at += AT_ONCE) await renderSome(app, table, meant.slice(at, at + AT_ONCE))
      state.after = rows.at(-1)!.id
      state.done += rows.length
      state.made += meant.length
      doing.progress(state.done, Math.max(total, state.done), table)
      await doing.save({ ...state })
    }
  }
  if (!having) await app.transaction((tx) => saveSetting(tx.db, RENDERED_BY, RENDERER, tx.now()))
  return { texts: state.made }
}

/** Posts that a plugin didn't draw in, again. One that fails although it runs ends that until the next time, since its faults are counted. */
export const finishRendering = async (app: App) => {
  for (let after = 0; ;) {
    const rows = await listUnfinished(app.db, after, AT_ONCE)
    if (rows.length === 0) return
    const isAway = app.plugins.awaited('render').length > 0 || app.plugins.awaited('embed').length > 0
    const triedBefore = new Map(rows.map(({ id, renderer }) => [id, UNFINISHED - renderer]))
    const texts = await renderAll(app, 'posts', rows)
    const failed = texts.filter(({ isWhole }) => !isWhole && !isAway)
    const isLast = ({ id }: Made) => triedBefore.get(id)! + 1 >= TRIES
    await saveMade(
      app,
      'posts',
      texts.filter((text) => text.isWhole || (!isAway && isLast(text))),
      failed
        .filter((text) => !isLast(text))
        .map((text) => ({ ...text, renderer: UNFINISHED - triedBefore.get(text.id)! - 1 })),
    )
    if (failed.length) return
    after = rows.at(-1)!.id
  }
}
