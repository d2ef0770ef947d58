import { type MemberAction, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { isStaff, type Member, type Viewer } from '../../lib/member.ts'
import type { Verdict } from '../../lib/refusals.ts'
import { mayDo, NOT_MET } from '../site/policy.ts'
import type { SiteSettings } from '../site/views.ts'

type Question = { user_id: number; status: number; answer_count: number; accepted_answer_id: number }

/** Its author, and whoever needs no review (domain-facts §10). */
export const canEditQuestion = (settings: SiteSettings, actor: Member, question: { user_id: number }): Verdict =>
  question.user_id === actor.id || mayDo(settings, actor, 'question.edit_without_review') === true ? true : NOT_MET

/** Who may delete it at all; its author only as long as `isUnused`. */
export const canDeleteQuestion = (actor: Member, question: { user_id: number }): Verdict =>
  isStaff(actor) || question.user_id === actor.id ? true : NOT_MET

/** Nobody would lose anything by its going: no accepted answer, and none at all or a single one without votes for it (domain-facts §10). */
export const isUnused = ({ accepted_answer_id }: Question, answers: { score: number }[]) =>
  accepted_answer_id === 0 && (answers.length === 0 || (answers.length === 1 && answers[0]!.score <= 0))

/** What the page may offer this viewer. Deletion only where it would succeed, so its caller says whether it would. */
export const questionActions = (settings: SiteSettings, viewer: Viewer, question: Question, deletable: boolean): Omit<MemberAction, 'name'>[] => {
  if (!viewer) return []
  const deleted = question.status === QUESTION_STATUS.deleted
  return [
    ...(mayDo(settings, viewer, 'report.add') === true ? [{ action: 'report', type: 'reason' } as const] : []),
    ...(!deleted && canEditQuestion(settings, viewer, question) === true ? [{ action: 'edit', type: 'edit' } as const] : []),
    ...(!deleted && deletable && canDeleteQuestion(viewer, question) === true ? [{ action: 'delete', type: 'confirm' } as const] : []),
  ]
}

export const questionExtras = (settings: SiteSettings, viewer: Viewer): Omit<MemberAction, 'name'>[] =>
  viewer && mayDo(settings, viewer, 'answer.invite_someone_to_answer') === true ? [{ action: 'invite_other_to_answer', type: 'confirm' }] : []
