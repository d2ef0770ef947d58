import type { LoggedIn } from '@askwell/contract/accounts.ts'
import { isMailable } from '@askwell/contract/formats.ts'
import type { SecondStep } from '@askwell/contract/second-factors.ts'
import { ConsentRefused } from '@askwell/plugin-kit'
import type { App, Tx } from '../../../events/events.ts'
import { withCauses } from '../../../lib/causes.ts'
import { MAIL_STATUS, type Member, USER_STATUS, type Viewer } from '../../../lib/member.ts'
import { BadRequest, Invalid, NotFound, Forbidden } from '../../../lib/errors.ts'
import { isUsername } from '../../../lib/slug.ts'
import { hashToken, newToken, unsign } from '../../../lib/tokens.ts'
import { canUsePassword, isAllowedDomain, isSuspended } from '../accounts/policy.ts'
import { deleteOpenCodesOf } from '../accounts/queries.ts'
import { deleteSessionsOf } from '../sessions/queries.ts'
import { entered, logInUnlessMore } from '../accounts/service.ts'
import type { Origin } from '../sessions/service.ts'
import { suspensionCode } from '../accounts/views.ts'
import { deleteTokensOf } from '../api-tokens/queries.ts'
import { warn } from '../users/warn.ts'
import { listPasskeys } from '../second-factors/queries.ts'
import { saveSetting } from '../../operations/settings/queries.ts'
import { loginInForce, type SiteSettings, siteSettings } from '../../operations/settings/views.ts'
import { isReserved, mailbox } from '../users/policy.ts'
import { findUserByEmail, holderOfName, lockUser, updateUser, type User } from '../users/queries.ts'
import { againIfTaken, createMember } from '../users/service.ts'
import {
  canUnbind,
  LETTERS,
  type Newcomer,
  newcomerFrom,
  type Offer,
  PROFILE_SECONDS,
  SIGN_IN_SECONDS,
  tidyTyped,
  TRIES,
} from './policy.ts'
import * as queries from './queries.ts'
import { addressesOf, BIND } from './views.ts'

type Login = SiteSettings['login']
const selfFact = (id: number) => ({ actor_id: id, object_type: 'user' as const, object_id: id, question_id: 0 })

/** The services for signing in at present, by the slugs of their plugins; if a user center replaces the site's accounts, only that. */
export const createConnectors = (isOpen: (slug_name: string) => boolean = () => true) => {
  const offers = new Map<string, Offer>()
  const find = (slug_name: string) => (isOpen(slug_name) ? offers.get(slug_name) : undefined)
  return {
    /** A plugin that is switched on and set up; undefined if it no longer is. */
    use: (slug_name: string, offer: Offer | undefined) =>
      void (offer ? offers.set(slug_name, offer) : offers.delete(slug_name)),
    find,
    list: () =>
      [...offers]
        .filter(([slug_name]) => isOpen(slug_name))
        .map(([slug_name, offer]) => ({ slug_name, ...offer }))
        .sort((a, b) => (a.slug_name < b.slug_name ? -1 : 1)),
    begin: async (app: App, beginning: Beginning) =>
      noted(app, beginning.slug_name, await begin(app, find(beginning.slug_name), beginning)),
    finish: async (app: App, coming: Coming) =>
      noted(app, coming.slug_name, await finish(app, find(coming.slug_name), coming)),
  }
}
export type Connectors = ReturnType<typeof createConnectors>

/** Why it failed. `off`: there is no such service. */
type Why = 'off' | 'expired' | 'refused' | 'error' | 'gone' | 'taken' | 'already'
type Failed = { to: 'failed'; why: Why; error?: unknown }
const failed = (why: Why, error?: unknown): Failed => ({ to: 'failed', why, error })

const LONGEST_FAILURE = 500

/** The admin finds the last failure on the page where the service was set up, in all processes. */
const noted = async <T extends { to: string }>(app: App, slug_name: string, came: T) => {
  const { error } = came as T & Partial<Failed>
  if (error)
    await app.transaction((tx) =>
      saveSetting(
        tx.db,
        queries.failureOf(slug_name),
        { at: tx.now(), message: withCauses(error).slice(0, LONGEST_FAILURE) },
        tx.now(),
      ),
    )
  return came
}
/** It may be over with other settings. */
export const deleteFailure = (tx: Tx, slug_name: string) =>
  saveSetting(tx.db, queries.failureOf(slug_name), null, tx.now())

