import type { LoggedIn } from '@askwell/contract/accounts.ts'
import type { SecondStep } from '@askwell/contract/second-factors.ts'
import { toldApart } from '@askwell/contract/told-apart.ts'
import { ConsentRefused, WrongPassword } from '../../../lib/plugin-ports/connector.ts'
import type { App, Tx } from '../../../events/events.ts'
import { USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { isAllowedDomain, isSuspended } from '../accounts/policy.ts'
import { logInUnlessMore } from '../accounts/service.ts'
import type { Origin } from '../sessions/service.ts'
import { suspensionCode } from '../accounts/views.ts'
import { type SiteSettings, siteSettings } from '../../operations/settings/views.ts'
import { findUserByEmail, lockUser } from '../users/queries.ts'
import { againIfTaken } from '../users/service.ts'
import { asksPassword, type Newcomer, newcomerFrom, type Offer, PROFILE_SECONDS, stateIn } from './policy.ts'
import * as queries from './queries.ts'
import { addressesOf, passwordPage } from './views.ts'
import { type Beginning, beginSignIn } from './begin-sign-in.ts'
import { type Failed, failed, noted } from './sign-in-failure.ts'
import { addLogin, createFrom } from './logins/service.ts'

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
      toldApart(
        [...offers].filter(([slug_name]) => isOpen(slug_name)).map(([slug_name, offer]) => ({ slug_name, ...offer })),
      ).sort((a, b) => (a.slug_name < b.slug_name ? -1 : 1)),
    keepPosted,
    begin: async (app: App, beginning: Beginning) =>
      noted(app, beginning.slug_name, await beginSignIn(app, find(beginning.slug_name), beginning)),
    finish: async (app: App, coming: Coming) =>
      noted(app, coming.slug_name, await finish(app, find(coming.slug_name), coming)),
  }
}
export type Connectors = ReturnType<typeof createConnectors>

/** A service has sent a form by the browser of somebody: kept until that browser comes by itself, with its cookie. */
const keepPosted = (app: App, connector: string, posted: URLSearchParams) =>
  app.transaction((tx) =>
    queries.keepPosted(tx.db, { state_hash: hashToken(stateIn(posted)), connector }, posted.toString(), tx.now()),
  )

interface Coming {
  slug_name: string
  browser: string
  actor: Viewer
  origin: Origin
  search: string
  /** What was typed on the site's own page for name and password. */
  typed?: { username: string; password: string }
}
type SignInOutcome =
  | Failed
  | { to: 'in'; user: LoggedIn; back: string }
  | { to: 'second-step'; step: SecondStep; back: string }
  | { to: 'suspended'; about: string }
  | { to: 'prove'; binding_key: string; back: string }
  | { to: 'bound' }
  | { to: 'again'; address: string }

const finish = async (app: App, offer: Offer | undefined, coming: Coming): Promise<SignInOutcome> => {
  const { slug_name: connector, browser, actor, search } = coming
  if (!offer) return failed('off')
  const state = stateIn(new URLSearchParams(search))
  const begun = await app.transaction((tx) =>
    queries.takeSignIn(tx.db, { state_hash: hashToken(state), connector, browser_hash: hashToken(browser) }, tx.now()),
  )
  // Connecting an account is only completed by the member who began it.
  if (!begun || (begun.user_id > 0 && begun.user_id !== actor?.id)) return failed('expired')
  const { general, login } = await siteSettings(app)
  const { callback: redirect_uri } = addressesOf(general, connector)
  const { nonce, code_verifier, posted } = begun
  const { connector: service } = offer
  const identified = asksPassword(service)
    ? service.check(coming.typed ?? { username: '', password: '' })
    : service.finish(
        new URL(redirect_uri + search),
        { redirect_uri, state, nonce, code_verifier },
        new URLSearchParams(posted),
      )
  const said = await identified
    .then((identity) => ({ newcomer: newcomerFrom(identity) }))
    .catch((error: unknown) => ({ error }))
  if ('error' in said && said.error instanceof WrongPassword) {
    await app.transaction((tx) => queries.insertSignIn(tx.db, begun)) // they may try again
    return { to: 'again', address: `${passwordPage(general, connector, state)}&wrong` }
  }
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

const bindTo = async (tx: Tx, user_id: number, connector: string, newcomer: Newcomer): Promise<SignInOutcome> => {
  const known = await queries.findLogin(tx.db, connector, newcomer.external_id)
  if (known) return known.user_id === user_id ? { to: 'bound' } : failed('taken')
  if ((await queries.listLoginsOf(tx.db, user_id)).some((login) => login.connector === connector))
    return failed('already')
  await addLogin(tx, user_id, connector, newcomer)
  return { to: 'bound' }
}

interface Entering extends Coming {
  login: SiteSettings['login']
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
  // Read before the login: of many who come at once as one newcomer, the first commits address and login together.
  const isEmailTaken = newcomer.e_mail_verified && (await findUserByEmail(tx.db, e_mail)) !== undefined
  const known = await queries.findLogin(tx.db, connector, external_id)
  if (known) await queries.noteLoginUse(tx.db, known.id, tx.now(), known_as)
  const isNew =
    !known &&
    newcomer.e_mail_verified &&
    login.allow_new_registrations &&
    isAllowedDomain(login, e_mail) &&
    !isEmailTaken
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
