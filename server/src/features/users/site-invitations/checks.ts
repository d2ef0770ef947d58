import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  site_invitations: {
    key: 'id',
    checks: {
      'site_invitations.inviter_id': check(
        'is an invitation by nobody',
        wrongRows('site_invitations', missing('users', 'site_invitations.inviter_id')),
      ),
    },
  },
  site_invitation_uses: {
    key: 'user_id',
    checks: {
      'site_invitation_uses.user_id': check(
        'says that somebody came who doesn’t exist',
        wrongRows('site_invitation_uses', missing('users', 'site_invitation_uses.user_id'), 'user_id'),
      ),
      'site_invitation_uses.invitation_id': check(
        'is of an invitation that doesn’t exist',
        wrongRows('site_invitation_uses', missing('site_invitations', 'site_invitation_uses.invitation_id'), 'user_id'),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
