import type { Db } from '../../../db/dialect.ts'
import { countTerms, countTermsRoughly, lastPostId } from './queries.ts'
import type { Weighed } from './sqlite.ts'

/** A term that this many posts have says little about what a question is about; on a small site a few posts are many. */
const COMMON_SHARE = 0.25
const COMMON_LEAST = 20
/** Rare terms tell most, so they come first; this many posts in all are compared, which takes some ten milliseconds. */
const MOST_POSTS = 3000
/** Reading a longer list of posts takes longer than its term tells. */
const LONGEST_LIST = 50_000
/** How far off a rough count may be. */
const ROUGHLY = 4

interface Told {
  /** Those of the terms that tell a title from others, and how much each does. */
  telling: Weighed[]
  /** Those that aren't in so many posts that looking them up is slow. */
  quick: string[]
}

export const toldBy = async (db: Db, asked: string[]): Promise<Told> => {
  const posts = await lastPostId(db)
  const many = Math.min(MOST_POSTS, Math.max(COMMON_LEAST, Math.ceil(posts * COMMON_SHARE)))
  const rough =
    posts > LONGEST_LIST && asked.length
      ? await countTermsRoughly(db, asked, posts)
      : new Map(asked.map((term) => [term, 0]))
  const seldom = asked.filter((term) => rough.get(term)! < many * ROUGHLY)
  const counts = await countTerms(db, seldom, many)
  const rare = seldom
    .map((term) => ({ term, count: counts.get(term)! }))
    .filter(({ count }) => count > 0 && count < many)
    .sort((a, b) => a.count - b.count)
  let weighed = 0
  return {
    telling: rare
      .filter(({ count }, at) => (weighed += count) <= MOST_POSTS || at === 0)
      .map(({ term, count }) => ({ term, weight: Math.max(0.1, Math.log(posts / count)) })),
    quick: asked.filter((term) => rough.get(term)! <= LONGEST_LIST),
  }
}
