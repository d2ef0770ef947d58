import { Type, type Static } from 'typebox'
import { LoggedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { CODE_TYPED_MAX, CREDENTIAL_MAX, KEY_NAME, PASSWORD } from './limits.ts'
import { Done, text, Time } from './shapes.ts'

// docs/decisions/0021: how a second step is asked for, and what counts as one.

/** `data` of the reply to a right password that isn't enough; `type` is `second_factor`, the reason `error.user.second_factor_needed`. */
export interface SecondStep {
  type: 'second_factor'
  /** Clients that don't know second factors show the message. */
  err_type: 'modal'
  /** Sent back with the code; for ten minutes and five tries. */
  challenge: string
  methods: ('one_time_password' | 'passkey' | 'recovery_code')[]
}

const signIn = { access: 'anyone', visibility: 'public', rate: 'login', sessionOnly: true } as const
const challenge = text({ min: 1, max: 100 })
/** WebAuthn's own JSON (`PublicKeyCredential.toJSON()`), as text. */
const credential = text({ min: 2, max: CREDENTIAL_MAX })

export const finishLogIn = endpoint({
  ...signIn,
  method: 'POST',
  path: '/user/login/second-factor',
  summary: 'The second step of a login: a one-time password, or a recovery code',
  body: Type.Object({ challenge, code: text({ min: 1, max: CODE_TYPED_MAX }) }),
  reply: LoggedIn,
})

const PasskeyChallenge = Type.Object({
  challenge: Type.String(),
  /** For `navigator.credentials`: WebAuthn's own JSON, as text. */
  options: Type.String(),
})

export const passkeyLogInOptions = endpoint({
  ...signIn,
  method: 'POST',
  path: '/user/login/passkey/options',
  summary: 'Begin a login with a passkey',
  reply: PasskeyChallenge,
})

export const logInWithPasskey = endpoint({
  ...signIn,
  method: 'POST',
  path: '/user/login/passkey',
  summary: 'Log in with a passkey alone, or as the second step',
  body: Type.Object({ challenge, credential }),
  reply: LoggedIn,
})

const own = { access: 'activated', visibility: 'own', rate: 'write', sessionOnly: true } as const
/** Needed if the member has one; others must have logged in within the last ten minutes. */
const proof = { pass: Type.Optional(text({ max: PASSWORD.max })) }
/** Shown only this once, with the first second factor. */
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })

export const SecondFactors = Type.Object({
  one_time_password: Type.Boolean(),
  passkeys: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), created_at: Time, used_at: Time })),
  recovery_codes_left: Type.Integer(),
  /** The site requires a second factor of staff, and the caller is staff. */
  required: Type.Boolean(),
  have_password: Type.Boolean(),
})
export type SecondFactors = Static<typeof SecondFactors>

export const secondFactors = endpoint({
  ...own,
  access: 'logged-in',
  method: 'GET',
  path: '/user/second-factors',
  summary: 'One’s own second factors',
  rate: 'read',
  reply: SecondFactors,
})

export const beginOneTimePassword = endpoint({
  ...own,
  method: 'POST',
  path: '/user/one-time-password',
  summary: 'A new secret for an authenticator app; in force once it is confirmed',
  body: Type.Object(proof),
  reply: Type.Object({
    /** To type into the app. */
    secret: Type.String(),
    /** `otpauth://…`, and the same as a picture, a `data:` address. */
    address: Type.String(),
    picture: Type.String(),
  }),
})
export const confirmOneTimePassword = endpoint({
  ...own,
  method: 'PUT',
  path: '/user/one-time-password',
  summary: 'Confirm the secret with a first one-time password',
  body: Type.Object({ code: text({ min: 1, max: CODE_TYPED_MAX }) }),
  reply: RecoveryCodes,
})
export const removeOneTimePassword = endpoint({
  ...own,
  method: 'DELETE',
  path: '/user/one-time-password',
  summary: 'No more one-time passwords',
  body: Type.Object(proof),
  reply: Done,
})

export const passkeyOptions = endpoint({
  ...own,
  method: 'POST',
  path: '/user/passkey/options',
  summary: 'Begin to add a passkey',
  body: Type.Object(proof),
  reply: PasskeyChallenge,
})
export const addPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/user/passkey',
  summary: 'Add a passkey',
  body: Type.Object({ challenge, credential, name: text({ ...KEY_NAME }, 'not-blank') }),
  reply: RecoveryCodes,
})
export const removePasskey = endpoint({
  ...own,
  method: 'DELETE',
  path: '/user/passkey',
  summary: 'Remove a passkey',
  body: Type.Object({ id: text({ min: 1, max: 20 }), ...proof }),
  reply: Done,
})

export const renewRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/user/recovery-codes',
  summary: 'New recovery codes; the old ones no longer work',
  body: Type.Object(proof),
  reply: RecoveryCodes,
})
