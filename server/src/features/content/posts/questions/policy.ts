import { type MemberAction, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { Actor, Viewer } from '../../../../lib/actor.ts'
import type { Verdict } from '../../../../lib/errors.ts'
import { asTitle } from '../../../../lib/title.ts'
import { type StatefulPost, stateActions } from '../policy.ts'
import { mayDo, NOT_MET } from '../../../operations/settings/policy.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'

type Question = StatefulPost & { answer_count: number; accepted_answer_id: number }

/** Its author, and those who may edit without review. */
export const canEditQuestion = (settings: SiteSettings, actor: Actor, question: { user_id: number }): Verdict =>
  question.user_id === actor.id || mayDo(settings, actor, 'question.edit_without_review') === true ? true : NOT_MET

/** Edits by others than its author need a review, unless they have the reputation to do without. */
export const canSuggestQuestionEdit = (settings: SiteSettings, actor: Actor): Verdict =>
  mayDo(settings, actor, 'question.edit')

/** Nobody would lose anything by deleting it: it has no accepted answer, and no answers at all or a single one without upvotes. */
export const isUnused = ({ accepted_answer_id }: Pick<Question, 'accepted_answer_id'>, answers: { score: number }[]) =>
  accepted_answer_id === 0 && (answers.length === 0 || (answers.length === 1 && answers[0]!.score <= 0))

/** What the page offers this viewer. Authors are only offered a deletion that would succeed, so the caller says whether the question is unused. */
export const questionActions = (
  settings: SiteSettings,
  viewer: Viewer,
  question: Question,
  unused: boolean,
): Omit<MemberAction, 'name'>[] => {
  if (!viewer) return []
  const deleted = question.status === QUESTION_STATUS.deleted
  return [
    ...(!deleted && mayDo(settings, viewer, 'report.add') === true
      ? [{ action: 'report', type: 'reason' } as const]
      : []),
    ...(!deleted &&
    (canEditQuestion(settings, viewer, question) === true || canSuggestQuestionEdit(settings, viewer) === true)
      ? [{ action: 'edit', type: 'edit' } as const]
      : []),
    ...stateActions(viewer, question, unused),
  ]
}

/** Nobody invites where nobody can answer. */
export const questionExtras = (
  settings: SiteSettings,
  viewer: Viewer,
  question: { status: number },
): Omit<MemberAction, 'name'>[] =>
  question.status === QUESTION_STATUS.available && mayDo(settings, viewer, 'answer.invite_someone_to_answer') === true
    ? [{ action: 'invite_other_to_answer', type: 'confirm' }]
    : []

interface Kin {
  id: number
  shared: number
  words: ReadonlySet<string>
}

/** Ids of the questions most similar to one: by the share of its tags that they have, and of its words, where rare ones count most. Equally similar ones keep their order. */
export const mostAkin = (of: { tags: number; words: ReadonlySet<string> }, others: Kin[]) => {
  const bearers = (word: string) => others.filter(({ words }) => words.has(word)).length
  const weights = new Map(
    [...of.words]
      .filter((word) => bearers(word) > 0)
      .map((word) => [word, Math.log((1 + others.length) / (1 + bearers(word)))]),
  )
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const kinship = ({ shared, words }: Kin) =>
    shared / of.tags + [...weights].reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0) / all
  return others
    .map((other) => ({ id: other.id, kinship: kinship(other) }))
    .sort((a, b) => b.kinship - a.kinship)
    .map(({ id }) => id)
}

interface QuestionToJudge {
  title: string
  content: string
  text: { parsed_text: string; links: string[] }
  tags: { slug_name: string }[]
}
/** What reviewers get of a new question: the title as it will be stored, and tags by their slugs. */
export const forReview = ({ title, content, text, tags }: QuestionToJudge) => ({
  object_type: 'question' as const,
  title: asTitle(title),
  content,
  html: text.parsed_text,
  tags: tags.map((tag) => tag.slug_name),
  links: text.links,
})
