import { requestPasswordReset } from '@askwell/contract/accounts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const send = async ({ call, form }: Submission) => {
  await call(requestPasswordReset, { body: { e_mail: text(form, 'e_mail') } })
  return { e_mail: text(form, 'e_mail') }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Recovery() {
  const t = useText('account')
  return (
    <AccountPage title={t('recovery_title')} lead={t('recovery_lead')}>
      <PageForm>
        {(field, { busy, done }) =>
          done ? (
            <Notice kind="success" role="status" title={t('mail_sent')}>
              {t('recovery_sent', done.value as { e_mail: string })}
            </Notice>
          ) : (
            <>
              <TextInput {...field('e_mail')} label={t('email')} type="email" autoComplete="email" required autoFocus />
              <SubmitButton block size="large" busy={busy}>
                {t('recovery_send')}
              </SubmitButton>
            </>
          )
        }
      </PageForm>
    </AccountPage>
  )
}
