import { recoverAnswer } from '@askwell/contract/answers.ts'
import * as administration from '@askwell/contract/content-administration.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { closeQuestion, operateQuestion, recoverQuestion, reopenQuestion } from '@askwell/contract/questions.ts'
import { OPERATION_OF } from '@askwell/contract/states.ts'
import type { Api } from '../../../http/api/perform.ts'
import { translate } from '../../../lib/messages.ts'
import { renderText } from '../../../workers/texts.ts'
import { deletePermanently, eraseEach, operatePost } from './service.ts'

export const routes = (api: Api) => {
  api.on(renderPost, async ({ body }) => (await renderText(body.content, { field: 'content' })).html)

  api.on(closeQuestion, ({ app, actor, body: { id, ...reason } }) =>
    operatePost(app, actor, 'question', id, 'close', { ...reason, asks_reason: true }),
  )
  api.on(reopenQuestion, ({ app, actor, body }) => operatePost(app, actor, 'question', body.question_id, 'reopen'))
  api.on(operateQuestion, ({ app, actor, body }) =>
    operatePost(app, actor, 'question', body.id, OPERATION_OF[body.operation]),
  )
  api.on(recoverQuestion, ({ app, actor, body }) => operatePost(app, actor, 'question', body.question_id, 'undelete'))
  api.on(recoverAnswer, ({ app, actor, body }) => operatePost(app, actor, 'answer', body.answer_id, 'undelete'))
  api.on(administration.deletePermanently, async ({ app, actor, caller, body }) => {
    if (!body.object_ids) return deletePermanently(app, actor, body)
    const { erased, kept } = await eraseEach(app, actor, body.type, body.object_ids)
    return {
      erased,
      kept: kept.map(({ object_id, refusal: { reason, values } }) => ({
        object_id,
        reason,
        msg: translate(caller.language, `reasons.${reason}`, values),
      })),
    }
  })
}
