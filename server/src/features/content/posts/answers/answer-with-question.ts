import type { App } from '../../../../events/events.ts'
import { NotFound } from '../../../../lib/errors.ts'
import type { Viewer } from '../../../../lib/member.ts'
import { siteSettings } from '../../../operations/settings/views.ts'
import { findVisiblePost } from '../queries.ts'
import { answerViews, questionDetail } from '../views.ts'

/** An answer with its question. */
export const answerWithQuestion = async (app: App, id: number, viewer: Viewer, { language }: { language: string }) => {
  const answer = await findVisiblePost(app.db, id, viewer, 'answer')
  const question = answer && (await findVisiblePost(app.db, answer.question_id, viewer, 'question'))
  if (!question) throw new NotFound('error.answer.not_found')
  const reader = { viewer, settings: await siteSettings(app), language }
  const [info] = await answerViews(app.db, [id], question, reader)
  return { info: info!, question: await questionDetail(app.db, question, reader) }
}
