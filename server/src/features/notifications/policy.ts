/** domain-facts §7 */
export type InboxAction =
  | 'answer_the_question' | 'update_answer' | 'accept_answer'
  | 'comment_question' | 'comment_answer' | 'reply_to_you' | 'mention_you'
  | 'up_voted_question' | 'down_voted_question' | 'up_voted_answer' | 'down_voted_answer' | 'up_voted_comment'

interface CommentFor { actor_id: number; post: { kind: 'question' | 'answer'; user_id: number }; replied_to: number; mentioned_ids: number[] }

/**
 * Whom a comment concerns, and why: nobody twice, and not the one who wrote it.
 * A reply counts before a mention, a mention before owning the post; none of them swallows somebody else's notice.
 */
export const concernedByComment = ({ actor_id, post, replied_to, mentioned_ids }: CommentFor) => {
  const told = new Map<number, InboxAction>()
  const tell = (id: number, action: InboxAction) => { if (id !== actor_id && !told.has(id)) told.set(id, action) }
  if (replied_to) tell(replied_to, 'reply_to_you')
  for (const id of mentioned_ids) tell(id, 'mention_you')
  tell(post.user_id, `comment_${post.kind}`)
  return told
}
