import * as contract from '@askwell/contract/staff-logins.ts'
import type { Scope } from '@askwell/contract/api-tokens.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { Api } from '../../../http/api/perform.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { listTokensOfStaff } from '../../users/api-tokens/queries.ts'
import { listSessionsOfStaff } from '../../users/sessions/queries.ts'
import { endLogins } from './service.ts'

interface Owned {
  user_id: number
  display_name: string
  username: string
  role_id: number
}
const ownerOf = ({ user_id, display_name, username, role_id }: Owned) => ({
  user_id: String(user_id),
  display_name,
  username,
  role: isAdmin({ role_id }) ? ('admin' as const) : ('moderator' as const),
})

export const routes = (api: Api) => {
  api.on(contract.staffLogins, async ({ app, caller }) => {
    const now = app.clock.now()
    const [sessions, tokens] = await Promise.all([listSessionsOfStaff(app.db, now), listTokensOfStaff(app.db, now)])
    return {
      sessions: sessions.map((row) => ({
        ...ownerOf(row),
        id: String(row.id),
        browser: row.browser,
        system: row.system,
        network: row.network,
        created_at: row.created_at,
        used_at: row.used_at,
        expires_at: row.expires_at,
        current: row.token_hash === hashToken(caller.token),
      })),
      tokens: tokens.map((row) => ({
        ...ownerOf(row),
        id: String(row.id),
        name: row.name,
        scopes: row.scopes.split(' ') as Scope[],
        created_at: row.created_at,
        used_at: row.used_at,
        expires_at: row.expires_at,
      })),
    }
  })
  api.on(contract.endStaffLogins, ({ app, actor, caller, body }) =>
    endLogins(app, { actor_id: actor.id, token: caller.token }, body.what, body.id || undefined),
  )
}
