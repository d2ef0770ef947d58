import { useCallback, useEffect, useRef } from 'react'
import type { CommentRead } from '../post/as-read.ts'
import { commentAnchor } from './comment-row.tsx'

/**
 * When a comment was sent or more were asked for, the focus goes to what came: the last of it (one's own comment), or the first.
 * What comes in by itself takes no focus.
 */
export const useFocusOnNew = (comments: Pick<CommentRead, 'comment_id'>[]) => {
  const expected = useRef<'first' | 'last'>(undefined)
  const known = useRef(new Set(comments.map(({ comment_id }) => comment_id)))
  useEffect(() => {
    const fresh = comments.filter(({ comment_id }) => !known.current.has(comment_id))
    known.current = new Set(comments.map(({ comment_id }) => comment_id))
    const wanted = expected.current
    if (!wanted || fresh.length === 0) return
    expected.current = undefined
    const row = document.getElementById(commentAnchor(fresh.at(wanted === 'first' ? 0 : -1)!.comment_id))
    // Whoever is elsewhere by now is left there.
    if (!row || document.activeElement !== document.body) return
    row.tabIndex = -1
    row.focus()
  }, [comments])
  return useCallback((which: 'first' | 'last' | undefined) => {
    expected.current = which
  }, [])
}
