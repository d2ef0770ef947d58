import { currentUser, sendVerification, verifyEmail } from '@askwell/contract/accounts.ts'
import { placeBefore } from '@askwell/contract/own-path.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { redirect, redirectDocument, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useUser } from '../../root-data.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/activation.ts'

/** Where the mail went. */
const load = async ({ call }: RouteContext) => ({ e_mail: (await call(currentUser))?.e_mail })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

// The mailed link opens this page; only its button uses the code up. Mail programs that follow every link do no harm.
const send = async ({ call, form, url, setToken }: Submission) => {
  const from = url.searchParams.get('from')
  if (form.get('intent') === 'resend') {
    await call(sendVerification, { body: { from: placeBefore(from) } })
    return {}
  }
  try {
    const user = await call(verifyEmail, { body: { code: url.searchParams.get('code') ?? '' } })
    setToken(user.access_token)
    return redirectDocument(paths.activated(from)) // the guard there has to know the member as they are now
  } catch (error) {
    if (error instanceof CallFailed && error.status === 403) return redirect('/users/account-activation/failed')
    throw error
  }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Activation({ loaderData: { e_mail } }: Route.ComponentProps) {
  const t = useText('account')
  const user = useUser()
  const [params] = useSearchParams()
  if (params.get('code')) {
    return (
      <AccountPage title={t('activate_title')} lead={t('activate_lead')}>
        <PageForm>
          {(_field, { busy }) => (
            <SubmitButton block size="large" busy={busy}>
              {t('activate')}
            </SubmitButton>
          )}
        </PageForm>
      </AccountPage>
    )
  }
  if (!user)
    return (
      <AccountPage title={t('activate_title')}>
        <Notice kind="info">{t('login_first')}</Notice>
        <ButtonLink to={paths.login(params.get('from'))}>{t('login')}</ButtonLink>
      </AccountPage>
    )
  return (
    <AccountPage title={t('inactive_title')} lead={t('inactive_lead', { e_mail: e_mail ?? '' })}>
      <PageForm intent="resend">
        {(_field, { busy, done }) => (
          <>
            {done && (
              <Notice kind="success" role="status">
                {t('mail_sent')}
              </Notice>
            )}
            <SubmitButton look="plain" block busy={busy}>
              {t('resend')}
            </SubmitButton>
          </>
        )}
      </PageForm>
      <ButtonLink look="quiet" block to={paths.changeEmail()}>
        {t('other_address')}
      </ButtonLink>
    </AccountPage>
  )
}
