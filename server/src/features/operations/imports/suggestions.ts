import type { App } from '../../../events/events.ts'
import { tagSlug } from '../../../lib/slug.ts'
import { findPost, lockPosts } from '../../content/posts/queries.ts'
import { findWaiting, insertRevision, REVISION_STATUS } from '../../content/revisions/queries.ts'
import { namedTag } from '../../content/tags/policy.ts'
import { listTags, listTagsBySlug, TAG_STATUS } from '../../content/tags/queries.ts'
import { insertOrigins, listOrigins } from './queries.ts'
import { type Author, authorIds } from './users.ts'

export interface ImportedSuggestion {
  key: string
  of: 'post' | 'tag'
  /** Of the post or the tag. */
  thing_key: string
  author: Author
  log: string
  title: string
  tags: { slug_name: string; display_name: string }[]
  original_text: string
  parsed_text: string
  description: string
  created_at: number
}

/** Decided on here, it doesn't wait again. */
const suggestionKey = (key: string) => `suggestion:${key}`

/** What a suggested edit changes, with the text that it begins from. */
const thingOf = async ({ db }: Pick<App, 'db'>, of: ImportedSuggestion['of'], id: number) => {
  if (of === 'post') {
    await lockPosts(db, [id])
    const post = await findPost(db, id)
    return post && { object_type: post.kind, base_revision_id: post.revision_id }
  }
  const [tag] = await listTags(db, [id])
  return tag && { object_type: 'tag' as const, base_revision_id: tag.revision_id }
}

/** Tags that it names and that nobody has made yet. */
const newTagsOf = async ({ db }: Pick<App, 'db'>, { of, tags }: ImportedSuggestion) => {
  if (of === 'tag') return []
  const there = new Set(
    (
      await listTagsBySlug(
        db,
        tags.map(({ slug_name }) => tagSlug(slug_name)),
      )
    )
      .filter(({ status }) => status === TAG_STATUS.available)
      .map(({ slug_name }) => slug_name),
  )
  return tags.filter(({ slug_name }) => !there.has(tagSlug(slug_name))).map(namedTag)
}

/** Edits that waited for review there wait here, for whoever may decide on them; nobody is told. @returns how many. */
export const importSuggestions = (app: App, site: string, of: ImportedSuggestion['of'], all: ImportedSuggestion[]) =>
  app.transaction(async (tx) => {
    const ids = await listOrigins(
      tx.db,
      site,
      of,
      all.flatMap(({ key, thing_key }) => [suggestionKey(key), thing_key]),
    )
    const fresh = all.filter(({ key, thing_key }) => !ids.has(suggestionKey(key)) && ids.has(thing_key))
    const users = await authorIds(tx, site, fresh)
    let added = 0
    for (const one of fresh) {
      const object_id = ids.get(one.thing_key)!
      const thing = await thingOf(tx, of, object_id)
      if (!thing || (await findWaiting(tx.db, { ...thing, object_id }))) continue
      const { key, title, tags, log, original_text, parsed_text, description, created_at } = one
      await insertRevision(tx.db, {
        ...thing,
        object_id,
        user_id: users.get(one.author.key)!,
        title: thing.object_type === 'answer' ? '' : title,
        slugs: JSON.stringify(tags.map(({ slug_name }) => tagSlug(slug_name)).filter(Boolean)),
        new_tags: JSON.stringify(await newTagsOf(tx, one)),
        log,
        original_text,
        parsed_text,
        description,
        status: REVISION_STATUS.waiting,
        created_at,
      })
      await insertOrigins(tx.db, site, of, [[suggestionKey(key), object_id]])
      added++
    }
    return added
  })
