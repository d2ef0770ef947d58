import { Type, type Static, type TSchema } from 'typebox'

/** Who may make the call at all. Whether they may do it to this very thing is up to the policy. */
export type Access = 'anyone' | 'logged-in' | 'activated' | 'moderator' | 'admin'

/**
 * Who may see what comes back.
 * - `public`: also on a private site, before a login: what a client needs to start, logging in itself, the installation.
 * - `site`: everybody who may see the site, narrowed row by row by `visible(viewer)`.
 * - `own`: only what belongs to the caller.
 * - `staff`: moderators and admins.
 */
export type Visibility = 'public' | 'site' | 'own' | 'staff'

/** How often one person may call. The figures are in limits.ts. */
export type RateClass =
  | 'read'
  | 'search'
  | 'type-ahead'
  | 'write'
  | 'draft'
  | 'vote'
  | 'upload'
  | 'login'
  | 'mail'
  | 'admin'
  | 'install'

/** `site` is /answer/api/v1, `admin` is /answer/admin/api, `root` is the path as it stands. */
export type RoutePrefix = 'site' | 'admin' | 'root'

export const PREFIX: Record<RoutePrefix, string> = { site: '/answer/api/v1', admin: '/answer/admin/api', root: '' }

type Nothing = ReturnType<typeof nothing>
const nothing = () => Type.Object({})

/** A call of the server, as a value: both sides read path, shapes and rules from here. */
export interface Endpoint<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> {
  prefix: RoutePrefix
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As clients call it, parameters as `:name`. */
  path: `/${string}`
  /** One line for the OpenAPI document. */
  summary: string
  access: Access
  visibility: Visibility
  rate: RateClass
  params: P
  query: Q
  body: B
  reply: R
  /** Suspended members may still make this call, such as logging out. */
  whileSuspended: boolean
  /** The body is a multipart form with a file. */
  multipart: boolean
  /** Also answered while the site is not installed yet. */
  beforeInstall: boolean
  /** Only with a session, never with a token for programs (api-tokens.ts). */
  sessionOnly: boolean
  /** What belongs to the caller, though it speaks of things of the site: a program needs the scope `personal` for it (api-tokens.ts). */
  personal: boolean
  /** The largest body of a call of admins that takes more than calls usually may; 0: as usual. */
  bodyBytes: number
  /** Sent twice with the same body within `REPEAT_SECONDS` it is done once, and answered alike: a program may try it again. */
  repeatable: boolean
}

interface Draft<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> {
  prefix?: RoutePrefix
  method: Endpoint['method']
  path: Endpoint['path']
  summary: string
  access: Access
  visibility: Visibility
  rate: RateClass
  params?: P
  query?: Q
  body?: B
  reply: R
  whileSuspended?: boolean
  multipart?: boolean
  beforeInstall?: boolean
  sessionOnly?: boolean
  personal?: boolean
  bodyBytes?: number
  repeatable?: boolean
}

/** Access, visibility and rate class have no default: an endpoint without them does not compile. */
export const endpoint = <
  A extends Access,
  R extends TSchema,
  P extends TSchema = Nothing,
  Q extends TSchema = Nothing,
  B extends TSchema = Nothing,
>(
  draft: Draft<P, Q, B, R> & { access: A },
): Endpoint<P, Q, B, R> & { access: A } => ({
  prefix: 'site',
  whileSuspended: false,
  multipart: false,
  beforeInstall: false,
  sessionOnly: false,
  personal: false,
  bodyBytes: 0,
  repeatable: false,
  params: nothing() as unknown as P,
  query: nothing() as unknown as Q,
  body: nothing() as unknown as B,
  ...draft,
})

export type ParamsOf<E extends Endpoint> = Static<E['params']>
/** As the handler gets it: fields with a default are always there. A caller may leave them out. */
export type QueryOf<E extends Endpoint> = Static<E['query']>
export type BodyOf<E extends Endpoint> = Static<E['body']>
export type ReplyOf<E extends Endpoint> = Static<E['reply']>

/** What a body with a text of so many characters can have: four bytes for each at worst, and the rest. */
export const bytesFor = (characters: number) => 4 * characters + 16 * 1024

/** The whole path of a call, with its parameters filled in. */
export const pathOf = (e: Pick<Endpoint, 'prefix' | 'path'>, params: Record<string, string | number> = {}) =>
  PREFIX[e.prefix] + e.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
