import type { EventName } from './events.ts'

/** No cached page, search, count or part of the sitemap changes with these. Of views that is so because they may be told a minute late. */
export const SHOWN_NOWHERE: ReadonlySet<EventName> = new Set([
  'binding.requested',
  'code.requested',
  'email.requested',
  'network.limits_lifted',
  'notification.channel_due',
  'notification.push_due',
  'notifications.changed',
  'picture.uploaded',
  'plugin.event_due',
  'question.viewed',
  'search.plugin_due',
  'site_invitation.email_requested',
  'task.changed',
  'user.limits_lifted',
])
