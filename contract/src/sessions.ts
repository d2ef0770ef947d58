import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Done, flag, text, Time } from './shapes.ts'

/** Where a member is logged in, told apart by what the browser said about itself. */
export const Session = Type.Object({
  id: Type.String(),
  /** Such as `Firefox` and `Windows`; empty if unknown. */
  browser: Type.String(),
  system: Type.String(),
  /** The address it came from. */
  network: Type.String(),
  created_at: Time,
  used_at: Time,
  expires_at: Time,
  /** The one that asks. */
  current: Type.Boolean(),
})
export type Session = Static<typeof Session>

const own = { access: 'logged-in', visibility: 'own', sessionOnly: true } as const

export const sessions = endpoint({
  ...own,
  method: 'GET',
  path: '/user/sessions',
  summary: 'Where one is logged in, the latest used first',
  rate: 'read',
  reply: Type.Array(Session),
})

export const endSession = endpoint({
  ...own,
  method: 'DELETE',
  path: '/user/session',
  summary: 'End one of one’s sessions',
  rate: 'write',
  body: Type.Object({ id: text({ min: 1, max: 20 }) }),
  reply: Done,
})

export const endOtherSessions = endpoint({
  ...own,
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'End all sessions but this one',
  rate: 'write',
  /** `api_tokens`: the tokens for programs end too. */
  body: Type.Object({ api_tokens: flag(false) }),
  reply: Done,
})
