import * as contract from '@askwell/contract/questions.ts'
import type { Api } from '../../../../../http/api/perform.ts'
import { editQuestion, faultsOfEdit } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.editQuestion, ({ app, actor, body, caller }) => editQuestion(app, actor, body, caller), {
    alsoWrong: ({ app, actor, body }) => faultsOfEdit(app, actor, body),
  })
}
