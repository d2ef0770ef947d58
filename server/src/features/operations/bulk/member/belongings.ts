import type { BulkAct } from '@askwell/contract/bulk.ts'
import type { Db } from '../../../../db/dialect.ts'
import type { Particulars, Thing } from '../things.ts'
import { EVER, listAnsweredByOthers, listCommentsOf, listPostsOf, listVotesOf, type Span } from './queries.ts'

/** A thing, and why the act leaves it alone. */
export interface Belonging extends Thing {
  stays?: string
}

/** Questions that others have answered stay, unless all is to go: their answers would be gone with them. */
const withStaying = async (db: Db, posts: Thing[], everything: boolean): Promise<Belonging[]> => {
  if (everything) return posts
  const questions = posts.filter(({ object_type }) => object_type === 'question').map(({ object_id }) => object_id)
  const answered = await listAnsweredByOthers(db, questions)
  return posts.map((post) =>
    post.object_type === 'question' && answered.has(post.object_id)
      ? { ...post, stays: 'error.bulk.has_answers' }
      : post,
  )
}

/** Everything that an act on a member is about, in the order in which it is done. */
export const belongingsOf = async (
  db: Db,
  act: BulkAct,
  user_id: number,
  { content = 'stay', what = [], since = 0, until = 0 }: Particulars,
): Promise<Belonging[]> => {
  const span: Span = act === 'sweep' ? { since, until } : EVER
  const takes = (kind: 'posts' | 'comments' | 'votes') =>
    act === 'sweep' ? what.includes(kind) : act === 'delete' && content !== 'stay' && kind !== 'votes'
  return [
    // First the member, who is then told nothing of what goes.
    ...(act === 'sweep' ? [] : [{ object_type: 'user' as const, object_id: user_id }]),
    ...(takes('comments') ? await listCommentsOf(db, user_id, span) : []),
    ...(takes('posts') ? await withStaying(db, await listPostsOf(db, user_id, span), content === 'all') : []),
    ...(takes('votes') ? await listVotesOf(db, user_id, span) : []),
  ]
}
