import { isStaff } from '@askwell/contract/roles.ts'
import { ANSWER_STATUS, type MemberAction, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { Actor, Viewer } from '../../../../lib/actor.ts'
import type { Verdict } from '../../../../lib/errors.ts'
import { type StatefulPost, stateActions } from '../policy.ts'
import { mayDo, NOT_MET } from '../../../operations/settings/policy.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'

type Answer = StatefulPost & { id: number; score: number }

/** Its author, and those who may edit without review. */
export const canEditAnswer = (settings: SiteSettings, actor: Actor, answer: { user_id: number }): Verdict =>
  answer.user_id === actor.id || mayDo(settings, actor, 'answer.edit_without_review') === true ? true : NOT_MET

/** Edits by others than its author need a review, unless they have the reputation to do without. */
export const canSuggestAnswerEdit = (settings: SiteSettings, actor: Actor): Verdict =>
  mayDo(settings, actor, 'answer.edit')

/** Neither accepted nor voted for. */
export const isUnused = (answer: Pick<Answer, 'id' | 'score'>, question: { accepted_answer_id: number }) =>
  answer.score <= 0 && question.accepted_answer_id !== answer.id

/** The asker, or staff; no reputation opens it. */
export const canAccept = (actor: Actor, question: { user_id: number }): Verdict =>
  isStaff(actor) || question.user_id === actor.id ? true : NOT_MET

/** What the page offers this viewer: only what would succeed. */
export const answerActions = (
  settings: SiteSettings,
  viewer: Viewer,
  answer: Answer,
  question: { status: number; accepted_answer_id: number },
): Omit<MemberAction, 'name'>[] => {
  if (!viewer) return []
  const deleted = answer.status === ANSWER_STATUS.deleted || question.status === QUESTION_STATUS.deleted
  return [
    ...(!deleted && mayDo(settings, viewer, 'report.add') === true
      ? [{ action: 'report', type: 'reason' } as const]
      : []),
    ...(!deleted &&
    (canEditAnswer(settings, viewer, answer) === true || canSuggestAnswerEdit(settings, viewer) === true)
      ? [{ action: 'edit', type: 'edit' } as const]
      : []),
    ...(question.status === QUESTION_STATUS.deleted ? [] : stateActions(viewer, answer, isUnused(answer, question))),
  ]
}
