import { randomBytes } from 'node:crypto'
import { currentUser } from '@askwell/contract/accounts.ts'
import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { notificationStatus } from '@askwell/contract/notifications.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { type Ask, CallFailed, type LoggedUser, type PageSession, type Upload } from '@askwell/web/context.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pickLanguage } from '../../lib/languages.ts'
import { MAIL_STATUS, USER_STATUS } from '../../lib/actor.ts'
import { AppError, NotFound } from '../../lib/errors.ts'
import { outsideSlot } from '../../lib/concurrency-slot.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, languageName, pageMessages } from '../../lib/messages.ts'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { type CallInput, type Caller, OWN_QUEUE, perform } from '../api/perform.ts'
import { failure } from '../api/errors.ts'
import { spooledFiles } from '../bodies/form-body.ts'
import { formToken } from '../auth/csrf.ts'
import { sessionCookie } from '../auth/session-cookie.ts'
import { noteTold, type Told } from '../discovery/told.ts'
import { suspensionCode } from '../../features/users/accounts/views.ts'
import { pagesFor } from '../../features/operations/plugins/pages/page.ts'
import { announcementFor, maintenanceWords } from '../../features/operations/settings/notices.ts'
import { appearanceFor, withAppearance } from './appearance.ts'
import { GONE, isGonePage } from './gone.ts'

const VISIT_COOKIE = 'askwell_visit'
/** Pages with forms that anonymous visitors post; they are rendered for one visit and not shared. */
const STRANGERS_FORMS =
  /^\/(install|user-center\/|users\/(login|register|auth-landing|account-|password-reset|change-email|confirm-|invitation|unsubscribe|logout))/

/** Anonymous visitors see the same page, so one rendering serves them all. */
export const isShared = (request: FastifyRequest) => !STRANGERS_FORMS.test(request.url)

export const listViewOf = (request: FastifyRequest): PageSession['listView'] =>
  request.cookies.askwell_view === 'card' ? 'card' : 'compact'

export const homeOf = (request: FastifyRequest): PageSession['home'] =>
  request.cookies.askwell_home === 'recommend' ? 'recommend' : 'active'

export const outsideImagesOf = (request: FastifyRequest): PageSession['outsideImages'] =>
  request.cookies.askwell_images === 'always' ? 'always' : 'ask'

/** The announcement that was put away in this browser, by its version. */
export const dismissedOf = (request: FastifyRequest) => request.cookies.askwell_dismissed ?? ''

const SCHEMES: readonly string[] = ['system', 'light', 'dark'] satisfies PageSession['scheme'][]
const isScheme = (value: string | undefined): value is PageSession['scheme'] =>
  value !== undefined && SCHEMES.includes(value)

/** The member's own setting, else what was chosen in this browser, else the site's. */
export const schemeOf = (request: FastifyRequest, member: string | undefined): PageSession['scheme'] =>
  [member, request.cookies.askwell_scheme].find(isScheme) ?? 'site'

const OFFERED = [...LANGUAGES.keys()]

/** The member's language, else the visitor's choice, else what the browser asks for, else the site's. */
export const languageFor = (request: FastifyRequest, member: string | undefined, site: string) =>
  pickLanguage({
    member,
    chosen: request.cookies.askwell_language,
    acceptLanguage: request.headers['accept-language'],
    offered: OFFERED,
    site,
  })

const languages = OFFERED.map((value) => ({ value, label: languageName(value) }))

/** Calls in process what the browser calls over HTTP, and fails in the same way. */
const inProcess = async (runtime: Runtime, caller: Caller, endpoint: Endpoint, asked: CallInput) => {
  try {
    const asking = () => perform(runtime, endpoint, asked, caller)
    return (await (OWN_QUEUE.includes(endpoint.rate) ? outsideSlot(asking) : asking())) ?? null
  } catch (error) {
    const { code, reason, msg, data } = failure(error, caller.language)
    if (!(error instanceof AppError)) runtime.report(error, `${endpoint.method} ${endpoint.path}`)
    throw new CallFailed(code, reason, msg, data, endpoint.prefix)
  }
}
const askAs =
  (runtime: Runtime, caller: Caller): Ask =>
  (endpoint, asked = {}) =>
    inProcess(runtime, caller, endpoint, asked) as never
const uploadAs =
  (runtime: Runtime, caller: Caller): Upload =>
  async (endpoint, { source, file, replaces }) => {
    const arrived = spooledFiles.get(file)
    if (!arrived) throw new Error('a file that came with no form')
    return inProcess(runtime, caller, endpoint, { body: { source, replaces }, file: arrived }) as never
  }

