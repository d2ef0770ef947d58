import type { LoggedUser } from '@askwell/web/context.ts'
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router'
import { browserVisit, loginPath, serverVisit, type Visit } from './session.ts'

// Who may enter, product-spec §4. Each layout route in guards/ is its two middlewares, and for roles its two loaders.

export type Guard = (visit: Visit) => void

const activated = (user: LoggedUser | null) => user !== null && user.mail_status === 1

export const loggedIn: Guard = ({ user, url }) => { if (!user) throw redirect(loginPath(url)) }
export const loggedOut: Guard = ({ user }) => { if (user) throw redirect(activated(user) ? '/' : '/users/account-activation') }
export const mustBeActivated: Guard = (visit) => {
  loggedIn(visit)
  if (!activated(visit.user)) throw redirect('/users/account-activation')
}
/** For pages about activating: whoever is activated has no business there. */
export const notActivated: Guard = ({ user }) => { if (activated(user)) throw redirect('/') }
const role = (...ids: number[]): Guard => ({ user }) => { if (!user || !ids.includes(user.role_id)) throw data(null, { status: 403 }) }
export const moderator = role(2, 3)
export const admin = role(2)
export const registrationOpen: Guard = ({ site }) => { if (!site?.login.allow_new_registrations) throw redirect('/') }
/** On a private site everything but the account pages is for activated members. */
export const privateSite: Guard = (visit) => { if (visit.site?.login.login_required) mustBeActivated(visit) }

export const guardOnServer = (guard: Guard): MiddlewareFunction<Response> => (args, next) => {
  guard(serverVisit(args))
  return next()
}
export const guardInBrowser = (guard: Guard): MiddlewareFunction => async (args, next) => {
  guard(browserVisit(args))
  await next()
}

/** Refuses while the page loads and not before: the page that says so is drawn with the site and its member around it. */
export const refuseOnServer = (guard: Guard) => (args: LoaderFunctionArgs) => {
  guard(serverVisit(args))
  return null
}
export const refuseInBrowser = (guard: Guard) => (args: ClientLoaderFunctionArgs) => {
  guard(browserVisit(args))
  return null
}
