import type { FlagDecision } from '@askwell/contract/reviews.ts'

/** Keys of the inbox's texts; existing clients know them too. */
export type InboxAction =
  | 'answer_the_question'
  | 'update_answer'
  | 'accept_answer'
  | 'invited_you_to_answer'
  | 'comment_question'
  | 'comment_answer'
  | 'reply_to_you'
  | 'mention_you'
  | 'your_question_is_closed'
  | 'your_question_was_deleted'
  | 'your_answer_was_deleted'
  | 'your_question_was_unlisted'
  | 'your_comment_was_edited'
  | 'your_comment_was_deleted'
  | 'your_question_was_approved'
  | 'your_answer_was_approved'
  | 'your_flag_was_followed'
  | 'your_flag_was_ignored'
  | 'reviewer_failed'
  | 'update_question'
  | 'your_edit_was_approved'
  | 'your_edit_was_rejected'
  | 'up_voted_question'
  | 'down_voted_question'
  | 'up_voted_answer'
  | 'down_voted_answer'
  | 'up_voted_comment'

interface CommentFor {
  actor_id: number
  post: { kind: 'question' | 'answer'; user_id: number }
  replied_to: number
  mentioned_ids: number[]
}

/**
 * Whom a comment concerns, and why: nobody twice, and not the one who wrote it.
 * A reply counts before a mention, a mention before owning the post; none of them swallows somebody else's notice.
 */
export const concernedByComment = ({ actor_id, post, replied_to, mentioned_ids }: CommentFor) => {
  const told = new Map<number, InboxAction>()
  const tell = (id: number, action: InboxAction) => {
    if (id !== actor_id && !told.has(id)) told.set(id, action)
  }
  if (replied_to) tell(replied_to, 'reply_to_you')
  for (const id of mentioned_ids) tell(id, 'mention_you')
  tell(post.user_id, `comment_${post.kind}`)
  return told
}

interface Flag {
  flagged_type: 'question' | 'answer' | 'comment'
  author_id: number
  reporter_id: number
  decision: FlagDecision
}

/** The reporter learns what came of the flag. The author learns what was done, unless the action tells them anyway: closing does, and deleting or editing a post. */
export const concernedByFlag = ({ flagged_type, author_id, reporter_id, decision }: Flag) => {
  const told = new Map<number, InboxAction>()
  if (decision === 'unlist_post') told.set(author_id, 'your_question_was_unlisted')
  if (decision === 'edit_post' && flagged_type === 'comment') told.set(author_id, 'your_comment_was_edited')
  if (decision === 'delete_post' && flagged_type === 'comment') told.set(author_id, 'your_comment_was_deleted')
  return told.set(reporter_id, decision === 'ignore_report' ? 'your_flag_was_ignored' : 'your_flag_was_followed')
}
