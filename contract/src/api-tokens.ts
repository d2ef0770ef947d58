import { Type, type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { endpoint } from './endpoint.ts'
import { KEY_NAME, PASSWORD } from './limits.ts'
import { Done, oneOf, text, Time } from './shapes.ts'

/**
 * Tokens for programs that act for a member. They go bare into `Authorization`, like a session's token, and never allow more than their owner may:
 * without `staff` an admin's token has the rights of a plain member.
 */
export const SCOPES = ['read', 'write', 'personal', 'staff'] as const
export type Scope = (typeof SCOPES)[number]

/** The prefix of a token for programs; a session's has none. */
export const API_TOKEN_MARK = 'askwell_'

/** The scope a call needs; null where no token is accepted: calls that log in, guard an account or make tokens. */
export const scopeOf = ({
  method,
  prefix,
  access,
  visibility,
  rate,
  sessionOnly,
  personal,
}: Pick<Endpoint, 'method' | 'prefix' | 'access' | 'visibility' | 'rate' | 'sessionOnly' | 'personal'>):
  | Scope
  | undefined => {
  if (sessionOnly || prefix === 'root' || rate === 'login' || rate === 'mail') return undefined
  if (prefix === 'admin' || access === 'moderator' || access === 'admin') return 'staff'
  if (visibility === 'own' || personal) return 'personal'
  return method === 'GET' ? 'read' : 'write'
}

export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(oneOf(SCOPES)),
  created_at: Time,
  /** To the hour; 0 for one that was never used. */
  used_at: Time,
  /** 0 for one without an end. */
  expires_at: Time,
})
export type ApiToken = Static<typeof ApiToken>

/** Days until a token ends; 0 is never. */
export const TOKEN_DAYS = [30, 90, 365, 0] as const

const own = { access: 'activated', visibility: 'own', sessionOnly: true } as const

export const apiTokens = endpoint({
  ...own,
  access: 'logged-in',
  method: 'GET',
  path: '/user/api-tokens',
  summary: 'One’s own tokens for programs',
  rate: 'read',
  reply: Type.Array(ApiToken),
})

export const makeApiToken = endpoint({
  ...own,
  method: 'POST',
  path: '/user/api-token',
  summary: 'Make a token for programs',
  rate: 'write',
  body: Type.Object({
    name: text({ ...KEY_NAME }, 'not-blank'),
    scopes: Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length }),
    days: oneOf(TOKEN_DAYS, { default: 90 }),
    /** Needed if the member has one. */
    pass: Type.Optional(text({ max: PASSWORD.max })),
  }),
  /** Shown only this once; the server only stores its hash. */
  reply: Type.Object({ ...ApiToken.properties, token: Type.String() }),
})

export const endApiToken = endpoint({
  ...own,
  access: 'logged-in',
  method: 'DELETE',
  path: '/user/api-token',
  summary: 'End one of one’s tokens',
  rate: 'write',
  body: Type.Object({ id: text({ min: 1, max: 20 }) }),
  reply: Done,
})
