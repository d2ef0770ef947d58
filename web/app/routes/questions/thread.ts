import { questionInfo, type QuestionInfo, linkedQuestions, relatedQuestions } from '@askwell/contract/questions.ts'
import { answerInfo } from '@askwell/contract/answers.ts'
import { objectId, parseObjectId } from '@askwell/contract/ids.ts'
import { answerPath, parseQuestionPath, questionPath } from '@askwell/contract/permalink.ts'
import { invited } from '@askwell/contract/invitations.ts'
import { postReactions } from '@askwell/contract/reactions.ts'
import { permission } from '@askwell/contract/users.ts'
import { replace } from 'react-router'
import type { RouteContext } from '../../session.ts'
import { besides, withoutSource } from '../../components/post/as-read.ts'
import { answersShown } from './answers-shown.ts'
import { commentsOf } from './open-comments.ts'

const LINKED_SHOWN = 6
const MOVED = 301
const VOTES = ['question.vote_up', 'question.vote_down', 'answer.vote_up', 'answer.vote_down'] as const

type Granted = Record<string, { has_permission: boolean; no_permission_tip: string } | undefined>

const why = (granted: Granted, action: string) =>
  granted[action]?.has_permission === false ? granted[action].no_permission_tip : undefined

/** Why a member can't, in the server's words; nothing where they can. The asker's own right goes with the question's id. */
const reasonsFor = async ({ call, user }: RouteContext, question: QuestionInfo) => {
  if (user?.mail_status !== 1) return { question: {}, answer: {}, write: undefined, mayAccept: false }
  const [granted, owned] = await Promise.all([
    call(permission, { query: { action: [...VOTES, 'answer.add'].join() } }) as Promise<Granted>,
    call(permission, { query: { action: 'answer.accept', object_id: question.id } }) as Promise<Granted>,
  ])
  return {
    question: { up: why(granted, 'question.vote_up'), down: why(granted, 'question.vote_down') },
    answer: { up: why(granted, 'answer.vote_up'), down: why(granted, 'answer.vote_down') },
    write: why(granted, 'answer.add'),
    mayAccept: owned['answer.accept']?.has_permission ?? false,
  }
}

/** One address for each question and each answer; every other one redirects there permanently. */
const mustBeCalled = ({ url, site }: RouteContext, question: QuestionInfo, answer_id: string | undefined) => {
  const form = site!.site_seo.permalink
  const name = answer_id ? answerPath(form, question, answer_id) : questionPath(form, question)
  if (name !== url.pathname) throw replace(name + url.search, MOVED)
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
  const question = await call(questionInfo, { query: { id } })
  mustBeCalled(visit, question, answer_id)
  const [answers, related, linked, people, reasons] = await Promise.all([
    answersShown(visit, question.id, answer_id),
    call(relatedQuestions, { query: { question_id: question.id } }),
    call(linkedQuestions, { query: { question_id: question.id, order: 'frequent', page_size: LINKED_SHOWN } }),
    call(invited, { query: { id: question.id } }),
    reasonsFor(visit, question),
  ])
  const posts = [question, ...answers.list]
  const [comments, reactions] = await Promise.all([
    commentsOf(visit, posts),
    call(postReactions, { query: { object_ids: posts.map((post) => post.id).join() } }),
  ])
  return {
    question: withoutSource(question),
    answers: { ...answers, list: answers.list.map(withoutSource) },
    answer_id,
    comments,
    invited: people,
    reactions: Object.fromEntries(reactions.map(({ object_id, reaction_summary }) => [object_id, reaction_summary])),
    related: related.list.map(besides),
    linked: { count: linked.count, list: linked.list.map(besides) },
    reasons,
  }
}
export type Thread = Awaited<ReturnType<typeof loadThread>>
