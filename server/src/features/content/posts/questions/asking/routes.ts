import * as contract from '@askwell/contract/questions.ts'
import type { Api } from '../../../../../http/api/perform.ts'
import { detailOf } from '../visible-question.ts'
import { askQuestion, faultsOfQuestion } from './service.ts'

export const routes = (api: Api) => {
  api.on(
    contract.askQuestion,
    async ({ app, actor, caller, body }) => detailOf(app, await askQuestion(app, actor, body, caller), actor, caller),
    { alsoWrong: ({ app, actor, body }) => faultsOfQuestion(app, actor, body) },
  )
}
