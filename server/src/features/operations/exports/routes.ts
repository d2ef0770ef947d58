import * as contract from '@askwell/contract/exports.ts'
import type { Api } from '../../../http/api/perform.ts'
import { makeSureAgain } from '../../users/second-factors/make-sure.ts'
import * as service from './service.ts'
import { listExports, wantedIn } from './place.ts'

export const routes = (api: Api) => {
  api.on(contract.exports, ({ app }) => listExports(app.config.data))
  api.on(contract.makeExport, ({ app, actor, body }) => service.begin(app, actor.id, body))
  api.on(contract.deleteExport, ({ app, actor, body }) => service.remove(app, actor.id, body.name))
  api.on(contract.downloadExport, async (call) => {
    const { app, actor, body } = call
    if (wantedIn(body.name)?.scope === 'private') await makeSureAgain(call, body.pass)
    return service.downloadAddress(app, actor.id, body.name)
  })
}