/** `bind`: the token from the page that connects an account; no other page can know it. */
interface Beginning {
  slug_name: string
  browser: string
  actor: Viewer
  token: string
  bind: string | undefined
  back: string
}

const begin = async (
  app: App,
  offer: Offer | undefined,
  { slug_name, browser, actor, token, bind, back }: Beginning,
): Promise<{ to: 'service'; address: string } | Failed> => {
  if (!offer) return failed('off')
  const isBinding = bind !== undefined
  if (
    isBinding &&
    (actor?.status !== USER_STATUS.normal ||
      actor.mail_status !== MAIL_STATUS.activated ||
      unsign(app.secret, BIND, bind) !== hashToken(token))
  )
    return failed('expired')
  const { general } = await siteSettings(app)
  const [state, nonce, code_verifier] = [newToken(), newToken(), newToken()] as const
  const said = await offer.connector
    .begin({ redirect_uri: addressesOf(general, slug_name).callback, state, nonce, code_verifier })
    .then(
      (address) => ({ address }),
      (error: unknown) => ({ error }),
    )
  if ('error' in said) return failed('error', said.error)
  await app.transaction((tx) =>
    queries.insertSignIn(tx.db, {
      state_hash: hashToken(state),
      connector: slug_name,
      browser_hash: hashToken(browser),
      nonce,
      code_verifier,
      back,
      user_id: isBinding ? actor!.id : 0,
      expires_at: tx.now() + SIGN_IN_SECONDS,
    }),
  )
  return { to: 'service', address: said.address }
}

interface Coming {
  slug_name: string
  browser: string
  actor: Viewer
  origin: Origin
  search: string
}
type SignInOutcome =
  | Failed
  | { to: 'in'; user: LoggedIn; back: string }
  | { to: 'second-step'; step: SecondStep; back: string }
  | { to: 'suspended'; about: string }
  | { to: 'prove'; binding_key: string; back: string }
  | { to: 'bound' }

const finish = async (app: App, offer: Offer | undefined, coming: Coming): Promise<SignInOutcome> => {
  const { slug_name: connector, browser, actor, search } = coming
  if (!offer) return failed('off')
  const state = new URLSearchParams(search).get('state') ?? ''
  const begun = await app.transaction((tx) =>
    queries.takeSignIn(tx.db, { state_hash: hashToken(state), connector, browser_hash: hashToken(browser) }, tx.now()),
  )
  // Connecting an account is only completed by the member who began it.
  if (!begun || (begun.user_id > 0 && begun.user_id !== actor?.id)) return failed('expired')
  const { general, login } = await siteSettings(app)
  const { callback: redirect_uri } = addressesOf(general, connector)
  const said = await offer.connector
    .finish(new URL(redirect_uri + search), {
      redirect_uri,
      state,
      nonce: begun.nonce,
      code_verifier: begun.code_verifier,
    })
    .then((identity) => ({ newcomer: newcomerFrom(identity) }))
    .catch((error: unknown) => ({ error }))
  if ('error' in said) return said.error instanceof ConsentRefused ? failed('refused') : failed('error', said.error)
  const { newcomer } = said
  return againIfTaken(() =>
    app.transaction((tx) =>
      begun.user_id > 0
        ? bindTo(tx, begun.user_id, connector, newcomer)
        : enterAs(tx, app.secret, offer.name, { ...coming, login, newcomer, back: begun.back }),
    ),
  )
}

const loginRow = (
  tx: Tx,
  user_id: number,
  connector: string,
  { external_id, known_as }: Pick<Newcomer, 'external_id' | 'known_as'>,
) => ({ user_id, connector, external_id, known_as, created_at: tx.now(), used_at: tx.now() })

const bindTo = async (tx: Tx, user_id: number, connector: string, newcomer: Newcomer): Promise<SignInOutcome> => {
  const known = await queries.findLogin(tx.db, connector, newcomer.external_id)
  if (known) return known.user_id === user_id ? { to: 'bound' } : failed('taken')
  if ((await queries.listLoginsOf(tx.db, user_id)).some((login) => login.connector === connector))
    return failed('already')
  await addLogin(tx, user_id, connector, newcomer)
  return { to: 'bound' }
}

const addLogin = async (
  tx: Tx,
  user_id: number,
  connector: string,
  newcomer: Pick<Newcomer, 'external_id' | 'known_as'>,
) => {
  await queries.insertLogin(tx.db, loginRow(tx, user_id, connector, newcomer))
  await warn(tx, user_id, { kind: 'login_bound' })
}