const NOBODY = { user: null, color_scheme: undefined }
const readUser = async (
  runtime: Runtime,
  caller: Caller,
  call: Ask,
): Promise<{ user: LoggedUser | null; color_scheme: string | undefined }> => {
  if (!runtime.app || !caller.actor) return NOBODY
  try {
    const found = await call(currentUser)
    if (!found) return NOBODY
    const { id, username, display_name, rank, role_id, mail_status, status, color_scheme, editor_face, avatar } = found
    return {
      user: {
        id,
        username,
        display_name,
        rank,
        role_id,
        mail_status,
        status,
        editor_face,
        avatar: avatar.custom || avatar.gravatar,
      },
      color_scheme,
    }
  } catch (error) {
    if (error instanceof CallFailed && error.status === 403) return NOBODY // suspended: sees the site as an anonymous visitor
    throw error
  }
}

/** What is new for them, and how many items wait for their review; most users have no queues. */
const newsFor = async (call: Ask, user: LoggedUser | null): Promise<Pick<PageSession, 'unseen' | 'toReview'>> => {
  if (user?.mail_status !== MAIL_STATUS.activated) return { unseen: null, toReview: null }
  const { inbox, achievement, revision, can_revision } = await call(notificationStatus)
  return { unseen: { inbox, achievement }, toReview: can_revision ? revision : null }
}

/** Everything a page may know while it is rendered. Without `reply` no cookie is set. `holder` is the session the form token belongs to. */
export const pageSessionFor = async (
  runtime: Runtime,
  request: FastifyRequest,
  reply: FastifyReply | undefined,
  caller: Caller,
) => {
  const info = runtime.app ? await perform(runtime, siteInfo, {}, { ...caller, actor: null, rendering: true }) : null
  const language = languageFor(request, caller.actor?.language, info?.interface.language ?? DEFAULT_LANGUAGE)
  // Suspended members read as anonymous visitors do; what they send is refused as a member's.
  const reading = request.method === 'GET' || request.method === 'HEAD'
  const actor = reading && caller.actor?.status === USER_STATUS.suspended ? null : caller.actor
  const speaking = { ...caller, actor, language, rendering: true }
  const told: Told = {}
  const ask = askAs(runtime, speaking)
  // Asked once, however many calls of the page find nothing.
  let gone: Promise<boolean> | undefined
  const call: Ask = async (endpoint, asked) => {
    const reply = await ask(endpoint, asked).catch(async (error: unknown) => {
      if (!(error instanceof CallFailed) || error.status !== 404) throw error
      if (!(await (gone ??= isGonePage(runtime, actor, request.url)))) throw error
      const { reason, msg } = failure(new NotFound('error.question.gone'), language)
      throw new CallFailed(GONE, reason, msg, null, endpoint.prefix)
    })
    noteTold(told, endpoint, reply)
    return reply
  }
  const { user, color_scheme } = await readUser(runtime, speaking, call)
  let visit = request.cookies[VISIT_COOKIE] ?? ''
  const shared = !caller.actor && isShared(request)
  if (!caller.actor && !shared && !visit && reply) {
    visit = randomBytes(18).toString('base64url')
    void reply.setCookie(VISIT_COOKIE, visit, { ...sessionCookie(runtime), maxAge: undefined })
  }
  const appearance = await appearanceFor(runtime, request, actor)
  const settings = await runtime.settings()
  const session: PageSession = {
    call,
    upload: uploadAs(runtime, speaking),
    site: info && withAppearance(info, appearance),
    custom: appearance.custom,
    plugins: {
      widgets: runtime.app?.plugins.widgetPlaces() ?? [],
      pages: runtime.app ? pagesFor(runtime.app, actor, language) : [],
      draws: runtime.app?.plugins.drawnInBrowsers() ?? [],
      editor: runtime.app?.plugins.hasEditorParts() ?? false,
    },
    user,
    announcement: announcementFor(settings, {
      actor,
      language,
      dismissed: dismissedOf(request),
      now: runtime.app?.clock.now() ?? 0,
    }),
    maintenanceWords: maintenanceWords(settings, language),
    suspension: reading && caller.actor && !actor ? suspensionCode(runtime.secret, caller.actor.id) : '',
    maintenance: actor !== null && isStaff(actor) && (await runtime.maintenance.isOn()),
    ...(await newsFor(call, user)),
    language,
    languages,
    messages: pageMessages(language).messages,
    messagesPlace: `/locales/${language}.${pageMessages(language).hash}.`,
    requestId: request.current.id,
    report: (error) => runtime.report(error, `rendering ${request.url}`),
    scheme: schemeOf(request, color_scheme),
    schemeIsOwn: isScheme(color_scheme),
    listView: listViewOf(request),
    home: homeOf(request),
    outsideImages: outsideImagesOf(request),
    formToken: shared ? '' : formToken(runtime.secret, caller.token || visit),
    nonce: runtime.config.dev ? undefined : randomBytes(16).toString('base64'),
    setToken: (token) =>
      void (token
        ? reply?.setCookie(SESSION_COOKIE, token, sessionCookie(runtime))
        : reply?.clearCookie(SESSION_COOKIE, { path: '/' })),
  }
  return { session, appearance, shared, told, holder: caller.token || visit }
}
