import type { QuestionInfo } from '@askwell/contract/questions.ts'
import { ANSWER_ORDERS, answerInfo, type AnswerOrder } from '@askwell/contract/answers.ts'
import { objectId, parseObjectId } from '@askwell/contract/ids.ts'
import { answerPath, parseQuestionPath, questionPath } from '@askwell/contract/permalink.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import type { Permissions } from '@askwell/contract/users.ts'
import { replace } from 'react-router'
import type { RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { besides, withoutSource } from '../../components/post/as-read.ts'
import { loadWidgets } from '../../components/plugins/widgets.tsx'
import { commentsOf } from './open-comments.ts'

const MOVED = 301

const why = (granted: Permissions, action: string) =>
  granted[action]?.has_permission === false ? granted[action].no_permission_tip : undefined

/** Why a member can't, in the server's words; nothing where they can. */
const reasonsFor = (granted: Permissions) => ({
  question: { up: why(granted, 'question.vote_up'), down: why(granted, 'question.vote_down') },
  answer: { up: why(granted, 'answer.vote_up'), down: why(granted, 'answer.vote_down') },
  write: why(granted, 'answer.add'),
  mayAccept: granted['answer.accept']?.has_permission ?? false,
})

/** One address for each question and each answer; every other one redirects there permanently. */
const mustBeCalled = ({ url, site }: RouteContext, question: QuestionInfo, answer_id: string | undefined) => {
  const form = site!.site_seo.permalink
  const name = answer_id ? answerPath(form, question, answer_id) : questionPath(form, question)
  if (name !== url.pathname) throw replace(name + url.search, MOVED)
}

const answerOrderIn = (url: URL): AnswerOrder => {
  const order = url.searchParams.get('order') as AnswerOrder
  return ANSWER_ORDERS.includes(order) ? order : 'default'
}

/** The answer an address leads to, as the server names it. */
const answerIn = (pathname: string) => {
  const number = parseQuestionPath(pathname)?.answer
  return number ? objectId('answer', number) : undefined
}

/** A text may name an answer alone (`#1002…`), and link to it where questions are: on to where it stands. */
const mustBeAQuestion = async ({ call, site }: RouteContext, id: string) => {
  if (parseObjectId(id)?.type !== 'answer') return
  const { info, question } = await call(answerInfo, { query: { id } })
  throw replace(answerPath(site!.site_seo.permalink, question, info.id), MOVED)
}

/** A question with its answers, their comments, and what stands beside them. */
export const loadThread = async (visit: RouteContext) => {
  const { call, params, url } = visit
  const id = params.questionId!
  await mustBeAQuestion(visit, id)
  const answer_id = answerIn(url.pathname)
  const order = answerOrderIn(url)
  const { question, answers, comments, reactions, invited, related, linked, permissions, is_muted, left_out } =
    await call(questionThread, {
      query: { id, order, page: pageIn(url), ...(answer_id && !url.searchParams.has('page') && { answer_id }) },
    })
  mustBeCalled(visit, question, answer_id)
  const [widgets, widgetsUnder, shownComments] = await Promise.all([
    loadWidgets(visit, 'question', [question.id]),
    loadWidgets(visit, 'post', [question.id, ...answers.list.map((answer) => answer.id)]),
    commentsOf(visit, comments),
  ])
  return {
    question: withoutSource(question),
    answers: { count: answers.count, order, page: answers.page, list: answers.list.map(withoutSource) },
    answer_id,
    leftOut: left_out.map(({ object_id }) => object_id),
    comments: shownComments,
    invited,
    reactions: Object.fromEntries(reactions.map(({ object_id, reaction_summary }) => [object_id, reaction_summary])),
    related: related.list.map(besides),
    linked: { count: linked.count, list: linked.list.map(besides) },
    reasons: reasonsFor(permissions),
    is_muted,
    widgets,
    widgetsUnder,
  }
}
export type Thread = Awaited<ReturnType<typeof loadThread>>
