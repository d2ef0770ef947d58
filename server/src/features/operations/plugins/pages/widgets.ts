import { objectId, parseObjectId } from '@askwell/contract/ids.ts'
import { POSTS_AT_ONCE } from '@askwell/contract/limits.ts'
import type { pluginWidgets, ShownWidget } from '@askwell/contract/plugin-pages.ts'
import type { QueryOf } from '@askwell/contract/endpoint.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { WidgetAsked } from '@askwell/plugin-kit'
import type { App } from '../../../../events/events.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { outsideSlot } from '../../../../lib/concurrency-slot.ts'
import { Invalid } from '../../../../lib/errors.ts'
import { listVisiblePosts } from '../../../content/posts/queries.ts'
import { listChipRows } from '../../../content/tags/of-questions/queries.ts'

type Place = WidgetAsked['place']
type Post = NonNullable<WidgetAsked['post']>

const ofPosts: Partial<Record<Place, Post['object_type'][]>> = { question: ['question'], post: ['question', 'answer'] }

/** These posts as far as everybody may see them. */
const postsFor = async ({ db }: App, ids: string[], types: Post['object_type'][]): Promise<Post[]> => {
  if (ids.length > POSTS_AT_ONCE)
    throw new Invalid([{ field: 'object_ids', reason: 'field.too_many', values: { max: POSTS_AT_ONCE } }])
  const numbers = ids.flatMap((id) => {
    const object = parseObjectId(id)
    return object && types.some((type) => type === object.type) ? object.number : []
  })
  const posts = (await listVisiblePosts(db, numbers, null)).filter(({ kind }) => types.includes(kind))
  const question_ids = [...new Set(posts.map(({ question_id }) => question_id))]
  if (!question_ids.length) return []
  const [questions, chips] = await Promise.all([
    listVisiblePosts(db, question_ids, null),
    listChipRows(db, question_ids),
  ])
  return posts.map(({ kind, id, question_id, original_text }) => ({
    object_type: kind,
    object_id: objectId(kind, id),
    title: questions.find((question) => question.id === question_id)?.title ?? '',
    tags: chips.filter((chip) => chip.question_id === question_id).map(({ slug_name }) => slug_name),
    text: original_text,
  }))
}

/** What plugins put into a place. It is the same for everybody, but for the dashboard. */
export const widgetsFor = async (
  app: App,
  viewer: Viewer,
  { place, object_ids = '', language }: QueryOf<typeof pluginWidgets> & { language: string },
): Promise<ShownWidget[]> => {
  if (!app.plugins.widgetPlaces().includes(place) || (place === 'dashboard' && !isAdmin(viewer))) return []
  const types = ofPosts[place]
  const about = types ? await postsFor(app, object_ids.split(',').filter(Boolean), types) : [undefined]
  const found = await outsideSlot(() =>
    Promise.all(
      about.map(async (post) => {
        const shown = await app.plugins.widgets({ place, language, ...(post && { post }) })
        return shown.map((widget) => ({ object_id: post?.object_id ?? '', ...widget }))
      }),
    ),
  )
  return found.flat()
}
