import type { App } from '../../../../events/events.ts'
import { USER_STATUS } from '../../../../lib/actor.ts'
import { siteSettings } from '../../../operations/settings/views.ts'
import { findUser } from '../../../users/users/queries.ts'
import { addressOf } from './addresses.ts'
import { unreadNotification } from './views.ts'

/** A notification as it leaves the site, in its reader's language; undefined if it was read meanwhile, or can't be seen any more. */
export const outgoingNotification = async (app: App, user_id: number, notification_id: number) => {
  const user = await findUser(app.db, user_id)
  if (user?.status !== USER_STATUS.normal) return undefined
  const { general, interface: site, seo } = await siteSettings(app)
  const language = user.language || site.language
  const told = await unreadNotification(app.db, user, notification_id, language)
  return (
    told && {
      user,
      told,
      title: [told.user_info?.display_name, told.notification_action].filter(Boolean).join(' '),
      text: told.object_info.title || general.name,
      url: addressOf(general.site_url, seo.permalink, told),
      language: language.replace('_', '-'),
    }
  )
}
