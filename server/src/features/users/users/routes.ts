import { parseObjectId } from '@askwell/contract/ids.ts'
import * as contract from '@askwell/contract/users.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { listByNameStart, listStaff } from './mentions/queries.ts'
import * as views from './views.ts'

/** As many as fit under a cursor. */
const NAMES_WHILE_TYPING = 10

export const routes = (api: Api) => {
  api.on(contract.searchUsers, async ({ app, query }) =>
    views.cardsInOrder(
      app.db,
      await listByNameStart(app.db, query.username, NAMES_WHILE_TYPING, parseObjectId(query.object_id)?.number),
    ),
  )
  api.on(contract.staff, async ({ app, query }) =>
    (await views.cardsInOrder(app.db, await listStaff(app.db, query.username, query.page_size))).map(
      ({ username, display_name, avatar }) => ({ username, display_name, avatar }),
    ),
  )
  api.on(contract.permission, async ({ app, actor, query, caller }) =>
    views.permissions(app.db, await siteSettings(app), actor, query, caller.language),
  )
}
