import { commentPage, firstComments } from '@askwell/contract/comments.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import type { RouteContext } from '../../session.ts'
import { type CommentRead, commentRead } from '../../components/post/as-read.ts'

/** Posts whose comments are all shown. Only in the browser: on the server it would be everybody's. */
const open = new Set<string>()
export const showAllComments = (object_id: string) => {
  if (typeof window !== 'undefined') open.add(object_id)
}
export const clearOpenComments = () => open.clear()

export const allComments = async (call: RouteContext['call'], object_id: string): Promise<Paged<CommentRead>> => {
  const list: CommentRead[] = []
  for (let page = 1; ; page++) {
    const next = await call(commentPage, { query: { object_id, page, page_size: PAGE.max } })
    list.push(...next.list.map(commentRead))
    if (list.length >= next.count || next.list.length === 0) return { count: next.count, list }
  }
}

const firstOf = async (call: RouteContext['call'], posts: string[]) =>
  (await call(firstComments, { query: { object_ids: posts.join() } })).map((few) => ({
    ...few,
    list: few.list.map(commentRead),
  }))

/** Under each post the first few, or all where somebody asked for them: by pressing, or by `?comments=` in the address. */
export const commentsOf = async (
  { call, url }: RouteContext,
  posts: { id: string; comment_count: number }[],
): Promise<Record<string, Paged<CommentRead>>> => {
  const isOpen = (id: string) => open.has(id) || url.searchParams.get('comments') === id
  const { open: unfolded = [], few = [] } = Object.groupBy(
    posts.filter(({ comment_count }) => comment_count > 0).map(({ id }) => id),
    (id) => (isOpen(id) ? 'open' : 'few'),
  )
  const [first, all] = await Promise.all([
    few.length > 0 ? firstOf(call, few) : [],
    Promise.all(unfolded.map(async (object_id) => ({ object_id, ...(await allComments(call, object_id)) }))),
  ])
  return Object.fromEntries([...first, ...all].map(({ object_id, count, list }) => [object_id, { count, list }]))
}
