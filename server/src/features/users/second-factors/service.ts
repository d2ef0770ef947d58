import { CHALLENGE_SECONDS, PASSKEYS_MAX } from '@askwell/contract/limits.ts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { App, Tx } from '../../../events/events.ts'
import { type Actor, USER_STATUS } from '../../../lib/actor.ts'
import { newRecoveryCodes, newSecret, secretAddress, stepOf } from '../../../lib/one-time.ts'
import { BadRequest, type FieldError, Invalid, NotFound } from '../../../lib/errors.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { warn } from '../users/warn.ts'
import { loginChanges, type SiteSettings, wrongDomains } from '../../operations/settings/policy.ts'
import { writeSection } from '../../operations/settings/save-section.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { findUser, lockUser } from '../users/queries.ts'
import { needsSecondFactor, tidyCode } from './policy.ts'
import * as queries from './queries.ts'
import { passkeyHome } from './views.ts'
import { orRefused, parsed, refusedPasskey, webauthn } from './passkey-answers.ts'
import { makeSure } from './make-sure.ts'
import { openChallenge, takenTooLong, wrongCode } from './challenges.ts'
import { recordAudit } from '../../operations/audit/queries.ts'

/** EdDSA, ES256 and RS256: named here, or the library asks Node for newer ones, which warns that they are experiments. */
const ALGORITHMS = [-8, -7, -257]

export const passkeyLogInOptions = async (app: App) => {
  const { expectedRPID: rpID } = await passkeyHome(app)
  const options = await (await webauthn()).generateAuthenticationOptions({ rpID, userVerification: 'required' })
  return app.transaction(async (tx) => ({
    challenge: await openChallenge(tx, 'passkey_login', 0, options.challenge),
    options: JSON.stringify(options),
  }))
}

export interface Proof {
  pass?: string
  token: string
}
const sure = (app: App, actor: Actor, { pass, token }: Proof) =>
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

export const beginOneTimePassword = async (app: App, actor: Actor, proof: Proof) => {
  await sure(app, actor, proof)
  const { general } = await siteSettings(app)
  const secret = newSecret()
  await app.transaction(async (tx) => {
    if ((await queries.methodsOf(tx.db, actor.id)).one_time_password)
      throw new BadRequest('error.second_factor.not_begun')
    await queries.storeSecret(tx.db, actor.id, secret, tx.now())
  })
  return { secret, ...secretAddress(secret, general.name, actor.username) }
}

export const confirmOneTimePassword = async (app: App, actor: Actor, typed: string, token: string) =>
  app.transaction(async (tx) => {
    const stored = await queries.findSecret(tx.db, actor.id)
    if (!stored || stored.confirmed_at > 0 || tx.now() - stored.created_at > CHALLENGE_SECONDS)
      throw new BadRequest('error.second_factor.not_begun')
    const step = stepOf(stored.secret, tidyCode(typed), tx.now())
    if (step === undefined) throw wrongCode()
    const isFirst = !(await queries.hasSecondFactor(tx.db, actor.id))
    await queries.useStep(tx.db, actor.id, step)
    await queries.confirmSecret(tx.db, actor.id, tx.now())
    return afterAdding(tx, actor.id, token, isFirst)
  })

/** Staff keep one if the site requires it; with the last one the recovery codes are deleted. */
const afterRemoval = async (app: App, actor: Actor, remove: (tx: Tx) => Promise<boolean>) => {
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

export const removeOneTimePassword = async (app: App, actor: Actor, proof: Proof) => {
  await sure(app, actor, proof)
  return afterRemoval(app, actor, (tx) => queries.deleteSecret(tx.db, actor.id))
}

export const passkeyOptions = async (app: App, actor: Actor, proof: Proof) => {
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
  actor: Actor,
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

export const removePasskey = async (app: App, actor: Actor, id: number, proof: Proof) => {
  await sure(app, actor, proof)
  return afterRemoval(app, actor, async (tx) => {
    if (!(await queries.deletePasskey(tx.db, actor.id, id))) throw new NotFound('error.object.not_found')
    return true
  })
}

export const renewRecoveryCodes = async (app: App, actor: Actor, proof: Proof) => {
  await sure(app, actor, proof)
  return app.transaction(async (tx) => {
    if (!(await queries.hasSecondFactor(tx.db, actor.id))) throw new BadRequest('error.second_factor.not_begun')
    return makeRecoveryCodes(tx, actor.id)
  })
}

/** For members who have lost all they had and are known to be who they say: the password alone is enough until they set up a second factor again. */
export const takeOffFactors = async (app: App, actor: Actor, user_id: number) => {
  if (user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_login')
  await app.transaction(async (tx) => {
    const user = await lockUser(tx.db, user_id)
    if (!user || user.status === USER_STATUS.deleted) throw new NotFound('error.user.not_found')
    if (!(await queries.hasSecondFactor(tx.db, user.id))) throw new BadRequest('error.second_factor.none')
    await queries.deleteFactorsOf(tx.db, user.id)
    await warn(tx, user.id, { kind: 'factors_taken_off' })
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'user.factors_removed',
      object_type: 'user',
      object_id: user.id,
      before: null,
      after: null,
    })
  })
  return null
}

/** How members log in. An admin who asks a second factor of all staff needs one too: they would be the first to be locked out. */
export const saveLoginSettings = async (app: App, actor: Actor, sent: Partial<SiteSettings['login']>) => {
  const changes = loginChanges(sent)
  const asksStaff = changes.staff_second_factor && !(await siteSettings(app)).login.staff_second_factor
  const wrong: FieldError[] = [
    ...wrongDomains(changes.allow_email_domains),
    ...(asksStaff && !(await queries.hasSecondFactor(app.db, actor.id))
      ? [{ field: 'staff_second_factor', reason: 'error.login.second_factor_first' }]
      : []),
  ]
  if (wrong.length) throw new Invalid(wrong)
  await app.transaction((tx) => writeSection(tx, actor.id, 'login', changes))
  return null
}
