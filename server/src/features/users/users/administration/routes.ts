import { userNumber } from '@askwell/contract/ids.ts'
import * as administration from '@askwell/contract/user-administration.ts'
import type { Api } from '../../../../http/api/perform.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(administration.addUser, ({ app, actor, body }) => service.addUser(app, actor, body))
  api.on(administration.addUsers, ({ app, actor, body, caller }) =>
    service.addUsers(app, actor, body.users, caller.language),
  )
  api.on(administration.setUserRole, ({ app, actor, body }) =>
    service.setRole(app, actor, { user_id: userNumber(body.user_id), role_id: body.role_id }),
  )
  api.on(administration.setUserPassword, ({ app, actor, body }) =>
    service.setPassword(app, actor, { ...body, user_id: userNumber(body.user_id) }),
  )
  api.on(administration.editUser, ({ app, actor, body }) =>
    service.editUser(app, actor, { ...body, user_id: userNumber(body.user_id) }),
  )
  api.on(administration.setUserStatus, ({ app, actor, body }) =>
    service.setStatus(app, actor, { ...body, user_id: userNumber(body.user_id) }),
  )
}
