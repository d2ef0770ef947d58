import { CHALLENGE_SECONDS, PASSKEYS_MAX } from '@askwell/contract/limits.ts'
import type { SecondStep } from '@askwell/contract/second-factors.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { App, Tx } from '../../../events/events.ts'
import { type Member, USER_STATUS } from '../../../lib/member.ts'
import { newRecoveryCodes, newSecret, secretAddress, stepOf } from '../../../lib/one-time.ts'
import { verifyPassword } from '../../../lib/passwords.ts'
import { BadRequest, type FieldError, Invalid, NotFound, Forbidden } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { ensureFresh } from '../sessions/service.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { warn } from '../users/warn.ts'
import { loginChanges, type SiteSettings, wrongDomains } from '../../operations/settings/policy.ts'
import { keepSection } from '../../operations/settings/service.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { findUser, lockUser } from '../users/queries.ts'
import { isOneTimePassword, needsSecondFactor, tidyCode } from './policy.ts'
import * as queries from './queries.ts'
import type { Purpose } from './queries.ts'
import { type Home, passkeyHome } from './views.ts'

const TRIES = 5
/** Hundreds of modules for reading certificates: only loaded when a passkey is used, so that commands don't wait for them. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: named here, or the library asks Node for newer ones, which warns that they are experiments. */
const ALGORITHMS = [-8, -7, -257]

export const wrongCode = () =>
  new Invalid([{ field: 'code', reason: 'error.second_factor.wrong_code' }], 'error.second_factor.wrong_code')
export const takenTooLong = () => new Forbidden('error.second_factor.over', { data: { type: 'second_factor_over' } })
const refusedPasskey = () => new BadRequest('error.passkey.refused')

const openChallenge = async (tx: Tx, purpose: Purpose, user_id: number, secret: string) => {
  const challenge = newToken()
  await queries.deleteExpiredChallenges(tx.db, tx.now())
  await queries.insertChallenge(tx.db, {
    id_hash: hashToken(challenge),
    purpose,
    secret,
    user_id,
    expires_at: tx.now() + CHALLENGE_SECONDS,
  })
  return challenge
}

/** The challenge after the password; undefined if the password is enough. */
export const secondStepOf = async (tx: Tx, user_id: number): Promise<SecondStep | undefined> => {
  const { one_time_password, passkey } = await queries.methodsOf(tx.db, user_id)
  if (!one_time_password && !passkey) return undefined
  const methods: SecondStep['methods'] = [
    ...(passkey ? ['passkey' as const] : []),
    ...(one_time_password ? ['one_time_password' as const] : []),
    'recovery_code',
  ]
  return {
    type: 'second_factor',
    err_type: 'modal',
    challenge: await openChallenge(tx, 'second_factor', user_id, ''),
    methods,
  }
}

/** Whether it is the code of this half minute, or a recovery code; either works once. */
export const spendCode = async (tx: Tx, user_id: number, typed: string) => {
  const code = tidyCode(typed)
  if (!isOneTimePassword(code)) return queries.useRecoveryCode(tx.db, user_id, hashToken(code), tx.now())
  const kept = await queries.findSecret(tx.db, user_id)
  const step = kept && kept.confirmed_at > 0 ? stepOf(kept.secret, code, tx.now()) : undefined
  return step !== undefined && queries.useStep(tx.db, user_id, step)
}

/** One try at the second step. @returns the member, or undefined for a wrong code; the try counts either way. */
export const answerChallenge = async (tx: Tx, challenge: string, code: string) => {
  const tried = await queries.tryChallenge(tx.db, hashToken(challenge), 'second_factor', tx.now(), TRIES)
  if (!tried) throw takenTooLong()
  if (!(await spendCode(tx, tried.user_id, code))) return undefined
  await queries.takeChallenge(tx.db, hashToken(challenge), 'second_factor', tx.now())
  return tried.user_id
}

const parsed = <T>(text: string): T => {
  try {
    return JSON.parse(text) as T
  } catch {
    throw refusedPasskey()
  }
}
/** The library throws for everything that doesn't fit; all of that gets one answer. */
const orRefused = <T>(work: Promise<T>) =>
  work.catch(() => {
    throw refusedPasskey()
  })

export const passkeyLogInOptions = async (app: App) => {
  const { expectedRPID: rpID } = await passkeyHome(app)
  const options = await (await webauthn()).generateAuthenticationOptions({ rpID, userVerification: 'required' })
  return app.transaction(async (tx) => ({
    challenge: await openChallenge(tx, 'passkey_login', 0, options.challenge),
    options: JSON.stringify(options),
  }))
}

