import type { App } from '../events/events.ts'
import { recordAudit } from '../features/operations/audit/queries.ts'
import { findSetting, saveSetting } from '../features/operations/settings/queries.ts'

/** All processes of the site hear of it within a second. */
export const setMaintenance = (app: App, { on }: { on: boolean }): Promise<void> =>
  app.transaction(async (tx) => {
    const before = (await findSetting(tx.db, 'maintenance')) === true
    await saveSetting(tx.db, 'maintenance', on, tx.now())
    if (before !== on)
      await recordAudit(tx, {
        actor_id: 0,
        action: 'site.maintenance',
        object_type: 'site',
        object_id: 0,
        before: { maintenance: before },
        after: { maintenance: on },
      })
  })
