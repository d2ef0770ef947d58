import { userNumber } from '@askwell/contract/ids.ts'
import * as contract from '@askwell/contract/site-invitations.ts'
import { pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as inviting from './inviting.ts'
import { invitationPage } from './queries.ts'
import { accept, invitationOf } from './service.ts'
import { invitationList } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.siteInvitations, async ({ app, query, caller }) => {
    const now = app.clock.now()
    const { count, list } = await invitationPage(app.db, query, now)
    return pageOf(await invitationList(app.db, list, { now, language: caller.language }), count, query)
  })
  api.on(contract.inviteByEmail, ({ app, actor, body, caller }) =>
    inviting.inviteByEmail(app, actor, body, caller.language),
  )
  api.on(contract.inviteByLink, ({ app, actor, body }) => inviting.inviteByLink(app, actor, body))
  api.on(contract.endSiteInvitation, ({ app, actor, body }) => inviting.endInvitation(app, actor, userNumber(body.id)))
  api.on(contract.sendSiteInvitation, ({ app, actor, body }) => inviting.sendAgain(app, actor, userNumber(body.id)))
  api.on(contract.checkPeople, ({ app, body, caller }) => inviting.checkPeople(app, body, caller.language))
  api.on(contract.invitePeople, ({ app, actor, body }) => inviting.invitePeople(app, actor, body))
  api.on(contract.invitationToSite, ({ app, query, caller }) => invitationOf(app, query.code, caller.language))
  api.on(contract.acceptSiteInvitation, ({ app, body, caller }) => accept(app, body, caller))
}
