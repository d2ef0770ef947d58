import * as contract from '@askwell/contract/accounts.ts'
import type { Api } from '../../../http/api/perform.ts'
import { AppError } from '../../../lib/errors.ts'
import { findUser } from '../users/queries.ts'
import { currentUser, suspensionOf } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.currentUser, async ({ app, actor, caller }) => {
    if (caller.gone) throw new AppError('unauthorized', 'base.unauthorized_error')
    const user = actor && (await findUser(app.db, actor.id))
    if (!user) return null
    const shown = currentUser(user, caller.token)
    // A program that may only read hears who it speaks for, and not where they get their mail.
    return caller.scopes && !caller.scopes.includes('personal') ? { ...shown, e_mail: '' } : shown
  })
  api.on(contract.actionRecord, ({ app, site, query, caller }) => site.captchas.challenge(app, query, caller))
  api.on(contract.suspension, ({ app, query }) => suspensionOf(app, query.about))
}
