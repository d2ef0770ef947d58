import * as contract from '@askwell/contract/ledger.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { correctReputation } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.correctReputation, ({ app, actor, body }) => correctReputation(app, actor, body))
}
