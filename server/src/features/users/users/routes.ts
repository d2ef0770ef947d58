import { parseObjectId, userNumber } from '@askwell/contract/ids.ts'
import * as administration from '@askwell/contract/user-administration.ts'
import * as contract from '@askwell/contract/users.ts'
import { pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'
import * as views from './views.ts'

/** As many as fit under a cursor. */
const NAMES_WHILE_TYPING = 10

export const routes = (api: Api) => {
  api.on(contract.saveProfile, ({ app, actor, body, caller }) => service.saveProfile(app, actor, body, caller))
  api.on(contract.saveInterface, ({ app, actor, body }) => service.saveInterface(app, actor, body))
  api.on(contract.searchUsers, async ({ app, query }) =>
    views.cardsInOrder(
      app.db,
      await queries.listByNameStart(app.db, query.username, NAMES_WHILE_TYPING, parseObjectId(query.object_id)?.number),
    ),
  )
  api.on(contract.staff, async ({ app, query }) =>
    (await views.cardsInOrder(app.db, await queries.listStaff(app.db, query.username, query.page_size))).map(
      ({ username, display_name, avatar }) => ({ username, display_name, avatar }),
    ),
  )
  api.on(contract.permission, async ({ app, actor, query, caller }) =>
    views.permissions(app.db, await siteSettings(app), actor, query, caller.language),
  )

  api.on(administration.usersPage, async ({ app, query, caller }) => {
    const { count, list } = await queries.userPage(app.db, query)
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
