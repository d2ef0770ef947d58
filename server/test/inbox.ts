import type { App } from '../src/events/events.ts'
import { TYPE } from '../src/features/outbound/notifications/queries.ts'

/** What a user has been told, newest first, as it is stored. */
export const storedNotifications = (app: App, user_id: number, type: keyof typeof TYPE = 'inbox') =>
  app.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('type', '=', TYPE[type])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