/** The challenge, for one answer only, and the passkey that has answered. */
export const takeAnswer = async (tx: Tx, { challenge, credential }: { challenge: string; credential: string }) => {
  const response = parsed<AuthenticationResponseJSON>(credential)
  const asked = await queries.takeChallenge(tx.db, hashToken(challenge), 'passkey_login', tx.now())
  if (!asked) throw takenTooLong()
  const passkey = typeof response.id === 'string' ? await queries.findPasskey(tx.db, response.id) : undefined
  return { asked, passkey, response }
}

type Answer = Awaited<ReturnType<typeof takeAnswer>>

/** Checks what the passkey has signed. @returns whose it is, and what to store when they log in. */
export const verifyAnswer = async ({ asked, passkey, response }: Answer, home: Home) => {
  if (!passkey) throw refusedPasskey()
  const { verified, authenticationInfo } = await orRefused(
    (await webauthn()).verifyAuthenticationResponse({
      ...home,
      response,
      expectedChallenge: asked.secret,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw refusedPasskey()
  const note = async (tx: Tx) => {
    if (!(await queries.notePasskeyUse(tx.db, passkey, authenticationInfo.newCounter, tx.now()))) throw refusedPasskey()
  }
  return { user_id: passkey.user_id, note }
}

/** Before second factors or tokens change: the password once more; members without one must have logged in just now. */
export const makeSure = async (
  db: App['db'],
  actor: Member,
  { pass, token, now }: { pass: string | undefined; token: string; now: number },
) => {
  const user = (await findUser(db, actor.id))!
  if (user.password_hash !== null) {
    if (!pass) throw new Invalid([{ field: 'pass', reason: 'field.required' }])
    if (!(await verifyPassword(pass, user.password_hash, { known: true })))
      throw new Invalid(
        [{ field: 'pass', reason: 'error.object.email_or_password_incorrect' }],
        'error.object.email_or_password_incorrect',
      )
    return
  }
  await ensureFresh(db, token, now)
}

export interface Proof {
  pass?: string
  token: string
}
const sure = (app: App, actor: Member, { pass, token }: Proof) =>
  makeSure(app.db, actor, { pass, token, now: app.clock.now() })

/** With the first factor come recovery codes, and all sessions and tokens that began without it end. */
const afterAdding = async (tx: Tx, user_id: number, token: string, isFirst: boolean) => {
  await warn(tx, user_id, { kind: 'factor_added' })
  if (!isFirst) return { recovery_codes: [] }
  await deleteOtherSessions(tx.db, user_id, hashToken(token))
  await tx.emit('second_factor.first_added', {
    actor_id: user_id,
    object_type: 'user',
    object_id: user_id,
    question_id: 0,
  })
  return makeRecoveryCodes(tx, user_id)
}

const makeRecoveryCodes = async (tx: Tx, user_id: number) => {
  const recovery_codes = newRecoveryCodes()
  await queries.replaceRecoveryCodes(
    tx.db,
    user_id,
    recovery_codes.map((code) => hashToken(tidyCode(code))),
  )
  return { recovery_codes }
}

export const beginOneTimePassword = async (app: App, actor: Member, proof: Proof) => {
  await sure(app, actor, proof)
  const { general } = await siteSettings(app)
  const secret = newSecret()
  await app.transaction(async (tx) => {
    if ((await queries.methodsOf(tx.db, actor.id)).one_time_password)
      throw new BadRequest('error.second_factor.not_begun')
    await queries.keepSecret(tx.db, actor.id, secret, tx.now())
  })
  return { secret, ...secretAddress(secret, general.name, actor.username) }
}

export const confirmOneTimePassword = async (app: App, actor: Member, typed: string, token: string) =>
  app.transaction(async (tx) => {
    const kept = await queries.findSecret(tx.db, actor.id)
    if (!kept || kept.confirmed_at > 0 || tx.now() - kept.created_at > CHALLENGE_SECONDS)
      throw new BadRequest('error.second_factor.not_begun')
    const step = stepOf(kept.secret, tidyCode(typed), tx.now())
    if (step === undefined) throw wrongCode()
    const isFirst = !(await queries.hasSecondFactor(tx.db, actor.id))
    await queries.useStep(tx.db, actor.id, step)
    await queries.confirmSecret(tx.db, actor.id, tx.now())
    return afterAdding(tx, actor.id, token, isFirst)
  })

/** Staff keep one if the site requires it; with the last one the recovery codes are deleted. */
const afterRemoval = async (app: App, actor: Member, remove: (tx: Tx) => Promise<boolean>) => {
  const { login } = await siteSettings(app)
  await app.transaction(async (tx) => {
    if (await remove(tx)) await warn(tx, actor.id, { kind: 'factor_removed' })
    await queries.deleteChallengesOf(tx.db, actor.id)
    if (await queries.hasSecondFactor(tx.db, actor.id)) return
    const { role_id } = (await findUser(tx.db, actor.id))!
    if (needsSecondFactor(login, { role_id })) throw new BadRequest('error.second_factor.kept_by_site')
    await queries.replaceRecoveryCodes(tx.db, actor.id, [])
  })
  return null
}

export const removeOneTimePassword = async (app: App, actor: Member, proof: Proof) => {
  await sure(app, actor, proof)
  return afterRemoval(app, actor, (tx) => queries.deleteSecret(tx.db, actor.id))
}

export const passkeyOptions = async (app: App, actor: Member, proof: Proof) => {
  await sure(app, actor, proof)
  const { name, expectedRPID: rpID } = await passkeyHome(app)
  const known = await queries.listPasskeys(app.db, actor.id)
  if (known.length >= PASSKEYS_MAX) throw new BadRequest('error.passkey.too_many', { values: { max: PASSKEYS_MAX } })
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: name,
    rpID,
    userName: actor.username,
    userDisplayName: actor.display_name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports.split(' ').filter(Boolean),
    })),
  })
  return app.transaction(async (tx) => ({
    challenge: await openChallenge(tx, 'passkey', actor.id, options.challenge),
    options: JSON.stringify(options),
  }))
}

