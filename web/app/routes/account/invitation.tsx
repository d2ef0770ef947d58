import { acceptSiteInvitation, invitationToSite } from '@askwell/contract/site-invitations.ts'
import { redirectDocument } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useSite, useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { NewAccountForm, writtenTerms } from './new-account.tsx'
import type { Route } from './+types/invitation.ts'

const load = async (visit: RouteContext) => {
  const code = visit.url.searchParams.get('code')
  const [invitation, terms] = await Promise.all([
    code ? visit.call(invitationToSite, { query: { code } }) : null,
    writtenTerms(visit),
  ])
  return { invitation, terms }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url, setToken }: Submission) => {
  const user = await call(acceptSiteInvitation, {
    body: {
      code: url.searchParams.get('code') ?? '',
      name: text(form, 'name'),
      e_mail: text(form, 'e_mail'),
      pass: text(form, 'pass'),
    },
  })
  setToken(user.access_token)
  // The pages there have to know the new member.
  return redirectDocument(user.mail_status === 1 ? '/' : paths.activation())
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** Who was invited chooses a name and a password; an address only where the invitation has none. */
export default function Invitation({ loaderData: { invitation, terms } }: Route.ComponentProps) {
  const t = useText('account')
  const { general } = useSite()
  const user = useUser()
  if (!invitation)
    return (
      <AccountPage title={t('invitation_gone_title')}>
        <Notice kind="warning">{t('invitation_gone')}</Notice>
      </AccountPage>
    )
  const { invited_by: by, role_name: role, e_mail, display_name, expires_at } = invitation
  return (
    <AccountPage
      title={t('invitation_title')}
      lead={
        <>
          {t('invitation_lead', { by, site: general.name, role })} {t('invitation_until')} <Time at={expires_at} />.
        </>
      }
    >
      {user ? (
        <>
          <Notice kind="info">{t('invitation_logged_in', { name: user.display_name })}</Notice>
          <ButtonLink block to={paths.logout()}>
            {t('logout')}
          </ButtonLink>
        </>
      ) : (
        <NewAccountForm terms={terms} submit={t('invitation_accept')} name={display_name} e_mail={e_mail} />
      )}
    </AccountPage>
  )
}
