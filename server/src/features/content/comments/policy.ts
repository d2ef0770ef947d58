import { COMMENT_EDIT_SECONDS } from '@askwell/contract/limits.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { MemberAction } from '@askwell/contract/shapes.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import type { Verdict } from '../../../lib/errors.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'

/** Only this many mentions in one comment count: more are a nuisance. */
export const MENTIONS_MAX = 10

/** Whom a text names, once it is HTML. */
export const namesIn = (html: string) => [
  ...new Set([...html.matchAll(/href="\/users\/([\w.-]+)" class="mention"/g)].map(([, name]) => name!)),
]

interface Written {
  user_id: number
  created_at: number
}

/** The author for five minutes, staff at any time. */
export const canEditComment = (actor: Actor, comment: Written, now: number): Verdict => {
  if (isStaff(actor)) return true
  if (actor.id !== comment.user_id) return NOT_MET
  return now - comment.created_at <= COMMENT_EDIT_SECONDS || { reason: 'error.comment.edit_time_over' }
}

export const canDeleteComment = (actor: Actor, comment: Written): Verdict =>
  isStaff(actor) || actor.id === comment.user_id || NOT_MET

/** What the page offers beside a comment; nothing for anonymous visitors. */
export const commentActions = (
  settings: SiteSettings,
  viewer: Viewer,
  comment: Written,
  now: number,
): Omit<MemberAction, 'name'>[] => {
  if (!viewer) return []
  return [
    ...(mayDo(settings, viewer, 'report.add') === true ? [{ action: 'report', type: 'reason' } as const] : []),
    ...(canEditComment(viewer, comment, now) === true ? [{ action: 'edit', type: 'edit' } as const] : []),
    ...(canDeleteComment(viewer, comment) === true ? [{ action: 'delete', type: 'reason' } as const] : []),
  ]
}
