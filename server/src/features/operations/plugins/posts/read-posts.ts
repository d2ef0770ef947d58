import { parseObjectId } from '@askwell/contract/ids.ts'
import { PLUGIN_POSTS } from '@askwell/contract/limits.ts'
import type { PostsPage } from '@askwell/plugin-kit'
import type { App } from '../../../../events/events.ts'
import { listVisiblePosts } from '../../../content/posts/queries.ts'
import { listChanged, listListed, listNewest, type Place } from './queries.ts'
import { findPublic, publicPosts, withQuestions } from './views.ts'

/** The only such post, for a plugin that asks; null if there is none that everybody may see. */
export const getPost = async (app: App, object_id: unknown) => {
  const object = typeof object_id === 'string' ? parseObjectId(object_id) : null
  if (object?.type !== 'question' && object?.type !== 'answer') return null
  const found = await findPublic(app.db, object.number, object.type)
  return found ? (await publicPosts(app, [found]))[0]! : null
}

/** What is being written just now may be stored after what is changed a moment later. */
const SETTLED_SECONDS = 10
/** Ways through the posts, hidden ones too. */
const ORDERS = {
  newest: (app: App, from: Place | undefined) => listNewest(app.db, from, PLUGIN_POSTS.looked_at),
  changed: (app: App, from: Place | undefined) =>
    listChanged(app.db, from, app.clock.now() - SETTLED_SECONDS, PLUGIN_POSTS.looked_at),
}
type Order = keyof typeof ORDERS

const refused = (field: string, why: string) => new Error(`${field}: ${why}`)

const textOf = ({ updated_at, id }: Place) => `${updated_at}-${id}`
const placeIn = (text: unknown): Place => {
  const [, updated_at, id] = /^(\d{1,12})-(\d{1,15})$/.exec(String(text)) ?? []
  if (id === undefined) throw refused('from', 'it has to be `next` of a page before')
  return { updated_at: Number(updated_at), id: Number(id) }
}

const orderOf = (given: unknown): Order => {
  if (given !== 'newest' && given !== 'changed') throw refused('order', 'it has to be newest or changed')
  return given
}

const wholeNumber = (field: string, given: unknown, least: number, most: number) => {
  if (!Number.isSafeInteger(given) || (given as number) < least || (given as number) > most)
    throw refused(field, `it has to be a whole number from ${least} to ${most}`)
  return given as number
}

const LATEST = 10_000_000_000

/** Where it begins: after a place, or with what was changed at a time. */
const beginOf = (order: Order, from: unknown, since: unknown): Place | undefined => {
  if (from !== undefined && from !== null && from !== '') return placeIn(from)
  if (order !== 'changed' || since === undefined || since === null) return undefined
  return { updated_at: wholeNumber('since', since, 0, LATEST), id: 0 }
}

/** As many of them as have no more characters in all than go at once, but one at least. */
const fitting = <T extends { original_text: string }>(posts: T[]) => {
  let characters = 0
  const end = posts.findIndex(
    ({ original_text }, at) => (characters += original_text.length) > PLUGIN_POSTS.characters && at > 0,
  )
  return end < 0 ? posts : posts.slice(0, end)
}

/** A page of what everybody's lists show, for a plugin that asks. However many are hidden, it looks at few of them. */
export const listPosts = async (app: App, given: unknown): Promise<PostsPage> => {
  const { order: wanted, since, from, limit: most } = (given ?? {}) as Record<string, unknown>
  const order = orderOf(wanted)
  const limit = wholeNumber('limit', most ?? PLUGIN_POSTS.page, 1, PLUGIN_POSTS.page)
  const begin = beginOf(order, from, since)
  const places = await ORDERS[order](app, begin)
  const listed = new Set(
    await listListed(
      app.db,
      places.map(({ id }) => id),
    ),
  )
  const shown = places.filter(({ id }) => listed.has(id))
  const some = shown.slice(0, limit)
  const posts = new Map(
    (
      await listVisiblePosts(
        app.db,
        some.map(({ id }) => id),
        null,
      )
    ).map((post) => [post.id, post]),
  )
  const page = fitting(some.flatMap(({ id }) => posts.get(id) ?? []))
  const isCut = page.length < shown.length
  const last = isCut ? (page.at(-1) ?? some.at(-1)) : places.at(-1)
  const next = last ?? begin
  return {
    posts: await publicPosts(app, await withQuestions(app.db, page)),
    next: next ? textOf(next) : '',
    more: isCut || places.length === PLUGIN_POSTS.looked_at,
  }
}
