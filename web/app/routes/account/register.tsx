import { registerByEmail } from '@askwell/contract/accounts.ts'
import { connectors } from '@askwell/contract/connectors.ts'
import { DISPLAY_NAME, PASSWORD } from '@askwell/contract/limits.ts'
import { placeBefore } from '@askwell/contract/own-path.ts'
import { redirect, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SignInElsewhere } from './elsewhere.tsx'
import type { Route } from './+types/register.ts'

const load = async ({ call }: RouteContext) => ({ connectors: await call(connectors) })
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
      {login.allow_email_registrations && login.allow_password_login ? (
        <PageForm labels={{ name: t('name'), e_mail: t('email'), pass: t('password') }}>
          {(field, { busy }) => (
            <>
              <TextInput
                {...field('name')}
                label={t('name')}
                help={t('name_help')}
                maxLength={DISPLAY_NAME.max}
                autoComplete="nickname"
                required
                autoFocus
              />
              <TextInput
                {...field('e_mail')}
                label={t('email')}
                help={t('email_help')}
                type="email"
                autoComplete="email"
                required
              />
              <TextInput
                {...field('pass')}
                label={t('password')}
                help={t('password_help', PASSWORD)}
                type="password"
                autoComplete="new-password"
                maxLength={PASSWORD.max}
                required
              />
              <p className="login-lead">
                {t('agree')} <Link to={paths.tos()}>{t('tos')}</Link> · <Link to={paths.privacy()}>{t('privacy')}</Link>
              </p>
              <SubmitButton block size="large" busy={busy}>
                {t('register')}
              </SubmitButton>
            </>
          )}
        </PageForm>
      ) : (
        <Notice kind="info">{t('no_email_registration')}</Notice>
      )}
      <SignInElsewhere connectors={loaderData.connectors} divided />
    </AccountPage>
  )
}
