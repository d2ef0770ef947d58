import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import {
  deleteSubscription,
  deleteSubscriptionsOf,
  deleteSurplus,
  saveSubscription,
  type Subscription,
} from './queries.ts'

/** Browsers of one user. */
const MOST = 20

export const subscribe = async (app: App, actor: Actor, subscription: Subscription) => {
  await app.transaction(async (tx) => {
    await saveSubscription(tx.db, actor.id, subscription, tx.now())
    await deleteSurplus(tx.db, actor.id, MOST)
  })
  return null
}

export const unsubscribe = async (app: App, actor: Actor, endpoint: string | null | undefined) => {
  await app.transaction((tx) =>
    endpoint ? deleteSubscription(tx.db, actor.id, endpoint) : deleteSubscriptionsOf(tx.db, actor.id),
  )
  return null
}
