import { questionsInState, setQuestionStatus } from '@askwell/contract/content-administration.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { questionPulse } from '@askwell/contract/live.ts'
import {
  deleteQuestion as remove,
  linkedQuestions,
  questionInfo,
  questionPage,
  recommendedQuestions,
  relatedQuestions,
  completeQuestions,
  similarQuestions as similar,
} from '@askwell/contract/questions.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { pageOf } from '../../../../db/page.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { visitorOf } from '../view-counter.ts'
import { listInState } from '../administration/queries.ts'
import { namedQuestions, similarQuestions } from '../../search/views.ts'
import { listPulse } from './queries.ts'
import { questionCards } from '../views.ts'
import { deleteQuestion, setQuestionState } from './service.ts'
import { detailOf, visibleQuestion } from './visible-question.ts'
import { adminQuestions, linkingIds, questionList, recommendedList, RELATED_QUESTIONS, relatedIds } from './views.ts'

const SIMILAR = 10
const COMPLETED = 8

export const routes = (api: Api) => {
  api.on(remove, ({ app, actor, body }) => deleteQuestion(app, actor, body.id))

  api.on(questionInfo, async ({ app, site, actor, caller, query }) => {
    const id = numberOf('question', query.id)
    const question = await detailOf(app, id, actor, caller)
    site.countView(id, visitorOf(caller))
    return question
  })

  api.on(questionPage, ({ app, actor, query }) => questionList(app.db, actor, { ...query, now: app.clock.now() }))
  api.on(recommendedQuestions, ({ app, actor, query }) =>
    recommendedList(app.db, actor, { ...query, now: app.clock.now() }),
  )
  api.on(similar, ({ app, actor, query }) => similarQuestions(app, query.title, actor, SIMILAR))
  api.on(completeQuestions, ({ app, actor, query }) => namedQuestions(app, query.words, actor, COMPLETED))

  api.on(relatedQuestions, async ({ app, actor, query }) => {
    const question = await visibleQuestion(app, numberOf('question', query.question_id), actor)
    const list = await questionCards(app.db, await relatedIds(app.db, question, actor, RELATED_QUESTIONS), actor)
    return { count: list.length, list }
  })

  api.on(linkedQuestions, async ({ app, actor, query }) => {
    const { id } = await visibleQuestion(app, numberOf('question', query.question_id), actor)
    const { ids, count } = await linkingIds(app.db, id, { ...query, now: app.clock.now() })
    return pageOf(await questionCards(app.db, ids, actor), count, query)
  })

  api.on(questionPulse, async ({ app, actor, query }) => {
    const question = await visibleQuestion(app, numberOf('question', query.id), actor)
    const posts = [question, ...(await listPulse(app.db, question.id, actor))]
    return {
      answer_count: question.answer_count,
      posts: posts.map((post) => ({
        object_id: objectId(post.kind, post.id),
        create_time: post.created_at,
        vote_count: post.score,
        comment_count: post.comment_count,
      })),
    }
  })

  api.on(questionsInState, async ({ app, actor, caller, query: { query, status, ...page } }) => {
    const id = numberOf('question', query)
    const wanted = QUESTION_STATUS[status === '' || status === 'normal' ? 'available' : status]
    const { ids, count } = await listInState(app.db, {
      kind: 'question',
      status: wanted,
      ...(id ? { id } : { piece: query.trim() }),
      ...page,
    })
    return pageOf(await adminQuestions(app.db, ids, { viewer: actor, language: caller.language }), count, page)
  })
  api.on(setQuestionStatus, ({ app, actor, body }) => setQuestionState(app, actor, body.question_id, body.status))
}
