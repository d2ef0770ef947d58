/** A new comment under a post, a reply to a comment, a comment's other text: what is written of each is kept by itself. */
export const commentDraft = {
  comment: (object_id: string) => `comment:${object_id}`,
  reply: (comment_id: string) => `reply:${comment_id}`,
  edit: (comment_id: string) => `edit-${comment_id}`,
}
