import { isStaff, ROLE } from '@askwell/contract/roles.ts'
import type { Db } from '../../db/dialect.ts'
import type { App } from '../../events/events.ts'
import { findToken } from '../../features/users/api-tokens/queries.ts'
import { awaitsSecondFactor } from '../../features/users/second-factors/views.ts'
import { type Actor, USER_STATUS, type Viewer } from '../../lib/actor.ts'
import { hashToken } from '../../lib/tokens.ts'

/** The session cookie; scripts can't read it, other sites' requests don't carry it on writes. */
export const SESSION_COOKIE = 'askwell_session'

/** Recognizes the browser that began to sign in elsewhere, until it is done. */
export const SIGN_IN_COOKIE = 'askwell_signin'

export interface Recognized {
  actor: Viewer
  session?: { id: number; used_at: number }
  /** The caller is a program, with a token that allows only these scopes. */
  token?: { id: number; used_at: number; scopes: string[] }
  /** The session of a deleted member: it gives no access, and the caller is told so. */
  gone?: boolean
}

const NOBODY: Recognized = { actor: null }

const FIELDS = [
  'users.id',
  'username',
  'display_name',
  'rank',
  'role_id',
  'status',
  'suspended_until',
  'mail_status',
  'language',
] as const

/** The user as they are at this moment: an expired suspension is over, even if the clean-up hasn't run yet. */
const asMember = ({ suspended_until, ...user }: Actor & { suspended_until: number }, now: number): Viewer => {
  if (user.status === USER_STATUS.deleted || user.status === USER_STATUS.inactive) return null
  const over = user.status === USER_STATUS.suspended && suspended_until > 0 && suspended_until <= now
  return over ? { ...user, status: USER_STATUS.normal } : user
}

/** Staff with a reduced role: policies see them as plain members. */
const asMemberOnly = (actor: Viewer, stripped: Actor['reduced_role']): Viewer =>
  actor && { ...actor, role_id: ROLE.user, reduced_role: stripped }

const compileQuery = (app: App, token_hash: string, now: number) =>
  app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', token_hash)
    .where('sessions.expires_at', '>', now)
    .select([...FIELDS, 'sessions.id as session_id', 'sessions.used_at'])
    .compile()

type SessionQuery = ReturnType<typeof compileQuery>
const compiled = new WeakMap<App, SessionQuery>()

/** Asked with every request: put together once for a site, since that takes as long as running it. */
const findSession = async (app: App, token_hash: string, now: number) => {
  const query = compiled.get(app) ?? compileQuery(app, token_hash, now)
  compiled.set(app, query)
  const bound: SessionQuery = { ...query, parameters: [token_hash, now] }
  return (await app.db.executeQuery(bound)).rows[0]
}

/** The caller: role and status are read from their row each time, so that a change counts at once. */
export const recognize = async (app: App, token: string): Promise<Recognized> => {
  if (!token) return NOBODY
  const row = await findSession(app, hashToken(token), app.clock.now())
  if (!row) return NOBODY
  const { session_id, used_at, ...user } = row
  const actor = asMember(user, app.clock.now())
  if (!actor) return { ...NOBODY, gone: user.status === USER_STATUS.deleted }
  return {
    actor: (await awaitsSecondFactor(app, actor)) ? asMemberOnly(actor, 'second_factor') : actor,
    session: { id: session_id, used_at },
  }
}

/** The same person as they are by now. */
export const reloadViewer = async (db: Db, { id, reduced_role: stripped }: Actor, now: number): Promise<Viewer> => {
  const user = await db.selectFrom('users').where('id', '=', id).select(FIELDS).executeTakeFirst()
  const member = user ? asMember(user, now) : null
  return stripped ? asMemberOnly(member, stripped) : member
}

/** Whether a user may still do all that they could before. */
export const isStillAuthorized = (before: Actor, now: Viewer) =>
  now !== null &&
  now.role_id === before.role_id &&
  now.status === before.status &&
  now.mail_status === before.mail_status &&
  now.rank >= before.rank

/** The member whose program is calling. Without the scope `staff` it has the role of a plain member, even for staff. */
export const recognizeProgram = async (app: App, token: string): Promise<Recognized> => {
  const row = await findToken(app.db, hashToken(token), app.clock.now())
    .select([...FIELDS, 'api_tokens.id as token_id', 'api_tokens.used_at', 'scopes'])
    .executeTakeFirst()
  if (!row) return NOBODY
  const { token_id, used_at, scopes: stored, ...user } = row
  const member = asMember(user, app.clock.now())
  if (!member) return NOBODY
  const scopes = stored.split(' ')
  const stripped = (await awaitsSecondFactor(app, member))
    ? 'second_factor'
    : !scopes.includes('staff') && isStaff(member)
      ? 'scope'
      : undefined
  return { actor: stripped ? asMemberOnly(member, stripped) : member, token: { id: token_id, used_at, scopes } }
}
