import * as contract from '@askwell/contract/questions.ts'
import type { Api } from '../../../../../http/api/perform.ts'
import { detailOf } from '../visible-question.ts'
import { askQuestion } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.askQuestion, async ({ app, actor, caller, body }) =>
    detailOf(app, await askQuestion(app, actor, body, caller), actor, caller),
  )
}
