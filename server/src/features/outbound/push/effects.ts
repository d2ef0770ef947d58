import type { App, Effect, LaterEffect } from '../../../events/events.ts'
import { FetchRefused } from '../../../lib/outbound-http.ts'
import { loadWebPush } from '../../../lib/web-push.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { outgoingNotification } from '../notifications/inbox/outgoing.ts'
import { vapidKeys } from './keys.ts'
import { deleteSubscription, deleteSubscriptionsOf, listSubscriptions, type Subscription } from './queries.ts'

/** Push services drop what they couldn't deliver until then. */
const LIFE_SECONDS = 24 * 60 * 60

/** For each browser, all at once: whoever names slow ones delays only what stands in the same queue. */
const PATIENCE_MS = 5_000

const send = async (app: App, user_id: number, { endpoint, p256dh, auth }: Subscription, payload: string) => {
  const { general } = await siteSettings(app)
  const request = loadWebPush().generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: {
      subject: general.site_url.startsWith('https:') ? general.site_url : `mailto:${general.contact_email}`,
      ...(await vapidKeys(app)),
    },
    TTL: LIFE_SECONDS,
  })
  const status = await app.outbound.post(endpoint, {
    headers: request.headers,
    body: request.body ?? Buffer.alloc(0),
    ms: PATIENCE_MS,
  })
  // The browser is gone, or wants no more.
  if (status === 404 || status === 410) await app.transaction((tx) => deleteSubscription(tx.db, user_id, endpoint))
  else if (status >= 500 || status === 429) throw new Error(`the push service answered ${status}`)
}

/** As it is now: what was read meanwhile, or can't be seen any more, isn't pushed. One with the same tag takes the place of the former. */
export const pushNotification: LaterEffect<'notification.push_due'> = async (app, { object_id, notification_id }) => {
  const outgoing = await outgoingNotification(app, object_id, notification_id)
  if (!outgoing) return
  const { user, told, title, text: body, url, language } = outgoing
  const tag = `${told.action} ${told.object_info.plugin === undefined ? told.object_info.object_id : notification_id}`
  const payload = JSON.stringify({ title, body, url, tag, language })
  const devices = await listSubscriptions(app.db, user.id)
  const sent = await Promise.allSettled(devices.map((device) => send(app, user.id, device, payload)))
  // An address that nobody may be sent to, or that can't be or doesn't answer: there is no use in trying again.
  const failed = sent.find((one) => one.status === 'rejected' && !(one.reason instanceof FetchRefused))
  if (failed?.status === 'rejected') throw failed.reason
}

export const deleteSubscriptionsOfUser: Effect<'user.erased'> = (tx, { object_id }) =>
  deleteSubscriptionsOf(tx.db, object_id)

/** Somebody else may have had the password: no device hears anything until it asks again. */
export const forgetDevices: Effect<'user.login_changed'> = (tx, { object_id }) =>
  deleteSubscriptionsOf(tx.db, object_id)
