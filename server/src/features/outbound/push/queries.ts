import type { Db } from '../../../db/dialect.ts'

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** A browser that somebody else was pushed to before is pushed to them no more. */
export const saveSubscription = (db: Db, user_id: number, { endpoint, ...keys }: Subscription, created_at: number) =>
  db
    .insertInto('push_subscriptions')
    .values({ user_id, endpoint, ...keys, created_at })
    .onConflict((on) => on.column('endpoint').doUpdateSet({ user_id, ...keys, created_at }))
    .execute()

/** All but the newest. */
export const deleteSurplus = (db: Db, user_id: number, most: number) =>
  db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', user_id)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', user_id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most),
    )
    .execute()

export const deleteSubscription = (db: Db, user_id: number, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('user_id', '=', user_id).where('endpoint', '=', endpoint).execute()

export const deleteSubscriptionsOf = (db: Db, user_id: number) =>
  db.deleteFrom('push_subscriptions').where('user_id', '=', user_id).execute()

export const listSubscriptions = (db: Db, user_id: number) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
