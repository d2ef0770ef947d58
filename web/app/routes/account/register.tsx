import { registerByEmail } from '@askwell/contract/accounts.ts'
import { connectors } from '@askwell/contract/connectors.ts'
import { placeBefore } from '@askwell/contract/own-path.ts'
import { redirect, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SignInElsewhere } from './elsewhere.tsx'
import { NewAccountForm, writtenTerms } from './new-account.tsx'
import { WhyLogIn } from './why-log-in.tsx'
import type { Route } from './+types/register.ts'

const load = async (visit: RouteContext) => {
  const [elsewhere, terms] = await Promise.all([visit.call(connectors), writtenTerms(visit)])
  return { connectors: elsewhere, terms }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url, setToken }: Submission) => {
  const from = url.searchParams.get('from') ?? ''
  const user = await call(registerByEmail, {
    body: { name: text(form, 'name'), e_mail: text(form, 'e_mail'), pass: text(form, 'pass'), from: placeBefore(from) },
  })
  setToken(user.access_token)
  return redirect(paths.activation(from))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Register({ loaderData }: Route.ComponentProps) {
  const t = useText('account')
  const { login } = useSite()
  const [search] = useSearchParams()
  return (
    <AccountPage
      title={t('register_title')}
      lead={
        <>
          {t('have_account')} <Link to={paths.login(search.get('from'))}>{t('login')}</Link>
        </>
      }
    >
      <WhyLogIn />
      {login.allow_email_registrations && login.allow_password_login ? (
        <NewAccountForm terms={loaderData.terms} submit={t('register')} />
      ) : (
        <Notice kind="info">{t('no_email_registration')}</Notice>
      )}
      <SignInElsewhere connectors={loaderData.connectors} divided />
    </AccountPage>
  )
}
