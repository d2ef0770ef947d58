import { numberOf } from '@askwell/contract/ids.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { visibleQuestion } from '../posts/questions/visible-question.ts'
import { visitorOf } from '../posts/view-counter.ts'
import { threadView } from './views.ts'

export const routes = (api: Api) =>
  api.on(questionThread, async ({ app, site, actor, caller, query: { id, answer_id, ...list } }) => {
    const question = await visibleQuestion(app, numberOf('question', id), actor)
    const context = {
      viewer: actor,
      settings: await siteSettings(app),
      language: caller.language,
      now: app.clock.now(),
    }
    const holding = answer_id ? numberOf('answer', answer_id) : undefined
    const thread = await threadView(app.db, question, context, { ...list, holding })
    site.countView(question.id, visitorOf(caller))
    if (actor)
      site.visits.answers(
        actor.id,
        question,
        thread.answers.list.map((answer) => numberOf('answer', answer.id)),
      )
    return thread
  })
