import { objectId } from '@askwell/contract/ids.ts'
import type { Thread } from '@askwell/contract/threads.ts'
import type { Db } from '../../../db/dialect.ts'
import { pageOf } from '../../../db/page.ts'
import { MAIL_STATUS } from '../../../lib/actor.ts'
import { listInvited } from '../../engagement/invitations/queries.ts'
import { reactionsToVisible } from '../../engagement/reactions/views.ts'
import { isMuted } from '../../outbound/channels/queries.ts'
import { cardsInOrder, permissionsFor } from '../../users/users/views.ts'
import { firstComments } from '../comments/views.ts'
import { type AnswerListQuery, answersTo } from '../posts/answers/answer-list.ts'
import { linkingIds, RELATED_QUESTIONS, relatedIds } from '../posts/questions/views.ts'
import type { Post } from '../posts/queries.ts'
import { questionCards, questionWithAnswers, type ViewContext } from '../posts/views.ts'
import { boundedTexts } from './bounded-texts.ts'

const LINKED_QUESTIONS = 6
const ACTIONS = ['question.vote_up', 'question.vote_down', 'answer.vote_up', 'answer.vote_down', 'answer.add'] as const

interface ThreadContext extends ViewContext {
  now: number
}

/** What the viewer may do in a thread; accepting is for its asker too. */
const permissionsIn = (question: Post, { viewer, settings, language }: ViewContext) =>
  viewer?.mail_status !== MAIL_STATUS.activated
    ? {}
    : {
        ...permissionsFor(settings, viewer, ACTIONS, { isOwner: false, language }),
        ...permissionsFor(settings, viewer, ['answer.accept'], { isOwner: question.user_id === viewer.id, language }),
      }

/** Questions beside this one: those that link to it, and others that are related. */
const questionsBeside = async (db: Db, question: Post, { viewer, now }: ThreadContext) => {
  const first = { order: 'frequent', in_days: 0, page: 1, page_size: LINKED_QUESTIONS, now } as const
  const linked = await linkingIds(db, question.id, first)
  const alike = await relatedIds(db, question, viewer, RELATED_QUESTIONS + linked.ids.length)
  const related = alike.filter((id) => !linked.ids.includes(id)).slice(0, RELATED_QUESTIONS)
  const ids = [...related, ...linked.ids]
  const cards = new Map((await questionCards(db, ids, viewer)).map((card) => [card.id, card]))
  const cardsOf = (some: number[]) => some.flatMap((id) => cards.get(objectId('question', id)) ?? [])
  const list = cardsOf(related)
  return { related: { count: list.length, list }, linked: { count: linked.count, list: cardsOf(linked.ids) } }
}

/** All that the page of a question shows. The caller has made sure that the viewer may see it. */
export const threadView = async (
  db: Db,
  question: Post,
  context: ThreadContext,
  query: AnswerListQuery,
): Promise<Thread> => {
  const { page, count, answers } = await answersTo(db, question, context.viewer, query)
  const posts = [question, ...answers]
  const commented = posts.filter(({ comment_count }) => comment_count > 0)
  const [shown, comments, reactions, invited, beside, is_muted] = await Promise.all([
    questionWithAnswers(db, question, answers, context),
    firstComments(
      db,
      commented.map(({ kind, id }) => ({ type: kind, number: id })),
      context,
    ),
    reactionsToVisible(db, posts, context.viewer),
    listInvited(db, question.id).then((user_ids) => cardsInOrder(db, user_ids)),
    questionsBeside(db, question, context),
    context.viewer !== null && isMuted(db, context.viewer.id, { object_type: 'question', object_id: question.id }),
  ])
  const named = query.holding && objectId('answer', query.holding)
  const { list, left_out } = boundedTexts(shown.question, shown.answers, named || undefined)
  return {
    question: shown.question,
    answers: { page, ...pageOf(list, count, { ...query, page }) },
    left_out,
    comments,
    reactions,
    invited,
    ...beside,
    permissions: permissionsIn(question, context),
    is_muted,
  }
}
