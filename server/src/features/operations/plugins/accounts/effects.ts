import type { Effect } from '../../../../events/events.ts'
import { pluginOfAccounts } from '../policy.ts'
import { listStoredOfUser } from '../storage/queries.ts'
import { keep, type Kept } from './service.ts'

/** The role is somebody else's from now on. The plugin that gives one itself says so afterwards. */
export const forgetGivenRole: Effect<'user.role_changed'> = async (tx, { object_id }) => {
  for (const { plugin: name, key, value } of await listStoredOfUser(tx.db, object_id)) {
    const plugin = pluginOfAccounts(name)
    if (plugin) await keep(tx, plugin, key, object_id, { ...(value as Kept), role_id: undefined })
  }
}
