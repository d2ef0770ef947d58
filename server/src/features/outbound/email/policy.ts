import type { MailSource } from '@askwell/contract/mails.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/member.ts'

/** What a link in a letter turns off: mails about one's own posts, or those about new questions. */
export const LEFT_BY = {
  inbox: ['inbox'],
  new_questions: ['all_new_question', 'all_new_question_for_following_tags'],
} as const satisfies Record<string, MailSource[]>
export type Leaving = keyof typeof LEFT_BY

/** Whom a letter reaches: an address that nobody has confirmed may be somebody else's. */
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

/** Whom a comment is mailed to. A mention is not mailed; whoever is answered and owns the post gets one letter. */
export const mailedByComment = ({ actor_id, post, replied_to }: CommentFor) =>
  [...new Set([replied_to, post.user_id])].filter((id) => id > 0 && id !== actor_id)
