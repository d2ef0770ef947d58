import type { App, Tx } from '../../../events/events.ts'
import { HOUR } from '../../../lib/clock.ts'
import { deviceOf } from '../../../lib/devices.ts'
import type { Actor } from '../../../lib/actor.ts'
import { NotFound } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { findUser, type User } from '../users/queries.ts'
import { sessionSpan } from './policy.ts'
import * as queries from './queries.ts'

/** Where somebody comes from: shown to themself among their sessions; of staff, to admins. */
export interface Origin {
  ip: string
  user_agent: string
}

const NOWHERE: Origin = { ip: '', user_agent: '' }

export const startSession = async (tx: Tx, user: User, { ip, user_agent }: Origin) => {
  const token = newToken()
  await queries.insertSession(
    tx.db,
    { token_hash: hashToken(token), user_id: user.id, ...deviceOf(user_agent), network: ip, now: tx.now() },
    sessionSpan(user),
  )
  return token
}

export const openSession = (app: App, userId: number, origin = NOWHERE) =>
  app.transaction(async (tx) => startSession(tx, (await findUser(tx.db, userId))!, origin))

/** A session goes on from its last use, noted once an hour at most. */
export const renewSession = async (app: App, { id, used_at }: { id: number; used_at: number }) => {
  if (app.clock.now() - used_at < HOUR) return
  await app.transaction(async (tx) => {
    const session = await queries.findSession(tx.db, id)
    if (session?.used_at !== used_at) return
    const { idle, whole } = sessionSpan(session)
    await queries.prolongSession(tx.db, id, tx.now(), Math.min(tx.now() + idle, session.created_at + whole))
  })
}

/** One's own; of another's it says that it isn't there. */
export const endSession = async (app: App, actor: Actor, id: number) => {
  await app.transaction(async (tx) => {
    const { numDeletedRows } = await queries.deleteOwnSession(tx.db, actor.id, id)
    if (numDeletedRows === 0n) throw new NotFound('error.object.not_found')
  })
  return null
}
