import { currentUser, deleteOwnAccount } from '@askwell/contract/accounts.ts'
import { redirectDocument } from 'react-router'
import { inBrowserSubmit, isOn, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor, SubmitButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/delete-account.ts'

const load = async ({ call }: RouteContext) => ({ have_password: (await call(currentUser))!.have_password })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, setToken }: Submission) => {
  await call(deleteOwnAccount, {
    body: { pass: text(form, 'pass'), remove_all_content: isOn(form, 'remove_all_content') },
  })
  setToken('')
  return redirectDocument(paths.home())
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function DeleteAccount({ loaderData: { have_password } }: Route.ComponentProps) {
  const t = useText('account')
  return (
    <AccountPage title={t('leave_title')} lead={t('leave_lead')}>
      <h2>{t('archive_title')}</h2>
      <p className="login-lead">{t('archive_lead')}</p>
      <ButtonAnchor block href="/session/archive">
        {t('archive')}
      </ButtonAnchor>
      <h2>{t('delete_title')}</h2>
      {/* The tick is asked for here alone: it says to the person what nobody else has to know. */}
      <PageForm noValidate={false} labels={{ pass: t('password') }}>
        {(field, { busy }) => (
          <>
            <Checkbox name="remove_all_content" label={t('remove_all_content')} />
            {have_password && (
              <TextInput
                {...field('pass')}
                label={t('password')}
                type="password"
                autoComplete="current-password"
                required
              />
            )}
            <Checkbox name="sure" label={t('delete_sure')} required />
            <SubmitButton look="danger" block size="large" busy={busy}>
              {t('delete')}
            </SubmitButton>
          </>
        )}
      </PageForm>
    </AccountPage>
  )
}
