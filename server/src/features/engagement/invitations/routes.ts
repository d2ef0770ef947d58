import { invite, invited } from '@askwell/contract/invitations.ts'
import type { Api } from '../../../http/api/perform.ts'
import { invitedTo, setInvited } from './service.ts'

export const routes = (api: Api) => {
  api.on(invited, ({ app, actor, query }) => invitedTo(app, actor, query.id))
  api.on(invite, ({ app, actor, body }) => setInvited(app, actor, body.id, body.invite_user))
}
