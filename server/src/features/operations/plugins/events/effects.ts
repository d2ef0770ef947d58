import { objectId } from '@askwell/contract/ids.ts'
import type { Happened, HeardEvent } from '@askwell/plugin-kit'
import type { App, Events, LaterEffect } from '../../../../events/events.ts'
import { DAY } from '../../../../lib/clock.ts'
import { PluginWaits } from '../../../../lib/isolated-plugin.ts'
import { NotYet } from '../../../../events/lanes.ts'
import { findComment } from '../../../content/comments/queries.ts'
import { findPost } from '../../../content/posts/queries.ts'
import { findUser } from '../../../users/users/queries.ts'
import { siteSettings } from '../../settings/views.ts'
import { addressIn, findPublic } from '../posts/views.ts'
import { noting } from './deliveries.ts'

export { deleteOldDeliveries } from './deliveries.ts'

type Due = Events['plugin.event_due']

/** The post that it is about: of a comment the one it stands under. */
const postOf = async ({ db }: App, { object_type, object_id }: Due) => {
  if (object_type === 'question' || object_type === 'answer') return findPost(db, object_id)
  if (object_type !== 'comment') return undefined
  const comment = await findComment(db, object_id)
  return comment && findPost(db, comment.post_id)
}

const urlOf = async (app: App, { question_id, object_id, object_type }: Due) => {
  const settings = await siteSettings(app)
  if (!question_id) return settings.general.site_url
  const title = (await findPost(app.db, question_id))?.title ?? ''
  return addressIn(settings, { question_id, title, ...(object_type === 'answer' && { answer_id: object_id }) })
}

/** As everybody may see it, or nothing. */
const textOf = async (app: App, fact: Due): Promise<Happened['post']> => {
  const about = await postOf(app, fact)
  const found = about && (await findPublic(app.db, about.id, about.kind))
  if (!found) return undefined
  const { post, title, tags } = found
  return { title, text: post.original_text, html: post.parsed_text, tags }
}

const tell = async (app: App, fact: Due) => {
  const { plugin, event, event_id, at, actor_id, object_type, object_id } = fact
  app.plugins.failWhileAwaited(plugin, 'event')
  if (!app.plugins.hearersOf(event).includes(plugin)) return
  const actor = actor_id ? await findUser(app.db, actor_id) : undefined
  const post = app.plugins.mayRead(plugin) ? await textOf(app, fact) : undefined
  const happened: Happened = {
    id: `${event_id}-${plugin}`,
    event: event as HeardEvent,
    at,
    actor: actor ? { username: actor.username, display_name: actor.display_name } : null,
    object_type,
    object_id: objectId(object_type, object_id),
    url: await urlOf(app, fact),
    ...(post && { post }),
  }
  await noting(app, fact, () => app.plugins.tell(plugin, happened))
}

/** One plugin hears of one event; what it throws is tried again, at growing distances. */
export const tellPlugin: LaterEffect<'plugin.event_due'> = async (app, fact) => {
  try {
    await tell(app, fact)
  } catch (error) {
    const now = app.clock.now()
    // A service that asks for patience day after day fails like any other.
    if (error instanceof PluginWaits && now - fact.at < DAY) throw new NotYet(now + error.seconds, error.message)
    throw error
  }
}
