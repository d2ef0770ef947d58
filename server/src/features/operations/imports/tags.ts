import type { App, Tx } from '../../../events/events.ts'
import { tagSlug } from '../../../lib/slug.ts'
import { insertRevisions, listRevisionsByIds, REVISION_STATUS, setFirstText } from '../../content/revisions/queries.ts'
import { leadOf } from '../../content/tags/policy.ts'
import {
  insertTags,
  listTags,
  listSynonyms,
  listTagsBySlug,
  lockTags,
  setFirstRevisions,
  TAG_STATUS,
  updateTag,
  updateTags,
} from '../../content/tags/queries.ts'
import { insertOrigins, listOrigins, listUsedTags } from './queries.ts'
import { type Author, authorIds } from './users.ts'
import type { ImportResult } from './result.ts'

/** Tag ids by the name the old site wrote; made where they are missing, and a synonym here stands for its tag. */
export const tagIds = async (tx: Tx, names: string[]) => {
  const slugs = new Map(names.map((name) => [name, tagSlug(name)] as const).filter(([, slug]) => slug !== ''))
  const there = await listTagsBySlug(tx.db, [...new Set(slugs.values())])
  for (const { id, status } of there)
    if (status === TAG_STATUS.deleted) await updateTag(tx.db, id, { status: TAG_STATUS.available })
  const ids = new Map(there.map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]))
  const missing = [...new Set(slugs.values())].filter((slug) => !ids.has(slug))
  const made = await insertTags(
    tx.db,
    missing.map((slug_name) => ({
      slug_name,
      display_name: slug_name,
      original_text: '',
      parsed_text: '',
      description: '',
      user_id: 0,
      created_at: tx.now(),
    })),
  )
  missing.forEach((slug, at) => ids.set(slug, made[at]!))
  await beginTexts(tx, [...ids.values()])
  return new Map([...slugs].map(([name, slug]) => [name, ids.get(slug)!]))
}

/** What the text of a tag is known by that no post holds. */
export const descriptionKey = (key: string) => `description:${key}`

/** What a tag means. */
export interface ImportedTagText {
  key: string
  /** Of the posts it was there. */
  post_keys: string[]
  /** Null where nobody knows. */
  author: Author | null
  original_text: string
  parsed_text: string
  created_at: number
}

/** Tags that nobody has written about here are described as they were there. @returns the keys of those, and of those that had been described like this before. */
export const importTagTexts = (
  app: App,
  site: string,
  texts: ImportedTagText[],
): Promise<{ added: Set<string>; present: Set<string> }> =>
  app.transaction(async (tx) => {
    const ids = await listOrigins(
      tx.db,
      site,
      'tag',
      texts.map(({ key }) => key),
    )
    const authors = await authorIds(
      tx,
      site,
      texts.flatMap(({ author, created_at }) => (author ? [{ author, created_at }] : [])),
    )
    const bare = new Map(
      (await lockTags(tx.db, [...ids.values()])).filter((tag) => !tag.original_text).map((tag) => [tag.id, tag]),
    )
    const firsts = new Set(
      (
        await listRevisionsByIds(
          tx.db,
          [...bare.values()].map((tag) => tag.revision_id),
        )
      )
        .filter(({ status }) => status === REVISION_STATUS.first)
        .map(({ id }) => id),
    )
    const added = new Set<string>()
    const origins: [post_key: string, tag_id: number][] = []
    for (const { key, post_keys, author, original_text, parsed_text, created_at } of texts) {
      const tag = bare.get(ids.get(key) ?? 0)
      if (!tag || !firsts.has(tag.revision_id)) continue
      const user_id = author ? authors.get(author.key)! : 0
      await updateTag(tx.db, tag.id, {
        original_text,
        parsed_text,
        description: leadOf(parsed_text),
        updated_at: created_at,
      })
      await setFirstText(tx.db, tag.revision_id, { original_text, parsed_text, user_id, created_at })
      bare.delete(tag.id)
      added.add(key)
      origins.push(...post_keys.map((post_key): [string, number] => [post_key, tag.id]))
    }
    // A text without a word in it leaves its tag as bare as it was, and comes again.
    const known = await listOrigins(
      tx.db,
      site,
      'tag_text',
      texts.flatMap(({ post_keys }) => post_keys),
    )
    await insertOrigins(
      tx.db,
      site,
      'tag_text',
      [...new Map(origins)].filter(([post_key]) => !known.has(post_key)),
    )
    const present = texts.filter(({ key, post_keys }) => !added.has(key) && post_keys.some((post) => known.has(post)))
    return { added, present: new Set(present.map(({ key }) => key)) }
  })

export interface ImportedTag {
  key: string
  name: string
}

/** Tags that are other words for one of the old site's; a tag that has questions or words of its own here stays a tag. */
export const importSynonyms = (app: App, site: string, synonyms: { name: string; main_key: string }[]) =>
  app.transaction(async (tx) => {
    const mains = await listOrigins(
      tx.db,
      site,
      'tag',
      synonyms.map(({ main_key }) => main_key),
    )
    const tags = new Map(
      (await listTagsBySlug(tx.db, [...new Set(synonyms.map(({ name }) => tagSlug(name)))])).map((tag) => [
        tag.slug_name,
        tag,
      ]),
    )
    const ids = [...tags.values()].map(({ id }) => id)
    const busy = new Set([
      ...(await listSynonyms(tx.db, ids)).map(({ main_tag_id }) => main_tag_id),
      ...(await listUsedTags(tx.db, ids)),
    ])
    for (const [main_key, its] of Map.groupBy(synonyms, (one) => one.main_key)) {
      const main_tag_id = mains.get(main_key)
      const words = its.flatMap(({ name }) => tags.get(tagSlug(name)) ?? [])
      const free = words.filter((tag) => tag.main_tag_id === 0 && tag.id !== main_tag_id && !busy.has(tag.id))
      if (main_tag_id && free.length)
        await updateTags(
          tx.db,
          free.map(({ id }) => id),
          { main_tag_id },
        )
    }
  })

export const importTags = (app: App, site: string, tags: ImportedTag[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'tag',
      tags.map(({ key }) => key),
    )
    const fresh = tags.filter(({ key }) => !known.has(key))
    await beginTexts(tx, [...known.values()]) // those that came in before their texts were kept
    const ids = await tagIds(
      tx,
      fresh.map(({ name }) => name),
    )
    const named = fresh.filter(({ name }) => ids.has(name))
    await insertOrigins(
      tx.db,
      site,
      'tag',
      named.map(({ key, name }) => [key, ids.get(name)!]),
    )
    return {
      added: named.length,
      present: known.size,
      orphans: fresh.filter(({ name }) => !ids.has(name)).map(({ key }) => key),
    }
  })

/** The text that each of these tags has now is its first, where none is kept: so that the first edit is told from it. */
const beginTexts = async (tx: Tx, ids: number[]) => {
  const bare = (await listTags(tx.db, [...new Set(ids)])).filter((tag) => tag.revision_id === 0)
  await insertRevisions(
    tx.db,
    bare.map(({ id, slug_name, display_name, original_text, parsed_text, user_id, created_at }) => ({
      object_type: 'tag',
      object_id: id,
      user_id,
      title: display_name,
      original_text,
      parsed_text,
      slugs: JSON.stringify([slug_name]),
      status: REVISION_STATUS.first,
      number: 1,
      created_at,
    })),
  )
  await setFirstRevisions(
    tx.db,
    bare.map(({ id }) => id),
  )
}
