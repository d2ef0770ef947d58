import type { Notice, NoticeEvent } from '@askwell/plugin-kit'
import type { LaterEffect } from '../../../events/events.ts'
import { NotYet } from '../../../events/lanes.ts'
import { PluginWaits } from '../../../lib/isolated-plugin.ts'
import { outgoingNotification } from '../notifications/inbox/outgoing.ts'

/** As it is now: what was read meanwhile, or can't be seen any more, isn't delivered; nor is anything once the plugin is switched off. */
export const deliverByPlugin: LaterEffect<'notification.channel_due'> = async (app, fact) => {
  const { object_id, notification_id, channel: slug_name } = fact
  app.plugins.failWhileAwaited(slug_name, 'notification')
  const channel = app.channels.find(slug_name)
  if (!channel) return
  const rest = app.channels.restsUntil(slug_name, app.clock.now())
  if (rest) throw new NotYet(rest, `${slug_name} has failed too often`)
  const outgoing = await outgoingNotification(app, object_id, notification_id)
  if (!outgoing) return
  const { user, told, title, text, url, language } = outgoing
  const { username, display_name } = user
  const notice: Notice = {
    id: `${slug_name}-${notification_id}`,
    event: told.event as NoticeEvent,
    action: told.action,
    title,
    text,
    url,
    language,
    recipient: { username, display_name, settings: await channel.settingsOf(user.id) },
  }
  try {
    await app.plugins.ask(slug_name, 'notification', notice)
    app.channels.note(slug_name, undefined, app.clock.now())
  } catch (error) {
    if (error instanceof PluginWaits) throw new NotYet(app.clock.now() + error.seconds, error.message)
    app.channels.note(slug_name, error, app.clock.now())
    throw error
  }
}
