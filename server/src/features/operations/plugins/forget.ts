import { advisoryLock } from '../../../db/dialect.ts'
import type { Tx } from '../../../events/events.ts'
import { deleteSettings, listPluginsOn, PLUGINS_ON, saveSetting } from '../settings/queries.ts'
import { deleteDeliveriesOf } from './events/queries.ts'
import { deleteSettingsFor, grantOf, notesOf, settingOf } from './queries.ts'
import { accountsOf } from './policy.ts'
import { deleteAllStored } from './storage/queries.ts'

/** Switches these off, and deletes what the site has of them. `keep`: their settings, and what they and members have stored, stay for when they come back. */
export const forgetPlugins = async (tx: Tx, names: string[], { keep = false } = {}) => {
  await advisoryLock(tx.db, PLUGINS_ON)
  const on = await listPluginsOn(tx.db)
  const others = on.filter((other) => !names.includes(other))
  await saveSetting(tx.db, PLUGINS_ON, others, tx.now())
  await deleteSettings(tx.db, [...names.map(grantOf), ...names.flatMap(notesOf), ...(keep ? [] : names.map(settingOf))])
  for (const name of names) await deleteDeliveriesOf(tx.db, name)
  if (keep) return
  for (const name of names) {
    await advisoryLock(tx.db, `plugin storage ${name}`) // what is being kept just now goes, too
    await deleteAllStored(tx.db, name)
    await deleteAllStored(tx.db, accountsOf(name))
  }
  await deleteSettingsFor(tx.db, names)
}
