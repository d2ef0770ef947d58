import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import type { SiteInvitation } from '@askwell/contract/site-invitations.ts'
import type { Db } from '../../../db/dialect.ts'
import { translate } from '../../../lib/messages.ts'
import { userCards } from '../users/views.ts'
import { type InvitationRow, listUses } from './queries.ts'

/** Users that the list names of each invitation. */
const NAMED = 5

export const roleKey = (role_id: number) => ROLES.find((role) => ROLE[role] === role_id) ?? 'user'
export const roleName = (role_id: number, language: string) => translate(language, `roles.${roleKey(role_id)}.name`)

const stateOf = ({ used_count, max_uses, ended_at, expires_at }: InvitationRow, now: number) => {
  if (used_count >= max_uses) return 'used' as const
  return ended_at > 0 || expires_at <= now ? ('ended' as const) : ('open' as const)
}

export const invitationList = async (
  db: Db,
  rows: InvitationRow[],
  { now, language }: { now: number; language: string },
): Promise<SiteInvitation[]> => {
  const uses = await listUses(
    db,
    rows.map(({ id }) => id),
    NAMED,
  )
  const cards = await userCards(db, [
    ...rows.map(({ inviter_id }) => inviter_id),
    ...uses.map(({ user_id }) => user_id),
  ])
  return rows.map((row) => ({
    id: String(row.id),
    e_mail: row.e_mail,
    display_name: row.display_name,
    role_id: row.role_id,
    role_name: roleName(row.role_id, language),
    state: stateOf(row, now),
    max_uses: row.max_uses,
    used_count: row.used_count,
    created_at: row.created_at,
    sent_at: row.sent_at,
    send_error: row.send_error,
    expires_at: row.expires_at,
    ended_at: row.ended_at,
    invited_by: cards.get(row.inviter_id)!.display_name,
    users: uses
      .filter(({ invitation_id }) => invitation_id === row.id)
      .map(({ user_id }) => ({ user_id: String(user_id), display_name: cards.get(user_id)!.display_name })),
  }))
}

export const invitationUrl = (site_url: string, code: string) => `${site_url}/users/invitation?code=${code}`
