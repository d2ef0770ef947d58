import { objectId } from '@askwell/contract/ids.ts'
import { answerPath, feedPath, questionPath } from '@askwell/contract/permalink.ts'
import type { App } from '../../../events/events.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { siteSettings } from '../settings/views.ts'
import { formsOf } from './old-paths.ts'
import { findUser } from '../../users/users/queries.ts'
import { listMainTags, listTags, listTagsBySlug, TAG_STATUS } from '../../content/tags/queries.ts'
import { findOrigin, findPost, hasAddresses, listAddresses } from './queries.ts'

const postPlace = async (app: App, viewer: Viewer, id: number) => {
  const post = await findPost(app.db, id, viewer)
  if (!post) return undefined
  const form = (await siteSettings(app)).seo.permalink
  const question = { id: objectId('question', post.question_id), url_title: post.url_title }
  return post.kind === 'question' ? questionPath(form, question) : answerPath(form, question, objectId('answer', id))
}

const userPlace = async (app: App, id: number) => {
  const user = await findUser(app.db, id)
  return user && `/users/${encodeURIComponent(user.username)}`
}

const tagPlace = async (app: App, id: number) => {
  const [tag] = await listTags(app.db, [id])
  return tag?.status === TAG_STATUS.available ? `/tags/${encodeURIComponent(tag.slug_name)}` : undefined
}

const placeOf = (app: App, viewer: Viewer, kind: 'post' | 'user' | 'tag', id: number) =>
  kind === 'post' ? postPlace(app, viewer, id) : kind === 'user' ? userPlace(app, id) : tagPlace(app, id)

/** The present address of an imported thing; undefined if it doesn't exist, or not for this viewer. */
export const newPlace = async (app: App, viewer: Viewer, kind: 'post' | 'user', key: string) => {
  const id = await findOrigin(app.db, kind, key)
  return id ? placeOf(app, viewer, kind, id) : undefined
}

/** The feed of an imported thing; of questions that everybody may read. */
export const newFeed = async (app: App, kind: 'post' | 'user', key: string) => {
  const id = await findOrigin(app.db, kind, key)
  if (!id) return undefined
  if (kind === 'user') {
    const place = await userPlace(app, id)
    return place && feedPath(place)
  }
  const post = await findPost(app.db, id, null)
  return post && feedPath(`/questions/${objectId('question', post.question_id)}`)
}

/** What tags are called that these slugs stand for here, a synonym for its main tag. */
export const listTagNames = async (app: App, slugs: string[]) => {
  const tags = (await listTagsBySlug(app.db, slugs)).filter(({ status }) => status === TAG_STATUS.available)
  const main = new Map((await listMainTags(app.db, tags)).map(({ id, slug_name }) => [id, slug_name]))
  return new Map(
    tags.map(({ slug_name, main_tag_id }) => [slug_name, main_tag_id ? main.get(main_tag_id) : slug_name] as const),
  )
}

/** Where questions with these tags are, as far as there are such; of several the search for all of them. */
export const placeOfNamedTags = (slugs: string[], names: ReadonlyMap<string, string | undefined>) => {
  const there = [...new Set(slugs.flatMap((slug) => names.get(slug) ?? []))]
  const [first] = there
  if (first === undefined) return undefined
  if (there.length === 1) {
    const place = `/tags/${encodeURIComponent(first)}`
    return { page: place, feed: feedPath(place) }
  }
  const asked = new URLSearchParams({ q: there.map((name) => `[${name}]`).join(' ') })
  return { page: `/search?${asked}`, feed: `${feedPath('/search')}?${asked}` }
}

export const placeOfTags = async (app: App, slugs: string[]) => placeOfNamedTags(slugs, await listTagNames(app, slugs))

/** Whether there are any is looked up so often: most sites have none, and then no page waits for it. */
const REMEMBERED_SECONDS = 30
const known = new WeakMap<App, { until: number; any: boolean }>()
export const anyAddresses = async (app: App) => {
  const now = app.clock.now()
  const remembered = known.get(app)
  if (remembered && remembered.until > now) return remembered.any
  const any = await hasAddresses(app.db)
  known.set(app, { until: now + REMEMBERED_SECONDS, any })
  return any
}

/** The same for an address that the old site had, whatever it looks like. */
export const placeOfAddress = async (app: App, viewer: Viewer, path: string) => {
  if (!(await anyAddresses(app))) return undefined
  const forms = formsOf(path)
  const listed = new Map((await listAddresses(app.db, forms)).map((one) => [one.path, one]))
  const found = forms.map((form) => listed.get(form)).find((one) => one !== undefined)
  return found && placeOf(app, viewer, found.kind, found.object_id)
}
