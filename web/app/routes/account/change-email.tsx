import { currentUser, requestEmailChange } from '@askwell/contract/accounts.ts'
import { MAIL_STATUS } from '@askwell/contract/shapes.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/change-email.ts'

const load = async ({ call }: RouteContext) => {
  const { e_mail, have_password, mail_status } = (await call(currentUser))!
  return { e_mail, asksPassword: have_password && mail_status === MAIL_STATUS.verified }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form }: Submission) => {
  const e_mail = text(form, 'e_mail')
  await call(requestEmailChange, { body: { e_mail, pass: text(form, 'pass') } })
  return { e_mail }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function ChangeEmail({ loaderData: { e_mail, asksPassword } }: Route.ComponentProps) {
  const t = useText('account')
  return (
    <AccountPage title={t('change_title')} lead={t('change_lead', { e_mail })}>
      <PageForm labels={{ e_mail: t('new_email'), pass: t('password') }}>
        {(field, { busy, done }) =>
          done ? (
            <Notice kind="success" role="status" title={t('mail_sent')}>
              {t('change_sent', done.value as { e_mail: string })}
            </Notice>
          ) : (
            <>
              <TextInput
                {...field('e_mail')}
                label={t('new_email')}
                type="email"
                autoComplete="email"
                required
                autoFocus
              />
              {asksPassword && (
                <TextInput
                  {...field('pass')}
                  label={t('password')}
                  type="password"
                  autoComplete="current-password"
                  required
                />
              )}
              <SubmitButton block size="large" busy={busy}>
                {t('change_send')}
              </SubmitButton>
            </>
          )
        }
      </PageForm>
    </AccountPage>
  )
}
