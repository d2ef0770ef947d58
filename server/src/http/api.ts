import { type Access, type BodyOf, type Endpoint, type ParamsOf, PREFIX, type QueryOf, type ReplyOf } from '@askwell/contract/endpoint.ts'
import type { App } from '../events/events.ts'
import type { Site } from '../site.ts'
import { isAdmin, isStaff, MAIL_STATUS, type Member, USER_STATUS, type Viewer } from '../lib/member.ts'
import { Invalid, Refusal, Refused } from '../lib/refusals.ts'
import { check } from './validate.ts'

/** What is known of whoever asks, apart from what they ask. */
export interface Caller {
  actor: Viewer
  /** The token they came with, or ''. */
  token: string
  ip: string
  language: string
  user_agent: string
  /** A page is being drawn for them: that counts once, not each of its reads. */
  drawing?: boolean
}

export interface UploadedFile { name: string; mime: string; bytes: Buffer }

type ActorOf<A extends Access> = A extends 'anyone' ? Viewer : Member

/** What a route function is given: checked against the contract, access granted. */
export interface Call<E extends Endpoint> {
  app: App
  site: Site
  actor: ActorOf<E['access']>
  caller: Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  file: UploadedFile | undefined
}

export interface Asked {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: UploadedFile
  /** A body with a file: read only when it is clear that they may send one. */
  form?: () => Promise<{ body: unknown; file: UploadedFile | undefined }>
}

type Answer = (call: Call<Endpoint>) => Promise<unknown>

export interface Api {
  on<E extends Endpoint>(endpoint: E, answer: (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>): void
  /** By method and path: the pages carry their own copies of the endpoints, but what counts is the one kept here. */
  answers: Map<string, { endpoint: Endpoint; answer: Answer }>
}

const nameOf = ({ method, door, path }: Endpoint) => `${method} ${PREFIX[door]}${path}`

export const createApi = (features: ((api: Api) => void)[]): Api => {
  const answers: Api['answers'] = new Map()
  const api: Api = {
    answers,
    on(endpoint, answer) {
      if (answers.has(nameOf(endpoint))) throw new Error(`two answers to ${nameOf(endpoint)}`)
      answers.set(nameOf(endpoint), { endpoint, answer: answer })
    },
  }
  for (const routes of features) routes(api)
  return api
}

const admit = (endpoint: Endpoint, actor: Viewer) => {
  if (actor?.status === USER_STATUS.suspended && !endpoint.whileSuspended) throw new Refused('error.user.suspended', { data: { type: 'suspended' } })
  if (endpoint.access === 'anyone') return
  if (!actor) throw new Refusal('unauthorized', 'base.unauthorized_error')
  if (endpoint.access === 'logged-in') return
  if (actor.mail_status !== MAIL_STATUS.activated) throw new Refused('error.email.need_to_be_verified', { data: { type: 'inactive' } })
  if (endpoint.access === 'admin' && !isAdmin(actor)) throw new Refused('base.unauthorized_error')
  if (endpoint.access === 'moderator' && !isStaff(actor)) throw new Refused('base.unauthorized_error')
}

const checked = (endpoint: Endpoint, asked: Asked) => {
  const parts = {
    params: check(endpoint.params, asked.params, 'address'),
    query: check(endpoint.query, asked.query, 'address'),
    body: check(endpoint.body, asked.body, 'body'),
  }
  const wrong = Object.values(parts).flatMap((part) => ('refusals' in part ? part.refusals : []))
  if (wrong.length) throw new Invalid(wrong)
  return parts as { [K in keyof typeof parts]: { value: Record<string, unknown> } }
}

/** The one way in, for HTTP and for the pages' own loaders: who asks, may they, is it well formed, not too often; then the answer. */
export const perform = async <E extends Endpoint>(site: Site, wanted: E, asked: Asked, caller: Caller): Promise<ReplyOf<E>> => {
  const found = site.api.answers.get(nameOf(wanted))
  if (!found) throw new Error(`no answer to ${nameOf(wanted)}`)
  const { endpoint, answer } = found
  if (!site.app && !endpoint.beforeInstall) throw new Refused('base.not_installed')
  // The wizard has a door of its own; once there is a site it only says so (rulings 8).
  if (site.app && endpoint.door === 'root') throw new Refused('base.already_installed')
  if (!caller.drawing || endpoint.rate !== 'read') site.rates(endpoint.rate, caller.actor?.id, caller.ip)
  admit(endpoint, caller.actor)
  if (endpoint.visibility !== 'public' && !caller.actor && (await site.isPrivate())) throw new Refusal('unauthorized', 'base.unauthorized_error')
  const sent = asked.form ? { ...asked, ...(await asked.form()) } : asked
  const { params, query, body } = checked(endpoint, sent)
  return (await answer({ app: site.app!, site, actor: caller.actor, caller, params: params.value, query: query.value, body: body.value, file: sent.file })) as ReplyOf<E>
}
