import * as contract from '@askwell/contract/ledger.ts'
import type { Api } from '../../../http/api/perform.ts'
import { NotFound } from '../../../lib/errors.ts'
import { findUserByName } from '../../users/users/names/queries.ts'
import { findUser } from '../../users/users/queries.ts'
import { standingView } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.standing, async ({ app, actor, caller, query: { username } }) => {
    const user = username === '' ? actor && (await findUser(app.db, actor.id)) : await findUserByName(app.db, username)
    if (!user) throw new NotFound('error.user.not_found')
    return standingView(app, user, actor, caller.language)
  })
}
