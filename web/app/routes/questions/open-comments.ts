import { commentPage, type FirstComments } from '@askwell/contract/comments.ts'
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

/** Under each post the first few, or all where somebody asked for them: by pressing, or by `?comments=` in the address. */
export const commentsOf = async (
  { call, url }: RouteContext,
  first: FirstComments[],
): Promise<Record<string, Paged<CommentRead>>> => {
  const isOpen = (id: string) => open.has(id) || url.searchParams.get('comments') === id
  const shown = await Promise.all(
    first.map(async ({ object_id, count, list }) => [
      object_id,
      isOpen(object_id) ? await allComments(call, object_id) : { count, list: list.map(commentRead) },
    ]),
  )
  return Object.fromEntries(shown)
}
