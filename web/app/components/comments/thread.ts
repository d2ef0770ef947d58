import type { Comment } from '@askwell/contract/comments.ts'

type ThreadedComment = Pick<Comment, 'comment_id' | 'reply_comment_id'>

export interface InThread<C> {
  comment: C
  depth: 0 | 1
}

/**
 *
 * Replies under the comment that began the thread, oldest first; a reply to a reply is on the same level.
 * If the beginning isn't shown, a reply is listed by itself.
 */
export function threadOf<C extends ThreadedComment>(comments: C[]): InThread<C>[] {
  const byId = new Map(comments.map((comment) => [comment.comment_id, comment]))
  const rootOf = (comment: C): C => {
    const above = byId.get(comment.reply_comment_id)
    return above && above !== comment ? rootOf(above) : comment
  }
  return comments
    .filter((comment) => rootOf(comment) === comment)
    .flatMap((root) => [
      { comment: root, depth: 0 as const },
      ...comments
        .filter((comment) => comment !== root && rootOf(comment) === root)
        .map((comment) => ({ comment, depth: 1 as const })),
    ])
}
