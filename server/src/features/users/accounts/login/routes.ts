import * as contract from '@askwell/contract/accounts.ts'
import * as secondFactors from '@askwell/contract/second-factors.ts'
import { endOtherSessions } from '@askwell/contract/sessions.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { hashToken } from '../../../../lib/tokens.ts'
import { passwordAndCode } from '../../second-factors/policy.ts'
import { whoseChallenge } from '../../second-factors/queries.ts'
import { isLoggedInFrom } from '../../sessions/queries.ts'
import { mailbox } from '../../users/policy.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.logInByEmail, async ({ app, site, body, caller }) => {
    const account = mailbox(body.e_mail)
    site.attempts.begin('login', account, caller.ip)
    if (passwordAndCode(body.pass).code !== undefined) site.attempts.begin('code', account, caller.ip)
    const known = site.attempts.isHome(account, caller.ip) || (await isLoggedInFrom(app.db, account, caller.ip))
    const reply = await service.logInByPassword(app, body, { ...caller, known })
    site.attempts.succeeded('login', account, caller.ip)
    return reply
  })
  api.on(contract.logOut, ({ app, caller }) => service.logOut(app, caller.token))
  api.on(secondFactors.finishLogIn, async ({ app, site, body, caller }) => {
    const account = `step:${(await whoseChallenge(app.db, hashToken(body.challenge), 'second_factor')) ?? 0}`
    site.attempts.begin('code', account, caller.ip)
    const reply = await service.finishLogIn(app, body, caller)
    site.attempts.succeeded('code', account, caller.ip)
    return reply
  })
  api.on(secondFactors.logInWithPasskey, ({ app, body, caller }) => service.logInWithPasskey(app, body, caller))
  api.on(endOtherSessions, ({ app, actor, body, caller }) =>
    service.endOtherSessions(app, actor, { token: caller.token, api_tokens: body.api_tokens }),
  )
}
