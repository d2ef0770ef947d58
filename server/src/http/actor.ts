import type { App } from '../events/events.ts'
import { type Member, USER_STATUS, type Viewer } from '../lib/member.ts'
import { hashToken } from '../lib/tokens.ts'

/** The session cookie; scripts can't read it, other sites' requests don't carry it on writes. */
export const SESSION_COOKIE = 'askwell_session'

export interface Recognized { actor: Viewer; session: { id: number; used_at: number } | undefined }

const NOBODY: Recognized = { actor: null, session: undefined }

/** Who is asking: role and status are read from their row each time, so that a change counts at once. */
export const recognize = async (app: App, token: string): Promise<Recognized> => {
  if (!token) return NOBODY
  const row = await app.db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', hashToken(token)).where('sessions.expires_at', '>', app.clock.now())
    .select(['users.id', 'username', 'display_name', 'rank', 'role_id', 'status', 'suspended_until', 'mail_status', 'language', 'sessions.id as session_id', 'sessions.used_at'])
    .executeTakeFirst()
  if (!row || row.status === USER_STATUS.deleted || row.status === USER_STATUS.inactive) return NOBODY
  const { session_id, used_at, suspended_until, ...user } = row
  // A suspension that has run out is over, whether or not the clean-up has come by yet.
  const over = user.status === USER_STATUS.suspended && suspended_until > 0 && suspended_until <= app.clock.now()
  const actor: Member = over ? { ...user, status: USER_STATUS.normal } : user
  return { actor, session: { id: session_id, used_at } }
}
