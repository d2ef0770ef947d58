import { connectors } from '@askwell/contract/connectors.ts'
import { redirect } from 'react-router'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/password-elsewhere.ts'

/** The name and the password of a directory. The form goes where other services send people back to: a plain page load, with the sign-in that has begun. */
const load = async ({ call, url, params }: RouteContext) => {
  const begins = `/users/oauth/${params.slug}`
  const service = (await call(connectors)).find(({ link }) => URL.parse(link)?.pathname.endsWith(begins))
  const state = url.searchParams.get('state')
  if (!service || !state) throw redirect(paths.login())
  return { name: service.name, action: `${begins}/callback`, state, wrong: url.searchParams.has('wrong') }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function PasswordElsewhere({ loaderData: { name, action, state, wrong } }: Route.ComponentProps) {
  const t = useText('sign_in')
  const account = useText('account')
  return (
    <AccountPage title={t('password_title', { name })} lead={t('password_lead', { name })}>
      {wrong && (
        <Notice kind="danger" role="alert">
          {t('password_wrong')}
        </Notice>
      )}
      <form method="post" action={action}>
        <input type="hidden" name="state" value={state} />
        <TextInput name="username" label={t('password_username')} autoComplete="username" required autoFocus />
        <TextInput
          name="password"
          label={account('password')}
          type="password"
          autoComplete="current-password"
          required
        />
        <SubmitButton block size="large" busy={false}>
          {account('login')}
        </SubmitButton>
      </form>
    </AccountPage>
  )
}
