import { replacePassword } from '@askwell/contract/accounts.ts'
import { PASSWORD } from '@askwell/contract/limits.ts'
import { useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { ensureSamePassword, NewPasswordWords } from '../../new-password.tsx'
import { paths } from '../../paths.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const send = async ({ call, form, url }: Submission) => {
  ensureSamePassword(form)
  await call(replacePassword, { body: { code: url.searchParams.get('code') ?? '', pass: text(form, 'pass') } })
  return {}
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function PasswordReset() {
  const t = useText('account')
  const [params] = useSearchParams()
  if (!params.get('code'))
    return (
      <AccountPage title={t('reset_title')}>
        <Notice kind="danger">{t('link_gone')}</Notice>
      </AccountPage>
    )
  return (
    <AccountPage title={t('reset_title')}>
      <PageForm>
        {(field, { busy, done, refusal }) => {
          if (done)
            return (
              <>
                <Notice kind="success" role="status">
                  {t('reset_done')}
                </Notice>
                <ButtonLink look="primary" block to={paths.login()}>
                  {t('login')}
                </ButtonLink>
              </>
            )
          if (refusal?.reason === 'error.email.verify_url_expired')
            return (
              <ButtonLink block to={paths.recovery()}>
                {t('recovery_again')}
              </ButtonLink>
            )
          return (
            <>
              <NewPasswordWords />
              <TextInput
                {...field('pass')}
                label={t('new_password')}
                help={t('password_help', PASSWORD)}
                type="password"
                autoComplete="new-password"
                required
                autoFocus
              />
              <TextInput
                {...field('pass2')}
                label={t('password_again')}
                type="password"
                autoComplete="new-password"
                required
              />
              <SubmitButton block size="large" busy={busy}>
                {t('reset_save')}
              </SubmitButton>
            </>
          )
        }}
      </PageForm>
    </AccountPage>
  )
}
