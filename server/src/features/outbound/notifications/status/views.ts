import { objectId } from '@askwell/contract/ids.ts'
import type { NotificationStatus } from '@askwell/contract/notifications.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { wordsIn } from '../../../engagement/badges/views.ts'
import { siteSettings } from '../../../operations/settings/views.ts'
import type { UnreadBadge } from '../badges/queries.ts'
import { unseenOf } from './memory.ts'
import { toReview } from './to-review.ts'

const badgeAward = (badge: UnreadBadge, language: string) => ({
  notification_id: String(badge.notification_id),
  badge_id: objectId('badge', badge.badge_id),
  name: wordsIn(badge, language).name,
  icon: badge.icon,
  level: badge.level,
})

/** From memory, as far as nothing has changed since it was asked last. */
export const statusOf = async (app: App, viewer: Actor, language: string): Promise<NotificationStatus> => {
  const { inbox, achievement, badge } = await unseenOf(app, viewer)
  return {
    inbox,
    achievement,
    ...(await toReview(app, await siteSettings(app), viewer)),
    badge_award: badge ? badgeAward(badge, language) : null,
  }
}
