import { changePassword } from '@askwell/contract/accounts.ts'
import { PASSWORD } from '@askwell/contract/limits.ts'
import { redirect, useSearchParams } from 'react-router'
import { PageForm, type Submission, text } from '../../forms.tsx'
import { ensureSamePassword, NewPasswordWords } from '../../new-password.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** All other sessions end; this one goes on under a new token, so the page is loaded again. */
export const savePassword = async ({ call, form, setToken }: Submission) => {
  ensureSamePassword(form, 'old_pass')
  const { access_token } = await call(changePassword, {
    body: { old_pass: text(form, 'old_pass'), pass: text(form, 'pass') },
  })
  setToken(access_token)
  return redirect(`${paths.settings('account')}?saved`)
}

/** What one logs in with. */
export function AccountTab({
  account: { e_mail, have_password },
}: {
  account: { e_mail: string; have_password: boolean }
}) {
  const t = useText('settings')
  const [search] = useSearchParams()
  return (
    <>
      {search.has('saved') && (
        <Notice kind="success" role="status">
          {t('password_saved')}
        </Notice>
      )}
      <Panel title={t('email')}>
        <p className="account-email">
          <span>{e_mail}</span>
          <ButtonLink size="small" to="/users/change-email">
            {t('email_change')}
          </ButtonLink>
        </p>
      </Panel>
      <Panel title={t(have_password ? 'password_change' : 'password_set')} note={t('password_note')}>
        <PageForm
          intent="password"
          labels={{ old_pass: t('old_password'), pass: t('new_password'), pass2: t('password_again') }}
        >
          {(field, { busy }) => (
            <div className="account-form">
              <NewPasswordWords />
              {have_password && (
                <TextInput
                  {...field('old_pass')}
                  label={t('old_password')}
                  type="password"
                  autoComplete="current-password"
                  required
                />
              )}
              <TextInput
                {...field('pass')}
                label={t('new_password')}
                help={t('password_help', PASSWORD)}
                type="password"
                autoComplete="new-password"
                maxLength={PASSWORD.max}
                required
              />
              <TextInput
                {...field('pass2')}
                label={t('password_again')}
                type="password"
                autoComplete="new-password"
                maxLength={PASSWORD.max}
                required
              />
              <SubmitButton look="plain" busy={busy}>
                {t('password_save')}
              </SubmitButton>
            </div>
          )}
        </PageForm>
      </Panel>
    </>
  )
}