interface Entering extends Coming {
  login: Login
  newcomer: Newcomer
  back: string
}

/** A login by a service: a known member, a new one with a proven address, or one who has to prove it. An existing account is never theirs just because a service says so. */
const enterAs = async (
  tx: Tx,
  secret: string,
  service: string,
  { slug_name: connector, browser, origin, login, newcomer, back }: Entering,
): Promise<SignInOutcome> => {
  const { external_id, known_as, username, display_name, e_mail } = newcomer
  const known = await queries.findLogin(tx.db, connector, external_id)
  if (known) await queries.noteLoginUse(tx.db, known.id, tx.now(), known_as)
  const isNew =
    !known &&
    newcomer.e_mail_verified &&
    login.allow_new_registrations &&
    isAllowedDomain(login, e_mail) &&
    !(await findUserByEmail(tx.db, e_mail))
  const user_id = known?.user_id ?? (isNew ? await createFrom(tx, connector, newcomer, e_mail) : undefined)
  if (user_id === undefined) {
    const binding_key = newToken()
    await queries.insertProfile(tx.db, {
      key_hash: hashToken(binding_key),
      connector,
      service,
      external_id,
      username,
      display_name,
      known_as,
      e_mail,
      browser_hash: hashToken(browser),
      expires_at: tx.now() + PROFILE_SECONDS,
    })
    return { to: 'prove', binding_key, back }
  }
  const user = await lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted) return failed('gone')
  if (isSuspended(user, tx.now())) return { to: 'suspended', about: suspensionCode(secret, user.id) }
  const entry = await logInUnlessMore(tx, user.id, origin)
  return 'challenge' in entry ? { to: 'second-step', step: entry, back } : { to: 'in', user: entry, back }
}

/** Their name at the service if it is free here, else one made of their display name. */
const freeName = async (tx: Tx, username: string) =>
  isUsername(username) && !isReserved(username, false) && (await holderOfName(tx.db, username)) === undefined
    ? username
    : undefined

const createFrom = async (
  tx: Tx,
  connector: string,
  newcomer: Pick<Newcomer, 'external_id' | 'known_as' | 'username' | 'display_name'>,
  e_mail: string,
) => {
  const user_id = await createMember(tx, {
    display_name: newcomer.display_name,
    username: await freeName(tx, newcomer.username),
    e_mail,
    activated: true,
  })
  await queries.insertLogin(tx.db, loginRow(tx, user_id, connector, newcomer))
  return user_id
}

const gone = () => new BadRequest('error.user.not_found')
const keyOf = (binding_key: string, browser = '') => ({
  key_hash: hashToken(binding_key),
  browser_hash: hashToken(browser),
})

export const pendingLogin = async (app: App, binding_key: string, browser?: string) => {
  const profile = await queries.findProfile(app.db, keyOf(binding_key, browser), app.clock.now())
  if (!profile) throw gone()
  const { service: name, known_as, e_mail } = profile
  return { name, known_as, e_mail }
}

/** The data of a new account whose address is yet to be proven. */
const refuseNew = (login: Login, e_mail: string) => {
  const refuse = (reason: string) => {
    throw new Invalid([{ field: 'email', reason }], reason)
  }
  if (!login.allow_new_registrations) refuse('error.user.not_allowed_registration')
  if (!isAllowedDomain(login, e_mail)) refuse('error.email.illegal_email_domain_error')
  if (!isMailable(e_mail)) refuse('field.bad_email')
}

/** Whether members can still log in by it: it may have been switched off since they began. */
type IsOffered = (slug_name: string) => boolean

interface Named {
  binding_key: string
  email: string
  must: boolean
}

/** The code goes to the address itself: only a person who reads it there and types it in the browser where they began gets access. */
export const bindByEmail = async (
  app: App,
  { binding_key, email, must }: Named,
  { browser, language, isOffered }: { browser?: string; language: string; isOffered: IsOffered },
) => {
  const { login } = await siteSettings(app)
  const e_mail = mailbox(email)
  const key = keyOf(binding_key, browser)
  return app.transaction(async (tx) => {
    const profile = await queries.findProfile(tx.db, key, tx.now())
    if (!profile || !isOffered(profile.connector)) throw gone()
    const holder = await findUserByEmail(tx.db, e_mail)
    if (holder?.status === USER_STATUS.deleted)
      throw new Invalid([{ field: 'email', reason: 'error.email.duplicate' }], 'error.email.duplicate')
    if (!holder) refuseNew(login, e_mail)
    if (holder && !must) return { email_exist_and_must_be_confirmed: true, access_token: '' }
    if (!(await queries.noteEmail(tx.db, key, e_mail, LETTERS))) throw new BadRequest('error.connector.start_over')
    await tx.emit('binding.requested', {
      actor_id: 0,
      object_type: 'user',
      object_id: holder?.id ?? 0,
      question_id: 0,
      purpose: 'binding',
      key_hash: key.key_hash,
      language: holder?.language || language,
    })
    return { email_exist_and_must_be_confirmed: false, access_token: '' }
  })
}

