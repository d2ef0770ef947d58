import { ROLE } from '@askwell/contract/roles.ts'
import { placeBefore } from '@askwell/contract/own-path.ts'
import { userCenterAgent } from '@askwell/contract/user-center.ts'
import type { LoggedUser } from '@askwell/web/context.ts'
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  redirect,
  redirectDocument,
} from 'react-router'
import { paths } from './paths.ts'
import { browserVisit, loginPath, placeOf, serverContext, type RouteContext, whenReached } from './session.ts'

// Who may enter a page. Each layout route in guards/ is its two middlewares, and for roles its two loaders.

export type Guard = (visit: RouteContext) => void | Promise<void>

type Entered = Pick<LoggedUser, 'mail_status'>
const activated = (user: Entered | null) => user !== null && user.mail_status === 1

/** Where a member goes after logging in: back to where they were, or first to activating their account. */
export const placeAfterEntering = (user: Entered, { searchParams }: URL) => {
  const from = searchParams.get('from')
  return activated(user) ? placeBefore(from) : paths.activation(from)
}

export const loggedIn = ({ user, url }: RouteContext) => {
  if (!user) throw redirect(loginPath(url))
}
export const loggedOut: Guard = ({ user, url }) => {
  if (user) throw redirect(placeAfterEntering(user, url))
}
export const mustBeActivated = (visit: RouteContext) => {
  loggedIn(visit)
  if (!activated(visit.user)) throw redirect(paths.activation(placeOf(visit.url)))
}
/** For pages about activating: activated members have nothing to do there. */
export const notActivated: Guard = ({ user }) => {
  if (activated(user)) throw redirect('/')
}
const role =
  (...ids: number[]): Guard =>
  ({ user }) => {
    if (!user || !ids.includes(user.role_id)) throw data(null, { status: 403 })
  }
export const moderator = role(ROLE.admin, ROLE.moderator)
export const admin = role(ROLE.admin)
export const registrationOpen: Guard = ({ site }) => {
  if (!site?.login.allow_new_registrations) throw redirect('/')
}
/** Where signing in at the user center begins; where one was going before goes along. */
export const beginningAt = (address: string, { searchParams }: URL) => {
  const from = searchParams.get('from')
  return from ? `${address}?from=${encodeURIComponent(from)}` : address
}
/** New people register where the user center says, and log in there where it stands alone. Admins can always get at the form. */
export const toUserCenter: Guard = async ({ call, url }) => {
  const { agent_info } = await call(userCenterAgent)
  if (!agent_info || url.searchParams.has('admin')) return
  if (url.pathname === '/users/register' && agent_info.sign_up_redirect_url)
    throw redirectDocument(agent_info.sign_up_redirect_url)
  if (agent_info.enabled_original_user_system) return
  // With a messenger there is a choice: this browser, or the telephone.
  const begins = agent_info.messenger ? paths.userCenter() : agent_info.login_redirect_url
  throw redirectDocument(beginningAt(begins, url))
}
/** On a private site everything but the account pages is for activated members. */
export const privateSite: Guard = (visit) => {
  if (visit.site?.login.login_required) mustBeActivated(visit)
}

export const guardOnServer =
  (guard: Guard): MiddlewareFunction<Response> =>
  async (args, next) => {
    await guard(serverContext(args))
    return next()
  }
export const guardInBrowser =
  (guard: Guard): MiddlewareFunction =>
  async (args, next) => {
    await whenReached(async () => guard(browserVisit(args)), args.request)
    await next()
  }

/** Refuses while the page loads and not before: the page that says so is rendered with the site and its member around it. */
export const refuseOnServer = (guard: Guard) => async (args: LoaderFunctionArgs) => {
  await guard(serverContext(args))
  return null
}
export const refuseInBrowser = (guard: Guard) => async (args: ClientLoaderFunctionArgs) => {
  await guard(browserVisit(args))
  return null
}
