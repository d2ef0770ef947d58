import type { Session } from '@askwell/contract/sessions.ts'
import type { App } from '../../../events/events.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { listSessionsOf } from './queries.ts'

/** Sessions as their owner sees them. */
export const sessionList = async (app: App, user_id: number, token: string): Promise<Session[]> =>
  (await listSessionsOf(app.db, user_id, app.clock.now())).map(({ id, token_hash, ...session }) => ({
    ...session,
    id: String(id),
    current: token_hash === hashToken(token),
  }))
