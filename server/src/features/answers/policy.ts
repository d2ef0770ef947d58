import { ANSWER_STATUS, type MemberAction, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { isStaff, type Member, type Viewer } from '../../lib/member.ts'
import type { Verdict } from '../../lib/refusals.ts'
import { mayDo, NOT_MET } from '../site/policy.ts'
import type { SiteSettings } from '../site/views.ts'

type Answer = { id: number; user_id: number; status: number; score: number }

/** Its author, and whoever needs no review (domain-facts §10). */
export const canEditAnswer = (settings: SiteSettings, actor: Member, answer: { user_id: number }): Verdict =>
  answer.user_id === actor.id || mayDo(settings, actor, 'answer.edit_without_review') === true ? true : NOT_MET

/** Who may delete it at all; its author only as long as `isUnused`. */
export const canDeleteAnswer = (actor: Member, answer: { user_id: number }): Verdict =>
  isStaff(actor) || answer.user_id === actor.id ? true : NOT_MET

/** Neither accepted nor voted for (domain-facts §10). */
export const isUnused = (answer: Answer, question: { accepted_answer_id: number }) => answer.score <= 0 && question.accepted_answer_id !== answer.id

/** The asker, or staff; no reputation opens it (rulings 20). */
export const canAccept = (actor: Member, question: { user_id: number }): Verdict =>
  isStaff(actor) || question.user_id === actor.id ? true : NOT_MET

/** What the page may offer this viewer: only what would succeed. */
export const answerActions = (settings: SiteSettings, viewer: Viewer, answer: Answer, question: { status: number; accepted_answer_id: number }): Omit<MemberAction, 'name'>[] => {
  if (!viewer) return []
  const deleted = answer.status === ANSWER_STATUS.deleted || question.status === QUESTION_STATUS.deleted
  const deletable = isStaff(viewer) || isUnused(answer, question)
  return [
    ...(mayDo(settings, viewer, 'report.add') === true ? [{ action: 'report', type: 'reason' } as const] : []),
    ...(!deleted && canEditAnswer(settings, viewer, answer) === true ? [{ action: 'edit', type: 'edit' } as const] : []),
    ...(!deleted && deletable && canDeleteAnswer(viewer, answer) === true ? [{ action: 'delete', type: 'confirm' } as const] : []),
  ]
}
