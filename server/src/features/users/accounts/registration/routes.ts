import * as contract from '@askwell/contract/accounts.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import { activationLink, mailActivationLink } from '@askwell/contract/user-administration.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { findUser } from '../../users/queries.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.registerByEmail, ({ app, body, caller }) => service.register(app, body, caller))
  api.on(contract.sendVerification, async ({ app, site, actor, body, caller }) => {
    site.attempts.beginCodeMail((await findUser(app.db, actor.id))?.e_mail ?? '', caller.ip)
    return service.resendActivation(app, actor, caller.language, body.from)
  })
  api.on(contract.verifyEmail, ({ app, body, caller }) => service.activate(app, body.code, caller))
  api.on(activationLink, ({ app, actor, query }) => service.makeActivationLink(app, actor, userNumber(query.user_id)))
  api.on(mailActivationLink, ({ app, actor, body, caller }) =>
    service.mailActivationLink(app, actor, userNumber(body.user_id), caller.language),
  )
}
