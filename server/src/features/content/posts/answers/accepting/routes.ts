import * as contract from '@askwell/contract/answers.ts'
import type { Api } from '../../../../../http/api/perform.ts'
import { acceptAnswer } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.acceptAnswer, ({ app, actor, body }) => acceptAnswer(app, actor, body))
}
