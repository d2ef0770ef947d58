import type { App } from '../../../events/events.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { Forbidden } from '../../../lib/errors.ts'
import { hashToken } from '../../../lib/tokens.ts'
import * as queries from './queries.ts'

const FRESH_SECONDS = 10 * MINUTE

/** They have logged in within the last minutes. */
export const ensureFresh = async (db: App['db'], token: string, now: number) => {
  const session = await queries.findSessionByHash(db, hashToken(token))
  if (!session || now - session.created_at > FRESH_SECONDS) throw new Forbidden('error.user.log_in_again')
}
