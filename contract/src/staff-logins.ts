import { Type, type Static } from 'typebox'
import { ApiToken } from './api-tokens.ts'
import { endpoint } from './endpoint.ts'
import { Session } from './sessions.ts'
import { Done, oneOf } from './shapes.ts'

// Where staff are logged in, and the tokens they have made: for admins, who can end either.

const user = {
  user_id: Type.String(),
  display_name: Type.String(),
  username: Type.String(),
  role: oneOf(['admin', 'moderator']),
}
export const StaffSession = Type.Object({ ...Session.properties, ...user })
export type StaffSession = Static<typeof StaffSession>
export const StaffToken = Type.Object({ ...ApiToken.properties, ...user })
export type StaffToken = Static<typeof StaffToken>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin', sessionOnly: true } as const

/** Ours. The latest used first, two hundred of each at most. */
export const staffLogins = endpoint({
  ...admin,
  method: 'GET',
  path: '/staff/logins',
  summary: 'Where staff are logged in, and their tokens for programs',
  reply: Type.Object({ sessions: Type.Array(StaffSession), tokens: Type.Array(StaffToken) }),
})

const Id = Type.String({ maxLength: 20 })
/** Ours. One session, one token, all of one member of staff, or those of everybody; never the session that asks. */
export const endStaffLogins = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/staff/logins',
  summary: 'Log staff out, or take their tokens away',
  body: Type.Object({
    what: oneOf(['session', 'token', 'user', 'everybody']),
    id: Type.Optional(Id),
  }),
  reply: Done,
})
