import * as contract from '@askwell/contract/answers.ts'
import type { Api } from '../../../../../http/api/perform.ts'
import { editAnswer } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.editAnswer, ({ app, actor, body, caller }) => editAnswer(app, actor, body, caller))
}
