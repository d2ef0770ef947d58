import type { App } from '../../../../events/events.ts'
import { NotFound } from '../../../../lib/errors.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { siteSettings } from '../../../operations/settings/views.ts'
import { findVisiblePost } from '../queries.ts'
import { questionWithAnswers } from '../views.ts'

export const visibleQuestion = async (app: App, id: number, viewer: Viewer) => {
  const question = await findVisiblePost(app.db, id, viewer, 'question')
  if (!question) throw new NotFound('error.question.not_found')
  return question
}

/** A question, as this viewer sees it. */
export const detailOf = async (app: App, id: number, viewer: Viewer, { language }: { language: string }) => {
  const reader = { viewer, settings: await siteSettings(app), language }
  return (await questionWithAnswers(app.db, await visibleQuestion(app, id, viewer), [], reader)).question
}
