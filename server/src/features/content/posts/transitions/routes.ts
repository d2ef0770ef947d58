import { recoverAnswer } from '@askwell/contract/answers.ts'
import { closeQuestion, operateQuestion, recoverQuestion, reopenQuestion } from '@askwell/contract/questions.ts'
import { OPERATION_OF } from '@askwell/contract/states.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { operatePost } from './service.ts'

export const routes = (api: Api) => {
  api.on(closeQuestion, ({ app, actor, body: { id, ...reason } }) =>
    operatePost(app, actor, 'question', id, 'close', { ...reason, asks_reason: true }),
  )
  api.on(reopenQuestion, ({ app, actor, body }) => operatePost(app, actor, 'question', body.question_id, 'reopen'))
  api.on(operateQuestion, ({ app, actor, body }) =>
    operatePost(app, actor, 'question', body.id, OPERATION_OF[body.operation]),
  )
  api.on(recoverQuestion, ({ app, actor, body }) => operatePost(app, actor, 'question', body.question_id, 'undelete'))
  api.on(recoverAnswer, ({ app, actor, body }) => operatePost(app, actor, 'answer', body.answer_id, 'undelete'))
}
