import type { Db } from '../../../db/dialect.ts'
import { countTerms, lastPostId } from './queries.ts'

/** A term that this many posts have says little about what a question is about; on a small site a few posts are many. */
const COMMON_SHARE = 0.25
const COMMON_LEAST = 20
/** Rare terms tell most, so they come first; this many posts in all are compared, which takes some ten milliseconds. */
const MOST_POSTS = 3000

/** Those of the terms that tell a title from others, and how much each does. */
export const tellingTerms = async (db: Db, asked: string[]) => {
  const posts = await lastPostId(db)
  const many = Math.min(MOST_POSTS, Math.max(COMMON_LEAST, Math.ceil(posts * COMMON_SHARE)))
  const counts = await countTerms(db, asked, many)
  const rare = asked
    .map((term) => ({ term, count: counts.get(term)! }))
    .filter(({ count }) => count > 0 && count < many)
    .sort((a, b) => a.count - b.count)
  let weighed = 0
  return rare
    .filter(({ count }, at) => (weighed += count) <= MOST_POSTS || at === 0)
    .map(({ term, count }) => ({ term, weight: Math.max(0.1, Math.log(posts / count)) }))
}
