import { Type, type Static } from 'typebox'
import { LoggedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { CODE_TYPED_MAX, EMAIL_MAX } from './limits.ts'
import { captcha, Done, flag, text } from './shapes.ts'

// Signing in with an account elsewhere; docs/decisions/0025 says how.

/** `link` is where the browser goes to begin; `icon` is empty if the plugin has none. */
export const Connector = Type.Object({ name: Type.String(), link: Type.String(), icon: Type.String() })
export type Connector = Static<typeof Connector>
export const connectors = endpoint({
  method: 'GET',
  path: '/connector/info',
  summary: 'Outside services one can log in with',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: Type.Array(Connector),
})

export const OwnLogin = Type.Object({
  name: Type.String(),
  icon: Type.String(),
  /** Where connecting begins; works for this session only. Empty if the service isn't offered any more. */
  link: Type.String(),
  /** Whether the member can log in with it. */
  binding: Type.Boolean(),
  external_id: Type.String(),
  /** Ours: the service, and the member's name there. */
  slug_name: Type.String(),
  known_as: Type.String(),
})
export type OwnLogin = Static<typeof OwnLogin>
export const ownLogins = endpoint({
  method: 'GET',
  path: '/connector/user/info',
  summary: 'With which accounts elsewhere one can log in',
  access: 'logged-in',
  visibility: 'own',
  rate: 'read',
  sessionOnly: true,
  reply: Type.Array(OwnLogin),
})

/** Never removes the last way to log in. `slug_name`: ours; two services may use the same id for a member. */
export const unbindLogin = endpoint({
  method: 'DELETE',
  path: '/connector/user/unbinding',
  summary: 'No longer log in with an account elsewhere',
  access: 'activated',
  visibility: 'own',
  rate: 'write',
  sessionOnly: true,
  body: Type.Object({ external_id: text({ min: 1, max: 128 }), slug_name: Type.Optional(text({ max: 100 })) }),
  reply: Done,
})

const proving = { access: 'anyone', visibility: 'public', sessionOnly: true } as const
const binding_key = text({ min: 1, max: 100 })

/** Each of these takes the key that the sign-in ended with, in the same browser. */
export const pendingLogin = endpoint({
  ...proving,
  method: 'GET',
  path: '/connector/binding',
  summary: 'Who came from elsewhere and has to name an address',
  rate: 'read',
  query: Type.Object({ binding_key }),
  reply: Type.Object({ name: Type.String(), known_as: Type.String(), e_mail: Type.String() }),
})

/** If the address has an account already, nothing is sent without `must`. Otherwise a code is e-mailed, to be typed where the sign-in began. */
export const bindByEmail = endpoint({
  ...proving,
  method: 'POST',
  path: '/connector/binding/email',
  summary: 'Say which address is one’s own',
  rate: 'mail',
  body: Type.Object({ binding_key, email: text({ min: 1, max: EMAIL_MAX }, 'email'), must: flag(false), ...captcha }),
  reply: Type.Object({ email_exist_and_must_be_confirmed: Type.Boolean(), access_token: Type.String() }),
})

export const bindByCode = endpoint({
  ...proving,
  method: 'POST',
  path: '/connector/binding/code',
  summary: 'Prove it with the mailed code; logs in',
  rate: 'login',
  body: Type.Object({ binding_key, code: text({ min: 1, max: CODE_TYPED_MAX }) }),
  reply: LoggedIn,
})
