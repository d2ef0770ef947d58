import { saveInterface, saveProfile } from '@askwell/contract/users.ts'
import type { Api } from '../../../../http/api/perform.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(saveProfile, ({ app, actor, body, caller }) => service.saveProfile(app, actor, body, caller))
  api.on(saveInterface, ({ app, actor, body }) => service.saveInterface(app, actor, body))
}
