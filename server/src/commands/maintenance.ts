import type { App } from '../events/events.ts'
import { saveSetting } from '../features/operations/settings/queries.ts'

/** All processes of the site hear of it within a second. */
export const setMaintenance = async (app: App, { on }: { on: boolean }): Promise<void> => {
  await app.transaction((tx) => saveSetting(tx.db, 'maintenance', on, tx.now()))
}
