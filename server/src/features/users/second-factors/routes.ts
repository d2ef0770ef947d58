import * as contract from '@askwell/contract/second-factors.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { takeOffFactors } from '@askwell/contract/user-administration.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { Api, Caller } from '../../../http/api/perform.ts'
import type { Actor } from '../../../lib/actor.ts'
import type { Runtime } from '../../../runtime.ts'
import * as service from './service.ts'
import { secondFactors } from './views.ts'

/** Guessing the password here is limited like guessing it at the login. */
const guarding = async <T>(runtime: Runtime, actor: Actor, { ip }: Caller, work: () => Promise<T>) => {
  runtime.attempts.begin('code', `user:${actor.id}`, ip)
  const done = await work()
  runtime.attempts.succeeded('code', `user:${actor.id}`, ip)
  return done
}

export const routes = (api: Api) => {
  api.on(contract.passkeyLogInOptions, ({ app }) => service.passkeyLogInOptions(app))
  api.on(contract.secondFactors, ({ app, actor }) => secondFactors(app, actor))
  api.on(contract.beginOneTimePassword, ({ app, site, actor, caller, body }) =>
    guarding(site, actor, caller, () =>
      service.beginOneTimePassword(app, actor, { pass: body.pass, token: caller.token }),
    ),
  )
  api.on(contract.confirmOneTimePassword, ({ app, site, actor, caller, body }) =>
    guarding(site, actor, caller, () => service.confirmOneTimePassword(app, actor, body.code, caller.token)),
  )
  api.on(contract.removeOneTimePassword, ({ app, site, actor, caller, body }) =>
    guarding(site, actor, caller, () =>
      service.removeOneTimePassword(app, actor, { pass: body.pass, token: caller.token }),
    ),
  )
  api.on(contract.passkeyOptions, ({ app, site, actor, caller, body }) =>
    guarding(site, actor, caller, () => service.passkeyOptions(app, actor, { pass: body.pass, token: caller.token })),
  )
  api.on(contract.addPasskey, ({ app, actor, caller, body }) => service.addPasskey(app, actor, body, caller.token))
  api.on(contract.removePasskey, ({ app, site, actor, caller, body }) =>
    guarding(site, actor, caller, () =>
      service.removePasskey(app, actor, userNumber(body.id), { pass: body.pass, token: caller.token }),
    ),
  )
  api.on(contract.renewRecoveryCodes, ({ app, site, actor, caller, body }) =>
    guarding(site, actor, caller, () =>
      service.renewRecoveryCodes(app, actor, { pass: body.pass, token: caller.token }),
    ),
  )
  api.on(saveLoginSettings, ({ app, actor, body }) => service.saveLoginSettings(app, actor, body))
  api.on(takeOffFactors, ({ app, actor, body }) => service.takeOffFactors(app, actor, userNumber(body.user_id)))
}
