import { objectId } from '@askwell/contract/ids.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { listVisiblePosts } from '../../content/posts/queries.ts'
import { listTags } from '../../content/tags/queries.ts'
import type { Choices } from './choices.ts'
import { listMuted, type Topic } from './queries.ts'

/** `channels`: the ways of plugins that are in use. */
export const chosen = (
  { digest_at: _, plugins, ...choices }: Choices,
  channels: { slug_name: string; name: string }[],
) => ({
  ...choices,
  plugins: channels.map((channel) => ({ ...channel, events: plugins[channel.slug_name] ?? [] })),
})

/** Those that one can still see, newest first. */
export const mutedTopics = async (db: Db, viewer: Actor, topic?: Topic) => {
  const topics = await listMuted(db, viewer.id, topic)
  const ids = (type: string) => topics.flatMap(({ object_type, object_id }) => (object_type === type ? object_id : []))
  const questions = new Map((await listVisiblePosts(db, ids('question'), viewer)).map((post) => [post.id, post]))
  const tags = new Map((await listTags(db, ids('tag'))).map((tag) => [tag.id, tag]))
  return topics.flatMap(({ object_type, object_id }) => {
    const question = object_type === 'question' ? questions.get(object_id) : undefined
    const tag = object_type === 'tag' ? tags.get(object_id) : undefined
    const title = question?.title ?? tag?.display_name
    return title === undefined
      ? []
      : {
          object_id: objectId(object_type, object_id),
          title,
          slug_name: tag?.slug_name ?? '',
          url_title: question?.url_title ?? '',
        }
  })
}