/** Nobody had proven the address before: the person who registered with it loses access, and everything that could let them back in is deleted. */
const takeOver = async (tx: Tx, { id }: User) => {
  await updateUser(tx.db, id, { password_hash: null, mail_status: MAIL_STATUS.activated })
  await deleteSessionsOf(tx.db, id)
  await deleteOpenCodesOf(tx.db, id)
  await deleteTokensOf(tx.db, id)
  await queries.deleteLoginsOf(tx.db, id)
  await tx.emit('user.activated', selfFact(id))
  await tx.emit('user.changed', selfFact(id))
}

const lockHolder = async (app: App, tx: Tx, { id }: User) => {
  const holder = await lockUser(tx.db, id)
  if (!holder || holder.status === USER_STATUS.deleted) throw gone()
  if (isSuspended(holder, tx.now()))
    throw new Forbidden('error.user.suspended', { data: { type: 'suspended', about: suspensionCode(app.secret, id) } })
  return holder
}

const bindHolder = async (app: App, tx: Tx, found: User, profile: queries.Profile) => {
  const holder = await lockHolder(app, tx, found)
  if (holder.mail_status !== MAIL_STATUS.activated) await takeOver(tx, holder)
  if ((await queries.listLoginsOf(tx.db, holder.id)).some(({ connector }) => connector === profile.connector))
    throw new BadRequest('error.connector.already_bound', { values: { name: profile.service } })
  await addLogin(tx, holder.id, profile.connector, profile)
  return holder.id
}

/** A wrong code counts as a try, so the refusal comes after that is committed. */
export const bindByCode = async (
  app: App,
  { binding_key, code }: { binding_key: string; code: string },
  { browser, isOffered, ...origin }: Origin & { browser?: string; isOffered: IsOffered },
) => {
  const key = keyOf(binding_key, browser)
  const { login } = await siteSettings(app)
  const tried = await app.transaction((tx) => queries.tryProfile(tx.db, key, tx.now(), TRIES))
  if (!tried || !isOffered(tried.connector)) throw new BadRequest('error.connector.start_over')
  if (tried.code_hash !== hashToken(tidyTyped(code)))
    throw new Invalid([{ field: 'code', reason: 'error.connector.wrong_code' }], 'error.connector.wrong_code')
  return entered(
    await againIfTaken(() =>
      app.transaction(async (tx) => {
        if (!(await queries.takeProfile(tx.db, key.key_hash, tried.code_hash))) throw gone()
        if (await queries.findLogin(tx.db, tried.connector, tried.external_id))
          throw new BadRequest('error.connector.taken', { values: { name: tried.service } })
        const holder = await findUserByEmail(tx.db, tried.code_e_mail)
        if (!holder) refuseNew(login, tried.code_e_mail)
        return logInUnlessMore(
          tx,
          holder
            ? await bindHolder(app, tx, holder, tried)
            : await createFrom(tx, tried.connector, tried, tried.code_e_mail),
          origin,
        )
      }),
    ),
  )
}

export const unbindLogin = async (
  app: App,
  actor: Member,
  { external_id, slug_name }: { external_id: string; slug_name?: string },
  isOffered: IsOffered,
) => {
  const login = await loginInForce(app)
  await app.transaction(async (tx) => {
    const user = (await lockUser(tx.db, actor.id))!
    const all = await queries.listLoginsOf(tx.db, user.id)
    const bound = all.find((one) => one.external_id === external_id && (!slug_name || one.connector === slug_name))
    if (!bound) throw new NotFound('error.object.not_found')
    const password = user.password_hash !== null && canUsePassword(login, user)
    const others = all.filter((one) => one !== bound && isOffered(one.connector)).length
    if (!canUnbind({ password, passkeys: (await listPasskeys(tx.db, user.id)).length, others }))
      throw new BadRequest('error.connector.last_way')
    await queries.deleteLogin(tx.db, user.id, bound.connector, external_id)
  })
  return null
}
