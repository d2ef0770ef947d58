import { userNumber } from '@askwell/contract/ids.ts'
import { endSession, sessions } from '@askwell/contract/sessions.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as service from './service.ts'
import { sessionList } from './views.ts'

export const routes = (api: Api) => {
  api.on(sessions, ({ app, actor, caller }) => sessionList(app, actor.id, caller.token))
  api.on(endSession, ({ app, actor, body }) => service.endSession(app, actor, userNumber(body.id)))
}
