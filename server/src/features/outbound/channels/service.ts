import type { ChannelChoices } from '@askwell/contract/channels.ts'
import { parseObjectId } from '@askwell/contract/ids.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { Invalid, NotFound } from '../../../lib/errors.ts'
import { findVisiblePost } from '../../content/posts/queries.ts'
import { findTag } from '../../content/tags/queries.ts'
import { lockUser } from '../../users/users/queries.ts'
import { isTimeZone } from './when-told.ts'
import { countMuted, deleteMuted, findChoices, insertMuted, saveChoices, type Topic } from './queries.ts'

/** What isn't sent stays. A digest that is begun tells of what comes from now on. */
export const choose = async (app: App, actor: Actor, sent: Partial<ChannelChoices>) => {
  if (sent.time_zone && !isTimeZone(sent.time_zone))
    throw new Invalid([{ field: 'time_zone', reason: 'field.bad_type' }])
  const { plugins = [], ...own } = sent
  const unknown = plugins.find(({ slug_name }) => !app.channels.find(slug_name))
  if (unknown) throw new Invalid([{ field: 'plugins', reason: 'field.not_a_choice' }])
  const byPlugin = Object.fromEntries(plugins.map(({ slug_name, events }) => [slug_name, events]))
  const wishes = Object.fromEntries(Object.entries(own).filter(([, wish]) => wish !== undefined))
  await app.transaction(async (tx) => {
    await lockUser(tx.db, actor.id)
    const before = await findChoices(tx.db, actor.id)
    const begins = sent.digest !== undefined && sent.digest !== before.digest
    await saveChoices(tx.db, actor.id, {
      ...before,
      ...wishes,
      plugins: { ...before.plugins, ...byPlugin },
      ...(begins && { digest_at: tx.now() }),
    })
  })
  return null
}

/** More are no help to anybody. */
const MOST = 1000

const topicOf = async (app: App, actor: Actor, object_id: string): Promise<Topic> => {
  const object = parseObjectId(object_id)
  if (object?.type === 'question' && (await findVisiblePost(app.db, object.number, actor, 'question')))
    return { object_type: 'question', object_id: object.number }
  if (object?.type === 'tag' && (await findTag(app.db, object.number)))
    return { object_type: 'tag', object_id: object.number }
  throw new NotFound()
}

export const mute = async (app: App, actor: Actor, { object_id, mute: on }: { object_id: string; mute: boolean }) => {
  const topic = await topicOf(app, actor, object_id)
  await app.transaction(async (tx) => {
    if (!on) await deleteMuted(tx.db, actor.id, topic)
    else if ((await countMuted(tx.db, actor.id)) < MOST) await insertMuted(tx.db, actor.id, topic, tx.now())
  })
  return null
}
