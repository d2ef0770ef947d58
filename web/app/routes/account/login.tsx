import { logInByEmail } from '@askwell/contract/accounts.ts'
import { connectors } from '@askwell/contract/connectors.ts'
import { redirectDocument, useActionData, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, PageForm, type Submission, text } from '../../forms.tsx'
import { placeAfterEntering } from '../../guards.ts'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SignInElsewhere } from './elsewhere.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { secondEntry } from './second-entry.ts'
import { overIn, SecondStep, secondStepIn } from './second-step.tsx'
import { WhyLogIn } from './why-log-in.tsx'
import type { Route } from './+types/login.ts'

const load = async ({ call }: RouteContext) => ({ connectors: await call(connectors) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async (submission: Submission) => {
  const { call, form, url, setToken } = submission
  const user = await (secondEntry(submission) ??
    call(logInByEmail, { body: { e_mail: text(form, 'e_mail'), pass: text(form, 'pass') } }))
  setToken(user.access_token)
  // A new document: guards, language and colours are those of the member from here on.
  return redirectDocument(placeAfterEntering(user, url))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send, { passErrors: true })

export default function LogIn({ loaderData }: Route.ComponentProps) {
  const t = useText('account')
  const { login } = useSite()
  const [search] = useSearchParams()
  const outcome = useActionData() as Outcome | undefined
  const pending = secondStepIn(outcome)
  const over = overIn(outcome)
  if (pending) return <SecondStep pending={pending} />
  return (
    <AccountPage
      title={t('login_title')}
      lead={
        login.allow_new_registrations && (
          <>
            {t('no_account')} <Link to={paths.register(search.get('from'))}>{t('register')}</Link>
          </>
        )
      }
    >
      <WhyLogIn />
      {over && (
        <Notice kind="danger" role="alert">
          {over}
        </Notice>
      )}
      {(login.allow_password_login || search.has('admin')) && (
        <PageForm replace>
          {(field, { busy }) => (
            <>
              <TextInput
                {...field('e_mail')}
                label={t('email')}
                type="email"
                autoComplete="username"
                required
                autoFocus
              />
              <TextInput
                {...field('pass')}
                label={t('password')}
                type="password"
                autoComplete="current-password"
                required
                labelEnd={<Link to={paths.recovery()}>{t('forgot')}</Link>}
              />
              <SubmitButton block size="large" busy={busy}>
                {t('login')}
              </SubmitButton>
            </>
          )}
        </PageForm>
      )}
      <PasskeyLogin />
      <SignInElsewhere connectors={loaderData.connectors} divided={login.allow_password_login} />
    </AccountPage>
  )
}