export const addPasskey = async (
  app: App,
  actor: Member,
  { challenge, credential, name }: { challenge: string; credential: string; name: string },
  token: string,
) => {
  const response = parsed<RegistrationResponseJSON>(credential)
  const home = await passkeyHome(app)
  const asked = await app.transaction((tx) => queries.takeChallenge(tx.db, hashToken(challenge), 'passkey', tx.now()))
  if (asked?.user_id !== actor.id) throw takenTooLong()
  const { verified, registrationInfo } = await orRefused(
    (await webauthn()).verifyRegistrationResponse({
      ...home,
      response,
      expectedChallenge: asked.secret,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified) throw refusedPasskey()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return app.transaction(async (tx) => {
    if (await queries.findPasskey(tx.db, id)) throw refusedPasskey()
    const isFirst = !(await queries.hasSecondFactor(tx.db, actor.id))
    await queries.insertPasskey(tx.db, {
      user_id: actor.id,
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      transports: transports.join(' '),
      name: name.trim(),
      counter,
      created_at: tx.now(),
      used_at: 0,
    })
    return afterAdding(tx, actor.id, token, isFirst)
  })
}

export const removePasskey = async (app: App, actor: Member, id: number, proof: Proof) => {
  await sure(app, actor, proof)
  return afterRemoval(app, actor, async (tx) => {
    if (!(await queries.deletePasskey(tx.db, actor.id, id))) throw new NotFound('error.object.not_found')
    return true
  })
}

export const renewRecoveryCodes = async (app: App, actor: Member, proof: Proof) => {
  await sure(app, actor, proof)
  return app.transaction(async (tx) => {
    if (!(await queries.hasSecondFactor(tx.db, actor.id))) throw new BadRequest('error.second_factor.not_begun')
    return makeRecoveryCodes(tx, actor.id)
  })
}

/** For members who have lost all they had and are known to be who they say: the password alone is enough until they set up a second factor again. */
export const takeOffFactors = async (app: App, actor: Member, user_id: number) => {
  if (user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_login')
  await app.transaction(async (tx) => {
    const user = await lockUser(tx.db, user_id)
    if (!user || user.status === USER_STATUS.deleted) throw new NotFound('error.user.not_found')
    if (!(await queries.hasSecondFactor(tx.db, user.id))) throw new BadRequest('error.second_factor.none')
    await queries.deleteFactorsOf(tx.db, user.id)
    await warn(tx, user.id, { kind: 'factors_taken_off' })
  })
  return null
}

/** How members log in. Whoever asks a second factor of all staff would be the first to be kept out by it, so they have one. */
export const saveLoginSettings = async (app: App, actor: Member, sent: Partial<SiteSettings['login']>) => {
  const changes = loginChanges(sent)
  const asksStaff = changes.staff_second_factor && !(await siteSettings(app)).login.staff_second_factor
  const wrong: FieldError[] = [
    ...wrongDomains(changes.allow_email_domains),
    ...(asksStaff && !(await queries.hasSecondFactor(app.db, actor.id))
      ? [{ field: 'staff_second_factor', reason: 'error.login.second_factor_first' }]
      : []),
  ]
  if (wrong.length) throw new Invalid(wrong)
  await app.transaction((tx) => keepSection(tx, actor.id, 'login', changes))
  return null
}
