import { userNumber } from '@askwell/contract/ids.ts'
import type { App } from '../../../events/events.ts'
import { BadRequest, NotFound } from '../../../lib/errors.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { deleteTokensOfStaff } from '../../users/api-tokens/queries.ts'
import { deleteSessionsOfStaff } from '../../users/sessions/queries.ts'
import { recordAudit } from '../audit/queries.ts'

export type Ending = 'session' | 'token' | 'user' | 'everybody'

/** The session that asks stays. */
export const endLogins = async (
  app: App,
  { actor_id, token }: { actor_id: number; token: string },
  what: Ending,
  given: string | undefined,
) => {
  if (what !== 'everybody' && given === undefined) throw new BadRequest('base.request_format_error')
  const id = userNumber(given ?? '')
  const meant = what === 'everybody' ? {} : what === 'user' ? { user_id: id } : { id }
  await app.transaction(async (tx) => {
    const sessions = what === 'token' ? [] : await deleteSessionsOfStaff(tx.db, meant, hashToken(token), tx.now())
    const tokens = what === 'session' ? [] : await deleteTokensOfStaff(tx.db, meant, tx.now())
    if (sessions.length + tokens.length === 0 && (what === 'session' || what === 'token'))
      throw new NotFound('error.object.not_found')
    const sessionsOf = Map.groupBy(sessions, ({ user_id }) => user_id)
    const tokensOf = Map.groupBy(tokens, ({ user_id }) => user_id)
    for (const user_id of new Set([...sessionsOf.keys(), ...tokensOf.keys()]))
      await recordAudit(tx, {
        actor_id,
        action: 'user.logged_out',
        object_type: 'user',
        object_id: user_id,
        before: {
          sessions: sessionsOf.get(user_id)?.length ?? 0,
          tokens: (tokensOf.get(user_id) ?? []).map(({ name }) => name),
        },
        after: null,
      })
  })
  return null
}
