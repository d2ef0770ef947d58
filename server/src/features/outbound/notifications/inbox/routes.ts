import * as contract from '@askwell/contract/notifications.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { statusOf } from '../status/views.ts'
import { open, readAll, readOne } from './service.ts'
import { notificationGroups, notificationPage } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.notifications, ({ app, actor, caller, query }) =>
    notificationPage(app.db, actor, query, caller.language),
  )
  api.on(contract.notificationGroups, ({ app, actor, caller, query }) =>
    notificationGroups(app.db, actor, query, caller.language),
  )
  api.on(contract.notificationStatus, ({ app, actor, caller }) => statusOf(app, actor, caller.language))
  api.on(contract.openNotifications, async ({ app, actor, caller, body }) => {
    await open(app, actor, body.type)
    return statusOf(app, actor, caller.language)
  })
  api.on(contract.readNotification, ({ app, actor, body }) =>
    readOne(app, actor, { id: userNumber(body.id), group: body.group }),
  )
  api.on(contract.readNotifications, ({ app, actor, body }) => readAll(app, actor, body.type))
}
