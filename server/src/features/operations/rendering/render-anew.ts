import {
  countOlder,
  listOlder,
  listUnfinished,
  RENDERED,
  RENDERED_TABLES,
  type Rerendered,
  type RenderedTable,
  setRendered,
  setRenderer,
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
/** Of what can't be rendered: left until another version of the renderer may. */
const UNKNOWN = 0

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

/** What was made; `noted`: posts that stay as they are, and why. */
const saveMade = (app: App, table: RenderedTable, whole: Rerendered[], noted: Parameters<typeof setRenderer>[1] = []) =>
  app.transaction(async (tx) => {
    await setRendered(
      tx.db,
      table,
      whole.map(({ id, source, html, description }) => ({ id, source, html, description })),
      RENDERER,
    )
    await setRenderer(tx.db, noted)
    await tx.emit('texts.rendered', { actor_id: 0, object_type: 'question', object_id: 0, question_id: 0 })
  })

const renderSome = async (app: App, table: RenderedTable, rows: { id: number; source: string }[]) => {
  const texts = await renderAll(app, table, rows)
  // Others have no place to note it.
  const unfinished = texts.filter(({ isWhole }) => !isWhole && table === 'posts')
  await saveMade(
    app,
    table,
    texts.filter(({ isWhole }) => isWhole),
    unfinished.map((text) => ({ ...text, renderer: UNFINISHED })),
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

/**
 * Posts that a plugin didn't draw in, or whose text was taken from an earlier one, again, with their latest revisions.
 * A plugin that fails although it runs ends that until the next time, since its faults are counted.
 */
export const finishRendering = async (app: App) => {
  for (let after = 0; ;) {
    const rows = await listUnfinished(app.db, after, AT_ONCE)
    if (rows.length === 0) return
    const isAway = app.plugins.awaited('render').length > 0 || app.plugins.awaited('embed').length > 0
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const texts = await renderAll(app, 'posts', rows)
    const isLast = ({ id }: Made) => UNFINISHED - rowOf.get(id)!.renderer + 1 >= TRIES
    const failed = texts.filter(({ isWhole }) => !isWhole && !isAway)
    const whole = texts.filter((text) => text.isWhole || (!isAway && isLast(text)))
    const shown = new Set(texts.map(({ id }) => id))
    await saveMade(app, 'posts', whole, [
      ...failed
        .filter((text) => !isLast(text))
        .map(({ id, source }) => ({ id, source, renderer: rowOf.get(id)!.renderer - 1 })),
      ...rows.filter(({ id }) => !shown.has(id)).map((row) => ({ ...row, renderer: UNKNOWN })),
    ])
    await saveMade(
      app,
      'revisions',
      whole.map((text) => ({ ...text, id: rowOf.get(text.id)!.revision_id })),
    )
    if (failed.length) return
    after = rows.at(-1)!.id
  }
}
