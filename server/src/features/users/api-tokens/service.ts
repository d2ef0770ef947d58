import { API_TOKEN_MARK, type ApiToken, type Scope, SCOPES } from '@askwell/contract/api-tokens.ts'
import { API_TOKENS_MAX } from '@askwell/contract/limits.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { App } from '../../../events/events.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import type { Actor } from '../../../lib/actor.ts'
import { BadRequest, Invalid, NotFound } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { makeSure } from '../second-factors/make-sure.ts'
import { lockUser } from '../users/queries.ts'
import * as queries from './queries.ts'
import { recordStaffAct } from '../../operations/audit/queries.ts'

interface NewApiToken {
  name: string
  scopes: Scope[]
  days: number
  pass?: string
}

export const makeApiToken = async (
  app: App,
  actor: Actor,
  { name, scopes, days, pass }: NewApiToken,
  session: string,
): Promise<ApiToken & { token: string }> => {
  if (scopes.includes('staff') && !isStaff(actor))
    throw new Invalid([{ field: 'scopes', reason: 'base.unauthorized_error' }])
  await makeSure(app.db, actor, { pass, token: session, now: app.clock.now() })
  const token = API_TOKEN_MARK + newToken()
  return app.transaction(async (tx) => {
    await lockUser(tx.db, actor.id)
    await queries.deleteExpiredTokens(tx.db, tx.now())
    if ((await queries.listTokensOf(tx.db, actor.id, tx.now())).length >= API_TOKENS_MAX)
      throw new BadRequest('error.token.too_many', { values: { max: API_TOKENS_MAX } })
    const row = { name: name.trim(), created_at: tx.now(), expires_at: days && tx.now() + days * DAY }
    const granted = SCOPES.filter((scope) => scopes.includes(scope))
    const id = await queries.insertToken(tx.db, {
      ...row,
      user_id: actor.id,
      token_hash: hashToken(token),
      scopes: granted.join(' '),
    })
    await recordStaffAct(tx, actor, {
      action: 'token.made',
      object_type: 'user',
      object_id: actor.id,
      before: null,
      after: { name: row.name, scopes: granted, expires_at: row.expires_at },
    })
    return { ...row, id: String(id), scopes: granted, used_at: 0, token }
  })
}

export const endApiToken = async (app: App, actor: Actor, id: number) => {
  await app.transaction(async (tx) => {
    if (!(await queries.deleteToken(tx.db, actor.id, id))) throw new NotFound('error.object.not_found')
    await recordStaffAct(tx, actor, {
      action: 'token.ended',
      object_type: 'user',
      object_id: actor.id,
      before: null,
      after: null,
    })
  })
  return null
}

/** For its owner to see whether it is still in use; noted once an hour at most. */
export const noteTokenUse = async (app: App, { id, used_at }: { id: number; used_at: number }) => {
  if (app.clock.now() - used_at >= HOUR) await app.transaction((tx) => queries.noteTokenUse(tx.db, id, tx.now()))
}
