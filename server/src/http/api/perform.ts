import { scopeOf } from '@askwell/contract/api-tokens.ts'
import {
  type Access,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  PREFIX,
  type QueryOf,
  type RateClass,
  type ReplyOf,
} from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import type { App } from '../../events/events.ts'
import { suspensionCode } from '../../features/users/accounts/views.ts'
import { actingAs } from '../../lib/acting.ts'
import { inCall } from '../../lib/current-request.ts'
import { AuthorizationLost, withReauthorization } from '../../events/re-authorization.ts'
import type { Runtime } from '../../runtime.ts'
import { MAIL_STATUS, mayEnterPrivate, type Actor, USER_STATUS, type Viewer } from '../../lib/actor.ts'
import { Invalid, AppError, type FieldError, Forbidden } from '../../lib/errors.ts'
import { reloadViewer, isStillAuthorized } from '../auth/request-auth.ts'
import type { SpooledFile } from '../bodies/spool.ts'
import { check } from '../../lib/validate.ts'

/** What is known about the caller, apart from the request. */
export interface Caller {
  actor: Viewer
  /** The token they came with, or ''. */
  token: string
  /** The session that the token is of; 0 for programs and for nobody. */
  session_id?: number
  ip: string
  language: string
  user_agent: string
  /** The secret cookie of a sign-in elsewhere that this browser began, or empty (oauth-routes.ts). It only serves to finish that. */
  browser?: string
  /** A program with a token is calling: its scopes (contract/src/api-tokens.ts). */
  scopes?: string[]
  /** A call with the token of a deleted member: their client has to forget it. A page is then just anonymous. */
  gone?: boolean
  /** A page is being rendered for them: that counts once, not each of its reads. */
  rendering?: boolean
}

/** It is a temporary file until the call is over; a call that keeps it moves it away. */
export type UploadedFile = SpooledFile

/** Calls that wait in a queue of their own, for passwords or pictures, or for their body: they don't say how busy the rest is. */
export const OWN_QUEUE: RateClass[] = ['login', 'mail', 'upload', 'install']

type ActorOf<A extends Access> = A extends 'anyone' ? Viewer : Actor

/** What a route function gets: checked against the contract, access granted. */
export interface Call<E extends Endpoint> {
  app: App
  site: Runtime
  actor: ActorOf<E['access']>
  caller: Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  file: UploadedFile | undefined
}

export interface CallInput {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: UploadedFile
  /** A body with a file: read only when it is clear that the caller may send one. */
  form?: () => Promise<{ body: unknown; file: UploadedFile | undefined }>
}

type Answer = (call: Call<Endpoint>) => Promise<unknown>

/** What is wrong with those fields of a body that its schema takes, where it refuses others: a form hears of all at once. */
type AlsoWrong<E extends Endpoint> = (
  call: Pick<Call<E>, 'app' | 'actor'> & { body: Partial<BodyOf<E>> },
) => Promise<FieldError[]>

interface Answered {
  endpoint: Endpoint
  answer: Answer
  alsoWrong?: AlsoWrong<Endpoint>
}

