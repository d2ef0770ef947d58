import { objectId } from '@askwell/contract/ids.ts'
import { answerPath, questionPath } from '@askwell/contract/permalink.ts'
import type { Happened, HeardEvent } from '@askwell/plugin-kit'
import type { App, Events, LaterEffect } from '../../../../events/events.ts'
import { DAY } from '../../../../lib/clock.ts'
import { PluginWaits } from '../../../../lib/isolated-plugin.ts'
import { urlTitle } from '../../../../lib/slug.ts'
import { NotYet } from '../../../../events/lanes.ts'
import { findComment } from '../../../content/comments/queries.ts'
import { findPost, findVisiblePost } from '../../../content/posts/queries.ts'
import { listChipRows } from '../../../content/tags/of-questions/queries.ts'
import { findUser } from '../../../users/users/queries.ts'
import { siteSettings } from '../../settings/views.ts'
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
  const { general, seo } = await siteSettings(app)
  if (!question_id) return general.site_url
  const question = await findPost(app.db, question_id)
  const thread = { id: objectId('question', question_id), url_title: urlTitle(question?.title ?? '') }
  const path =
    object_type === 'answer'
      ? answerPath(seo.permalink, thread, objectId('answer', object_id))
      : questionPath(seo.permalink, thread)
  return general.site_url + path
}

/** As everybody may see it, or nothing. */
const textOf = async (app: App, fact: Due): Promise<Happened['post']> => {
  const found = await postOf(app, fact)
  const post = found && (await findVisiblePost(app.db, found.id, null, found.kind))
  if (!post) return undefined
  const question = post.kind === 'question' ? post : await findPost(app.db, post.question_id)
  const tags = await listChipRows(app.db, [post.question_id])
  return {
    title: question?.title ?? '',
    text: post.original_text,
    html: post.parsed_text,
    tags: tags.map(({ slug_name }) => slug_name),
  }
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
