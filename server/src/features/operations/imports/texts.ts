import type { App, Tx } from '../../../events/events.ts'
import { tagSlug } from '../../../lib/slug.ts'
import {
  insertRevisions,
  listNumbersOf,
  renumber,
  REVISION_STATUS,
  setRestored,
} from '../../content/revisions/queries.ts'
import { lockPosts } from '../../content/posts/queries.ts'
import { lockTags } from '../../content/tags/queries.ts'
import { listOrigins } from './queries.ts'
import { type Author, authorIds } from './users.ts'

/** One of the texts that a post, or a tag, had on the old site; `number` of `count`, of which the last is the post's own. */
export interface ImportedText {
  post_key: string
  number: number
  author: Author
  log: string
  created_at: number
  /** What changed with it: nothing of a part is what it was before. */
  title: string | undefined
  tags: string[] | undefined
  text: { original_text: string; parsed_text: string } | undefined
  /** Where it went back to an earlier text, the number of that; otherwise 0. */
  restored_number: number
}

/** Of a post that was edited: how many texts it has had, and whose the last one is. */
export interface ImportedHistory {
  post_key: string
  count: number
  last: Pick<ImportedText, 'author' | 'log' | 'created_at' | 'restored_number'>
}

/** A user who went back to an earlier text wrote none; texts written here since are left alone. */
const setRestoredOf = async (
  tx: Tx,
  posts: Map<string, number>,
  texts: Pick<ImportedText, 'post_key' | 'number' | 'created_at' | 'restored_number'>[],
) => {
  const back = texts.filter(({ restored_number, number }) => restored_number > 0 && restored_number < number)
  const existing = await listNumbersOf(tx.db, [...new Set(back.flatMap(({ post_key }) => posts.get(post_key) ?? []))])
  for (const { post_key, number, created_at, restored_number } of back) {
    const its = existing.get(posts.get(post_key) ?? 0)
    const now = its?.find((one) => one.number === number && one.created_at === created_at)
    const then = its?.find((one) => one.number === restored_number)
    if (now && then) await setRestored(tx.db, now.id, then.id)
  }
}

type Numbers = Awaited<ReturnType<typeof listNumbersOf>>

/** The places of texts that posts came in with: each is the last of its history. */
const movedTexts = (
  histories: ImportedHistory[],
  posts: Map<string, number>,
  users: Map<string, number>,
  before: Numbers,
) =>
  histories.flatMap(({ post_key, count, last }) => {
    const its = before.get(posts.get(post_key) ?? 0)
    if (its?.length !== 1 || its[0]!.number !== 1 || count <= 1) return []
    const { author, log, created_at } = last
    return [{ id: its[0]!.id, number: count, user_id: users.get(author.key)!, log, created_at }]
  })

/** Rows for the texts before the last; a part that a text leaves out is as it was in the one before. */
const earlierTexts = (
  texts: ImportedText[],
  posts: Map<string, number>,
  users: Map<string, number>,
  { existing, counts }: { existing: Numbers; counts: Map<string, number> },
) => {
  const written = new Map<number, { title: string; slugs: string; original_text: string; parsed_text: string }>()
  return texts.flatMap((one) => {
    const object_id = posts.get(one.post_key)
    const its = object_id === undefined ? undefined : existing.get(object_id)
    const last = its?.find(({ number }) => number === counts.get(one.post_key))
    if (!object_id || !its || !last || one.number >= last.number) return []
    const former = written.get(object_id) ?? its.findLast(({ number }) => number < one.number) ?? last
    const now = {
      title: last.object_type === 'answer' ? '' : (one.title ?? former.title),
      slugs: one.tags ? JSON.stringify(one.tags.map(tagSlug).filter(Boolean)) : former.slugs,
      original_text: one.text?.original_text ?? former.original_text,
      parsed_text: one.text?.parsed_text ?? former.parsed_text,
    }
    written.set(object_id, now)
    if (its.some(({ number }) => number === one.number)) return []
    const { number, log, created_at } = one
    return [
      {
        ...now,
        object_type: last.object_type,
        object_id,
        user_id: users.get(one.author.key)!,
        log,
        number,
        created_at,
        status: number === 1 ? REVISION_STATUS.first : REVISION_STATUS.applied,
      },
    ]
  })
}

/**
 * The earlier texts of posts, or of tags, in the order of their numbers. The text that one came in with is the last of them, so it takes that place first.
 * What was edited here since it came in keeps the history it has.
 */
export const importTexts = (
  app: App,
  site: string,
  histories: ImportedHistory[],
  texts: ImportedText[],
  of: 'post' | 'tag' = 'post',
) =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      of,
      histories.map(({ post_key }) => post_key),
    )
    const users = await authorIds(tx, site, [...histories.map(({ last }) => last), ...texts])
    const ids = [...new Set(posts.values())]
    // Who edits one of them gives the new text the next number.
    if (ids.length) await (of === 'post' ? lockPosts : lockTags)(tx.db, ids)
    const before = await listNumbersOf(tx.db, ids, of)
    const moved = movedTexts(histories, posts, users, before)
    await renumber(tx.db, moved)
    const existing = moved.length ? await listNumbersOf(tx.db, ids, of) : before
    const counts = new Map(histories.map(({ post_key, count }) => [post_key, count]))
    const rows = earlierTexts(texts, posts, users, { existing, counts })
    await insertRevisions(tx.db, rows)
    await setRestoredOf(tx, posts, texts)
    return rows.length
  })

/** The same for texts that the posts came in with. */
export const noteRestored = (
  app: App,
  site: string,
  texts: Pick<ImportedText, 'post_key' | 'number' | 'created_at' | 'restored_number'>[],
) =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      texts.map(({ post_key }) => post_key),
    )
    await setRestoredOf(tx, posts, texts)
  })
