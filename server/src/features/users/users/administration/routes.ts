import { userNumber } from '@askwell/contract/ids.ts'
import * as administration from '@askwell/contract/user-administration.ts'
import { pageOf } from '../../../../db/page.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { userPage } from './queries.ts'
import * as views from '../views.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(administration.usersPage, async ({ app, query, caller }) => {
    const { count, list } = await userPage(app.db, query)
    return pageOf(
      list.map((user) => views.adminUser(user, caller.language)),
      count,
      query,
    )
  })
  api.on(administration.addUser, ({ app, body }) => service.addUser(app, body))
  api.on(administration.addUsers, ({ app, body, caller }) => service.addUsers(app, body.users, caller.language))
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
