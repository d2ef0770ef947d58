import type { ChannelEvent } from '@askwell/contract/channels.ts'
import type { FlagDecision } from '@askwell/contract/reviews.ts'
import { ROLE } from '@askwell/contract/roles.ts'

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
  | 'your_question_was_reopened'
  | 'your_question_was_deleted'
  | 'your_question_was_restored'
  | 'your_answer_was_deleted'
  | 'your_answer_was_restored'
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
  | 'fits_saved_search'
  | 'your_role_is_admin'
  | 'your_role_is_moderator'
  | 'your_role_was_taken'
  | 'told_by_plugin'

/** Kinds of the inbox, as they are stored. */
export const INBOX = { posts: 1, votes: 2, invites: 3 } as const

export const inboxTypeOf = (action: InboxAction) => {
  if (action === 'invited_you_to_answer') return INBOX.invites
  return /^(up|down)_voted_/.test(action) ? INBOX.votes : INBOX.posts
}

/** What became of one's own posts, flags and edits. */
export const isAboutOwn = (action: InboxAction) => action.startsWith('your_') || action === 'reviewer_failed'

const EVENTS: Partial<Record<InboxAction, ChannelEvent>> = {
  answer_the_question: 'answers',
  comment_question: 'comments',
  comment_answer: 'comments',
  reply_to_you: 'comments',
  mention_you: 'mentions',
  invited_you_to_answer: 'invites',
  update_answer: 'changes',
  update_question: 'changes',
  accept_answer: 'changes',
  told_by_plugin: 'plugins',
}

/** Under which name users choose how to hear of it. */
export const channelEventOf = (action: InboxAction, followed: boolean): ChannelEvent => {
  if (followed) return 'followed'
  return EVENTS[action] ?? (inboxTypeOf(action) === INBOX.votes ? 'votes' : 'decisions')
}

/** Told of the whole thread rather than of a single thing in it, so that several make one line. */
const OF_QUESTION = new Set<InboxAction>(['answer_the_question', 'accept_answer', 'reply_to_you', 'mention_you'])

/** What somebody is told whose role is now this one. */
export const roleAction = (role_id: number): InboxAction =>
  role_id === ROLE.admin
    ? 'your_role_is_admin'
    : role_id === ROLE.moderator
      ? 'your_role_is_moderator'
      : 'your_role_was_taken'

interface Told {
  action: InboxAction
  object_type: string
  object_id: number
  question_id: number
  answer_id: number
  comment_id: number
}

/** Those with the same key are one line while they are unread: comments by their post, the rest by what they are about. */
export const groupKey = ({ action, object_type, object_id, question_id, answer_id, comment_id }: Told) => {
  if (OF_QUESTION.has(action)) return `${action} question ${question_id}`
  if (action.startsWith('comment_') && comment_id) return `${action} ${answer_id || question_id}`
  return `${action} ${object_type} ${object_id}`
}

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

/** The reporter learns what came of the flag. The author learns what was done, unless the action tells them anyway: closing and deleting do, and editing a post. */
export const concernedByFlag = ({ flagged_type, author_id, reporter_id, decision }: Flag) => {
  const told = new Map<number, InboxAction>()
  if (decision === 'unlist_post') told.set(author_id, 'your_question_was_unlisted')
  if (decision === 'edit_post' && flagged_type === 'comment') told.set(author_id, 'your_comment_was_edited')
  return told.set(reporter_id, decision === 'ignore_report' ? 'your_flag_was_ignored' : 'your_flag_was_followed')
}
