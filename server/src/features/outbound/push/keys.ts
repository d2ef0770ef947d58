import { advisoryLock } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { loadWebPush } from '../../../lib/web-push.ts'
import { findSetting, saveSetting } from '../../operations/settings/queries.ts'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const known = new WeakMap<App, Promise<VapidKeys>>()

/** By which push services know this site; made when they are first needed, and then for good. */
export const vapidKeys = (app: App): Promise<VapidKeys> => {
  const found = known.get(app)
  if (found) return found
  const keys = app.transaction(async ({ db, now }) => {
    await advisoryLock(db, 'vapid')
    const kept = await findSetting(db, 'vapid')
    if (kept) return kept as VapidKeys
    const made = loadWebPush().generateVAPIDKeys()
    await saveSetting(db, 'vapid', made, now())
    return made
  })
  known.set(app, keys)
  keys.catch(() => known.delete(app))
  return keys
}
