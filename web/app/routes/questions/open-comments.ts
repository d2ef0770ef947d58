import { FIRST_COMMENTS, PAGE } from '@askwell/contract/limits.ts'
import { type Comment, commentPage } from '@askwell/contract/comments.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import type { Visit } from '../../session.ts'

/** Posts whose comments are all shown. Only in the browser: on the server it would be everybody's. */
const open = new Set<string>()
export const showAllComments = (object_id: string) => { if (typeof window !== 'undefined') open.add(object_id) }
export const forgetOpenComments = () => open.clear()

export const allComments = async (call: Visit['call'], object_id: string): Promise<Paged<Comment>> => {
  const list: Comment[] = []
  for (let page = 1; ; page++) {
    const next = await call(commentPage, { query: { object_id, page, page_size: PAGE.max } })
    list.push(...next.list)
    if (list.length >= next.count || next.list.length === 0) return { count: next.count, list }
  }
}

/** The first few, or all where somebody asked for them: by pressing, or by `?comments=` in the address. */
export const commentsOf = ({ call, url }: Visit, object_id: string) =>
  open.has(object_id) || url.searchParams.get('comments') === object_id ? allComments(call, object_id) : call(commentPage, { query: { object_id, page_size: FIRST_COMMENTS } })
