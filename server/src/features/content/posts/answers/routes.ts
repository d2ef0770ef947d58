import * as contract from '@askwell/contract/answers.ts'
import { answersInState, setAnswerStatus } from '@askwell/contract/content-administration.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { ANSWER_STATUS } from '@askwell/contract/shapes.ts'
import { pageOf } from '../../../../db/page.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { NotFound } from '../../../../lib/errors.ts'
import { findVisiblePost } from '../queries.ts'
import { listInState } from '../administration/queries.ts'
import { answerViews } from '../views.ts'
import { siteSettings } from '../../../operations/settings/views.ts'
import { answersTo } from './answer-list.ts'
import { deleteAnswer, setAnswerState } from './service.ts'
import { answerWithQuestion } from './answer-with-question.ts'
import { adminAnswers } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.deleteAnswer, ({ app, actor, body }) => deleteAnswer(app, actor, body.id))

  api.on(contract.answerInfo, async ({ app, actor, caller, query }) => {
    const { info, question } = await answerWithQuestion(app, numberOf('answer', query.id), actor, caller)
    return { info: { ...info, member_actions: [] }, question }
  })

  api.on(contract.answerPage, async ({ app, site, actor, caller, query }) => {
    const question = await findVisiblePost(app.db, numberOf('question', query.question_id), actor, 'question')
    if (!question) throw new NotFound('error.question.not_found')
    const { answers, count } = await answersTo(app.db, question, actor, query)
    if (actor)
      site.visits.answers(
        actor.id,
        question,
        answers.map(({ id }) => id),
      )
    const reader = { viewer: actor, settings: await siteSettings(app), language: caller.language }
    return pageOf(await answerViews(app.db, answers, question, reader), count, query)
  })

  api.on(answersInState, async ({ app, actor, caller, query: { query, question_id, status, ...page } }) => {
    const wanted = ANSWER_STATUS[status === '' || status === 'normal' ? 'available' : status]
    const question = numberOf('question', question_id || query)
    const id = numberOf('answer', query)
    const narrowed = {
      ...(question || question_id ? { question_id: question } : {}),
      ...(id ? { id } : question && !question_id ? {} : { piece: query.trim() }),
    }
    const { ids, count } = await listInState(app.db, { kind: 'answer', status: wanted, ...narrowed, ...page })
    return pageOf(await adminAnswers(app.db, ids, { viewer: actor, language: caller.language }), count, page)
  })
  api.on(setAnswerStatus, ({ app, actor, body }) => setAnswerState(app, actor, body.answer_id, body.status))
}
