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
  similarQuestions as similar,
} from '@askwell/contract/questions.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { pageOf } from '../../../../db/page.ts'
import type { Api, Caller } from '../../../../http/api/perform.ts'
import { listInState } from '../administration/queries.ts'
import { similarQuestions } from '../../search/views.ts'
import { listPulse } from './queries.ts'
import { deleteQuestion, setQuestionState } from './service.ts'
import { detailOf, visibleQuestion } from './visible-question.ts'
import { adminQuestions, linkingList, questionList, recommendedList, relatedList } from './views.ts'

const SIMILAR = 10
const RELATED = 6

/** A key for one person in one browser, as far as that can be told. */
const visitorOf = ({ actor, ip, user_agent }: Caller) => (actor ? `member ${actor.id}` : `${ip} ${user_agent}`)

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

  api.on(relatedQuestions, async ({ app, actor, query }) => {
    const list = await relatedList(
      app.db,
      await visibleQuestion(app, numberOf('question', query.question_id), actor),
      actor,
      RELATED,
    )
    return { count: list.length, list }
  })

  api.on(linkedQuestions, async ({ app, actor, query }) => {
    const { id } = await visibleQuestion(app, numberOf('question', query.question_id), actor)
    return linkingList(app.db, actor, id, { ...query, now: app.clock.now() })
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
