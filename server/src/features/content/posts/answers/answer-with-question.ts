import type { App } from '../../../../events/events.ts'
import { NotFound } from '../../../../lib/errors.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { siteSettings } from '../../../operations/settings/views.ts'
import { findVisiblePost } from '../queries.ts'
import { questionWithAnswers } from '../views.ts'

/** An answer with its question. */
export const answerWithQuestion = async (app: App, id: number, viewer: Viewer, { language }: { language: string }) => {
  const answer = await findVisiblePost(app.db, id, viewer, 'answer')
  const question = answer && (await findVisiblePost(app.db, answer.question_id, viewer, 'question'))
  if (!question) throw new NotFound('error.answer.not_found')
  const reader = { viewer, settings: await siteSettings(app), language }
  const view = await questionWithAnswers(app.db, question, [answer], reader)
  return { info: view.answers[0]!, question: view.question }
}