export interface Api {
  on<E extends Endpoint>(
    endpoint: E,
    answer: (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
    more?: { alsoWrong: AlsoWrong<E> },
  ): void
  /** By method and path: the pages have their own copies of the endpoints, but the ones here count. */
  answers: Map<string, Answered>
}

const nameOf = ({ method, prefix, path }: Endpoint) => `${method} ${PREFIX[prefix]}${path}`
const CONTRACT = new Set(endpoints.map(nameOf))

/** Endpoints that no feature answers. */
export const unanswered = ({ answers }: Api) => [...CONTRACT].filter((name) => !answers.has(name))

export const createApi = (features: ((api: Api) => void)[]): Api => {
  const answers: Api['answers'] = new Map()
  const api: Api = {
    answers,
    on(endpoint, answer, more) {
      if (!CONTRACT.has(nameOf(endpoint)))
        throw new Error(`an answer to ${nameOf(endpoint)}, which is not in the contract`)
      if (answers.has(nameOf(endpoint))) throw new Error(`two answers to ${nameOf(endpoint)}`)
      answers.set(nameOf(endpoint), { endpoint, answer: answer, ...more })
    },
  }
  for (const routes of features) routes(api)
  return api
}

const unauthorized = () => new AppError('unauthorized', 'base.unauthorized_error')
const inactive = () => new Forbidden('error.email.need_to_be_verified', { data: { type: 'inactive' } })

const admit = (runtime: Runtime, endpoint: Endpoint, actor: Viewer) => {
  if (actor?.status === USER_STATUS.suspended && !endpoint.whileSuspended)
    throw new Forbidden('error.user.suspended', {
      data: { type: 'suspended', about: suspensionCode(runtime.secret, actor.id) },
    })
  if (endpoint.access === 'anyone') return
  if (!actor) throw unauthorized()
  if (endpoint.access === 'logged-in') return
  if (actor.mail_status !== MAIL_STATUS.activated) throw inactive()
  if ((endpoint.access === 'admin' || endpoint.access === 'moderator') && actor.reduced_role === 'second_factor')
    throw new Forbidden('error.user.second_factor_required', { data: { type: 'second_factor_required' } })
  if (endpoint.access === 'admin' && !isAdmin(actor)) throw new Forbidden('base.unauthorized_error')
  if (endpoint.access === 'moderator' && !isStaff(actor)) throw new Forbidden('base.unauthorized_error')
}

/** Until they are activated, members of a private site get only what is their own. */
const admitToPrivate = ({ visibility }: Endpoint, actor: Viewer) => {
  if (!actor) throw unauthorized()
  if (visibility === 'site' && !mayEnterPrivate(actor)) throw inactive()
}

/** What was sent in the fields that nothing is wrong with so far. */
const takenOf = (sent: unknown, wrong: FieldError[]) =>
  Object.fromEntries(
    Object.entries((sent ?? {}) as Record<string, unknown>).filter(
      ([name]) => !wrong.some(({ field }) => field === name),
    ),
  )

const checked = async (
  { endpoint, alsoWrong }: Answered,
  asked: CallInput,
  { app, actor }: { app: App | undefined; actor: Viewer },
) => {
  const parts = {
    params: check(endpoint.params, asked.params, 'address'),
    query: check(endpoint.query, asked.query, 'address'),
    body: check(endpoint.body, asked.body, 'body'),
  }
  const wrong = Object.values(parts).flatMap((part) => ('refusals' in part ? part.refusals : []))
  if (wrong.length && alsoWrong && app)
    wrong.push(...(await alsoWrong({ app, actor, body: takenOf(asked.body, wrong) })))
  if (wrong.length) throw new Invalid(wrong)
  return parts as { [K in keyof typeof parts]: { value: Record<string, unknown> } }
}

/** A program gets what its token allows, and nothing that guards its owner's account. */
const admitProgram = (endpoint: Endpoint, scopes: string[] | undefined) => {
  if (!scopes) return
  const scope = scopeOf(endpoint)
  if (!scope) throw new Forbidden('error.token.not_for_programs', { data: { type: 'session_only' } })
  if (!scopes.includes(scope))
    throw new Forbidden('error.token.scope_missing', { values: { scope }, data: { type: 'scope', scope } })
}

const letIn = async (runtime: Runtime, endpoint: Endpoint, actor: Viewer) => {
  admit(runtime, endpoint, actor)
  if (endpoint.visibility !== 'public' && (await runtime.isPrivate())) admitToPrivate(endpoint, actor)
}

/** Answers a caller who was admitted. If they lose a right before the write begins, they are checked again as they are now. */
const answerAs = async (
  runtime: Runtime,
  { endpoint, answer }: Pick<Answered, 'endpoint' | 'answer'>,
  caller: Caller,
  call: Omit<Call<Endpoint>, 'app' | 'site' | 'actor' | 'caller'>,
): Promise<unknown> => {
  const { app } = runtime
  const { actor } = caller
  const respond = () => answer({ app: app!, site: runtime, actor, caller, ...call })
  const via = caller.scopes ? 'token' : 'session'
  const reply = () =>
    actor ? actingAs({ actor_id: actor.id, session_id: caller.session_id ?? 0, via }, respond) : respond()
  if (!app || !actor || endpoint.method === 'GET') return reply()
  try {
    return await withReauthorization(
      async (db) => isStillAuthorized(actor, await reloadViewer(db, actor, app.clock.now())),
      reply,
    )
  } catch (error) {
    if (!(error instanceof AuthorizationLost)) throw error
    const now = await reloadViewer(app.db, actor, app.clock.now())
    await letIn(runtime, endpoint, now)
    return answerAs(runtime, { endpoint, answer }, { ...caller, actor: now }, call)
  }
}

/** The one way to make a call, for HTTP and for the pages' own loaders: who is it, may they, is it well formed, not too often; then the reply. */
export const perform = async <E extends Endpoint>(
  runtime: Runtime,
  wanted: E,
  asked: CallInput,
  caller: Caller,
): Promise<ReplyOf<E>> => {
  const found = runtime.api.answers.get(nameOf(wanted))
  if (!found) throw new Error(`no answer to ${nameOf(wanted)}`)
  const { endpoint } = found
  if (!runtime.app && !endpoint.beforeInstall) throw new Forbidden('base.not_installed')
  // The wizard has calls of its own; once there is a site it only says so.
  if (runtime.app && endpoint.prefix === 'root') throw new Forbidden('base.already_installed')
  if (!caller.rendering || endpoint.rate !== 'read') runtime.rates(endpoint.rate, caller.actor?.id, caller.ip)
  admitProgram(endpoint, caller.scopes)
  if (caller.gone && endpoint.visibility !== 'public') throw unauthorized()
  await letIn(runtime, endpoint, caller.actor)
  const sent = asked.form ? { ...asked, ...(await asked.form()) } : asked
  const { params, query, body } = await checked(found, sent, { app: runtime.app, actor: caller.actor })
  const reply = () =>
    answerAs(runtime, found, caller, { params: params.value, query: query.value, body: body.value, file: sent.file })
  const { app } = runtime
  if (!app) return (await reply()) as ReplyOf<E>
  const guarded = () => runtime.captchas.guarding(app, endpoint, caller, { ...query.value, ...body.value }, reply)
  return (await (caller.rendering ? inCall(nameOf(endpoint), guarded) : guarded())) as ReplyOf<E>
}
