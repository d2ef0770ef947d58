import { CHANNEL_EVENTS, type ChannelEvent } from '@askwell/contract/channels.ts'
import type { MailSource } from '@askwell/contract/emails.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/actor.ts'

/** What an unsubscribe link can turn off besides single events and the digest: all about one's own posts, or about new questions. */
export const LEFT_BY = {
  inbox: ['inbox'],
  new_questions: ['all_new_question', 'all_new_question_for_following_tags'],
} as const satisfies Record<string, MailSource[]>
export type Leaving = keyof typeof LEFT_BY | ChannelEvent | 'digest'

export const isLeaving = (what: string): what is Leaving =>
  what in LEFT_BY || what === 'digest' || CHANNEL_EVENTS.some((event) => event === what)

/** Who can be e-mailed: an address that nobody has confirmed may be somebody else's. */
export const isReachable = (user: {
  status: number
  mail_status: number
  e_mail: string | null
}): user is typeof user & { e_mail: string } =>
  user.status === USER_STATUS.normal && user.mail_status === MAIL_STATUS.activated && user.e_mail !== null

interface CommentFor {
  actor_id: number
  post: { kind: 'question' | 'answer'; user_id: number }
  replied_to: number
}

/** Who is e-mailed about a comment. Mentions aren't e-mailed; a member who is both replied to and the post's author gets one e-mail. */
export const mailedByComment = ({ actor_id, post, replied_to }: CommentFor) =>
  [...new Set([replied_to, post.user_id])].filter((id) => id > 0 && id !== actor_id)
