import { CALL_TIMEOUT } from '@askwell/contract/limits.ts'
import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { ID_FORM_HEADER } from '@askwell/contract/permalink.ts'
import {
  type Ask,
  CallFailed,
  type LoggedUser,
  type PageSession,
  pageSession,
  type PluginsShown,
  type SiteInfo,
  type Upload,
} from '@askwell/web/context.ts'
import { data, redirect, redirectDocument, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { askingFirst } from './captcha.ts'
import { onceReached } from './network.ts'
import { paths } from './paths.ts'

// The one way to talk to the server. `load` functions run on the server for the first HTML and in the browser afterwards.

const TOKEN_KEY = 'askwell_token'
/** Whose token it is known to be. */
const HOLDER_KEY = 'askwell_token_of'
const UNREACHABLE_STATUS = 503
const UNREACHABLE = 'unreachable'

/** One for each page that was rendered, which each have a form token of their own. */
let exchanged: { by: string; done: Promise<void> } | undefined

const sessionEnd = new EventTarget()
/** Calls `tell` whenever the server says that this browser's session is over. @returns how to end that. */
export const onSessionEnd = (tell: () => void) => {
  sessionEnd.addEventListener('end', tell)
  return () => sessionEnd.removeEventListener('end', tell)
}
/** The server doesn't know the token any more: what the browser stores of it goes too. */
export const endSession = () => {
  storeToken('')
  exchanged = { by: browser.formToken, done: Promise.resolve() } // the cookie would bring another of the same
  sessionEnd.dispatchEvent(new Event('end'))
}

/** What the browser knows between two pages; the root page keeps it true. */
export const browser: Pick<PageSession, 'user' | 'site' | 'plugins' | 'language' | 'home' | 'formToken'> = {
  user: null,
  site: null,
  plugins: { widgets: [], pages: [], draws: [], editor: false },
  language: 'en_US',
  home: 'active',
  formToken: '',
}

export const storage = () => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
export const storedToken = () => storage()?.getItem(TOKEN_KEY) ?? ''
export const storeToken = (token: string) => {
  storage()?.removeItem(HOLDER_KEY)
  if (token) storage()?.setItem(TOKEN_KEY, token)
  else storage()?.removeItem(TOKEN_KEY)
}

/** Whose the stored token is, where that is known. */
export const tokenHolder = () => storage()?.getItem(HOLDER_KEY) ?? undefined

/** Of a login, whose it is known to be. */
export const storeTokenFor = (userId: string, token: string) => {
  storeToken(token)
  storage()?.setItem(HOLDER_KEY, userId)
}
/** Calls `tell` when somebody logs in in another tab. @returns how to end that. */
export const onTokenElsewhere = (tell: () => void) => {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === TOKEN_KEY && newValue) tell()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

const exchange = async (userId: string, formToken: string) => {
  const response = await fetch('/session/token', {
    method: 'POST',
    body: new URLSearchParams({ form_token: formToken }),
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  })
  if (!response.ok) return
  storeTokenFor(userId, ((await response.json()) as { access_token: string }).access_token)
}

/**
 * After a login by plain form the browser has only the cookie; one same-origin request trades it for the token that calls need.
 * A token that was somebody else's is replaced; when the page is rendered for nobody there is none to keep.
 */
export const storeTokenOf = async (userId: string | undefined, formToken: string) => {
  if (!userId) return storeToken('')
  if (storedToken() && storage()?.getItem(HOLDER_KEY) === userId) return
  if (exchanged?.by !== formToken)
    exchanged = { by: formToken, done: exchange(userId, formToken).catch(() => (exchanged = undefined)) }
  await exchanged.done
}

/** The token of the member that the page is for, once it has come: a page may call before. */
export const ownToken = async () => {
  if (browser.user) await (storedToken() ? exchanged?.done : storeTokenOf(browser.user.id, browser.formToken))
  return storedToken()
}

const addressOf = (endpoint: Endpoint, asked: { params?: unknown; query?: unknown }) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((asked.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const path = pathOf(endpoint, asked.params as Record<string, string> | undefined)
  return query.size ? `${path}?${query}` : path
}

interface Reply {
  code: number
  reason: string
  msg: string
  data: unknown
}

/** Browsers send 64 KB after a page is gone, all told; in characters of three bytes. */
const KEPT_ALIVE = 20_000

const send = async (
  endpoint: Endpoint,
  asked: { params?: unknown; query?: unknown; body?: unknown },
  payload: BodyInit | undefined,
  type?: string,
) => {
  const token = await ownToken()
  // No answer, or one that isn't the site's: both are the way there, and not the site.
  const unreachable = () => {
    throw new CallFailed(UNREACHABLE_STATUS, UNREACHABLE, '', null)
  }
  const response = await fetch(addressOf(endpoint, asked), {
    method: endpoint.method,
    body: payload,
    // Drafts are sent when the page is left, too.
    keepalive: endpoint.rate === 'draft' && typeof payload === 'string' && payload.length <= KEPT_ALIVE,
    signal: AbortSignal.timeout(CALL_TIMEOUT),
    headers: {
      'accept-language': browser.language,
      [ID_FORM_HEADER]: 'long',
      ...(token && { authorization: token }),
      ...(type && { 'content-type': type }),
    },
  }).catch(unreachable)
  const reply = (await response.json().catch(unreachable)) as Reply
  if (response.ok) return reply.data
  if (response.status === 401 && token) endSession()
  throw new CallFailed(response.status, reply.reason, reply.msg, reply.data, endpoint.prefix)
}

export const call: Ask = askingFirst(
  (endpoint, asked = {}) =>
    send(
      endpoint,
      asked,
      asked.body === undefined ? undefined : JSON.stringify(asked.body),
      asked.body === undefined ? undefined : 'application/json',
    ) as never,
)

export const upload: Upload = (endpoint, { source, file, replaces }) => {
  const form = new FormData()
  form.append('source', source) // before the file: the server reads in this order
  if (replaces) form.append('replaces', replaces)
  form.append('file', file)
  return send(endpoint, {}, form) as never
}

/** What every `load`, `send` and guard is given, wherever it runs. */
export interface RouteContext {
  call: Ask
  upload: Upload
  user: LoggedUser | null
  site: SiteInfo | null
  plugins: PluginsShown
  /** What the list of questions begins with on this device. */
  home: PageSession['home']
  params: Record<string, string | undefined>
  url: URL
  request: Request
  /** What was posted, where the server has taken it apart already. */
  form?: FormData
  /** Keeps, changes or, with '', ends the session. */
  setToken(token: string): void
}

/** The form that was sent to this page: in the browser as it was typed, on the server as it has taken it apart. */
export const postedForm = async ({ form, request }: RouteContext) => form ?? request.formData()

export const serverContext = ({
  context,
  params,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'params' | 'request'>): RouteContext => {
  const { call, upload: uploadHere, user, site, plugins, home, form, setToken } = context.get(pageSession)
  return { call, upload: uploadHere, user, site, plugins, home, form, params, url: pageUrl(request), request, setToken }
}

export const browserVisit = ({
  params,
  request,
}: Pick<ClientLoaderFunctionArgs, 'params' | 'request'>): RouteContext => ({
  call,
  upload,
  user: browser.user,
  site: browser.site,
  plugins: browser.plugins,
  home: browser.home,
  params,
  url: pageUrl(request),
  request,
  setToken: storeToken,
})

/** The address as the person sees it, without the `.data` of a background request. */
const pageUrl = (request: Request) => {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/(\/_root)?\.data$/, '') || '/'
  url.searchParams.delete('_routes')
  return url
}

/** Where somebody is, as an address of this site. */
export const placeOf = ({ pathname, search }: URL) => pathname + search
export const loginPath = (url: URL) => paths.login(placeOf(url))
/** The same, for whom a page still took to be logged in. */
const endedPath = (url: URL) => {
  const login = loginPath(url)
  return `${login}${login.includes('?') ? '&' : '?'}ended`
}

const typeOf = (error: CallFailed) => (error.data as { type?: string } | null)?.type

export const suspendedPath = (about?: string) =>
  about ? `/users/account-suspended?about=${encodeURIComponent(about)}` : '/users/account-suspended'

export const isFieldList = (found: unknown): found is { error_field: string; error_msg: string }[] =>
  Array.isArray(found) && typeof found[0]?.error_field === 'string'

/** Pages about getting in: what is refused there is said where one types. */
const ACCOUNT_PAGE =
  /^\/(user-center\/|users\/(login|register|account-|change-email|password-reset|confirm-|invitation|auth-landing))/

/**
 * How the browser says that something was refused: briefly in the corner, as a question, or in a dialog to close.
 * Nothing if the message belongs to fields, or if the caller says it.
 */
export type Telling = 'toast' | 'confirm' | 'dialog'
export const tellingOf = (error: CallFailed, { pathname }: URL): Telling | undefined => {
  if (isFieldList(error.data)) return undefined
  if (error.status === 403) return ACCOUNT_PAGE.test(pathname) ? undefined : 'toast'
  if (error.status !== 400) return undefined
  const { err_type } = (error.data ?? {}) as { err_type?: string }
  if (err_type === 'toast') return 'toast'
  if (err_type === 'modal') return 'confirm'
  return error.data === null || Object.keys(error.data as object).length === 0 ? 'dialog' : undefined
}

/** Where a refusal leads, whatever one was about to do. As a new document where the page believes in a login that is over. */
export const leadsAway = (error: unknown, url: URL) => {
  if (!(error instanceof CallFailed)) return undefined
  if (error.status === 401) return redirectDocument(browser.user ? endedPath(url) : loginPath(url))
  if (typeOf(error) === 'inactive') return redirect(paths.activation(placeOf(url)))
  if (typeOf(error) === 'second_factor_required') return redirect('/users/settings/account#factors')
  if (typeOf(error) === 'suspended') return redirectDocument(suspendedPath((error.data as { about?: string }).about))
  // Who isn't an admin any more sees what others see of the administration.
  if (error.status === 403 && error.prefix === 'admin' && !typeOf(error) && !isFieldList(error.data))
    return data({ message: error.message }, { status: 403 })
  return undefined
}

/** What a page does with a refusal: goes where it leads, or is the page that says so. */
const asPage = (error: unknown, url: URL): unknown => {
  if (!(error instanceof CallFailed)) return error
  if (typeOf(error) === 'url_expired') return redirect('/users/account-activation/failed')
  // As a document: the server renders the page that says so, and once it is over the same address is what it was.
  if (error.reason === 'base.maintenance') return redirectDocument(url.pathname + url.search)
  return leadsAway(error, url) ?? data({ message: error.message }, { status: error.status })
}

export const isUnreachable = (error: unknown) => error instanceof CallFailed && error.reason === UNREACHABLE

/** A page is left once the next one is there: without a connection it is waited for. */
export const whenReached = <T>(read: () => Promise<T>, { signal }: Request) =>
  onceReached(read, isUnreachable, { signal })

type Load<T> = (visit: RouteContext) => Promise<T>
const turned = async <T>(load: Load<T>, visit: RouteContext) => {
  try {
    return await load(visit)
  } catch (error) {
    throw asPage(error, visit.url)
  }
}

/** `export const loader = onServer(load)` and `export const clientLoader = inBrowser(load)`. */
export const onServer =
  <T>(load: Load<T>) =>
  (args: LoaderFunctionArgs) =>
    turned(load, serverContext(args))
export const inBrowser =
  <T>(load: Load<T>) =>
  (args: ClientLoaderFunctionArgs) =>
    turned((visit) => whenReached(() => load(visit), args.request), browserVisit(args))
