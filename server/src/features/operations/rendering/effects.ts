import { countOlder, RENDERED, RENDERED_TABLES } from '../../../db/rendered-texts.ts'
import type { App } from '../../../events/events.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import { Conflict } from '../../../lib/errors.ts'
import { RENDERER } from '../../../lib/renderer.ts'
import { firstAdmin } from '../backups/queries.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { RENDERED_BY } from './render-anew.ts'

export { finishRendering, renderAnew } from './render-anew.ts'

/** After an upgrade that renders differently: begins to make all texts again. A site without older texts is only noted. */
export const beginRendering = async (app: App) => {
  if (Number((await findSetting(app.db, RENDERED_BY)) ?? 0) >= RENDERER) return
  const counts = await Promise.all(RENDERED_TABLES.map((table) => countOlder(app.db, table, RENDERER)))
  const isOlder = RENDERED_TABLES.some((table, at) => RENDERED[table].versioned && counts[at])
  const admin = await firstAdmin(app.db)
  if (!isOlder || !admin) return app.transaction((tx) => saveSetting(tx.db, RENDERED_BY, RENDERER, tx.now()))
  try {
    await beginTask(app, admin, 'render_anew', { total: counts.reduce((sum, count) => sum + count, 0) })
  } catch (error) {
    if (!(error instanceof Conflict)) throw error // it runs already
  }
}
