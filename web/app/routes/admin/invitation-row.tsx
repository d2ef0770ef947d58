import type { SiteInvitation } from '@askwell/contract/site-invitations.ts'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'

export function InvitationRow({ invitation }: { invitation: SiteInvitation }) {
  const t = useText('people')
  const { e_mail, display_name, state, users } = invitation
  const whom = e_mail || users[0]?.display_name || t('anybody')
  return (
    <tr>
      <th scope="row" data-label={t('whom')}>
        <span className="invitation-whom">{whom}</span>
        {e_mail && display_name && <small className="invitation-name">{display_name}</small>}
      </th>
      <td data-label={t('role')}>{invitation.role_name}</td>
      <td data-label={t('invited_by')}>{invitation.invited_by}</td>
      <td data-label={t('until')}>
        <Time at={invitation.expires_at} />
      </td>
      <td data-label={t('status')}>
        <Status invitation={invitation} />
      </td>
      {state === 'open' && (
        <td>
          <div className="invitation-acts">
            {e_mail && <Act invitation={invitation} intent="again" label={t('send_again')} whom={whom} />}
            <Act invitation={invitation} intent="end" label={t('take_back')} whom={whom} />
          </div>
        </td>
      )}
    </tr>
  )
}

function Status({ invitation }: { invitation: SiteInvitation }) {
  const t = useText('people')
  const { number } = useLanguage()
  const { e_mail, state, users, used_count, max_uses, ended_at, sent_at, send_error } = invitation
  const mail = sent_at > 0 ? t('mailed') : t('not_sent')
  return (
    <>
      {state === 'ended' && <p>{ended_at > 0 ? t('taken_back') : t('expired')}</p>}
      {state === 'open' && e_mail && <p>{send_error ? t('mail_failed', { error: send_error }) : mail}</p>}
      {!e_mail && max_uses > 1 && <p>{t('used_of', { used: number(used_count), max: number(max_uses) })}</p>}
      {users.length > 0 && (
        <p>
          {t('joined')}{' '}
          {users.map(({ user_id, display_name }, place) => (
            <span key={user_id}>
              {place > 0 && ', '}
              <Link to={paths.admin(`users/${user_id}`)}>{display_name}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

interface ActProps {
  invitation: SiteInvitation
  intent: 'again' | 'end'
  label: string
  whom: string
}

const Act = ({ invitation: { id }, intent, label, whom }: ActProps) => (
  <PageForm intent={intent}>
    {(_field, { busy }) => (
      <>
        <input type="hidden" name="id" value={id} />
        <SubmitButton look="plain" size="small" busy={busy}>
          {label}
          <span className="visually-hidden"> {whom}</span>
        </SubmitButton>
      </>
    )}
  </PageForm>
)
