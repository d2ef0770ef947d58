import { changeEmail } from '@askwell/contract/accounts.ts'
import { redirectDocument, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

// As with activation, opening the mailed link does nothing yet: only the button uses the code up.
const send = async ({ call, url, setToken }: Submission) => {
  const user = await call(changeEmail, { body: { code: url.searchParams.get('code') ?? '' } })
  setToken(user.access_token)
  return redirectDocument('/users/confirm-new-email?done')
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function ConfirmNewEmail() {
  const t = useText('account')
  const [params] = useSearchParams()
  if (params.has('done'))
    return (
      <AccountPage title={t('changed_title')} lead={t('changed_lead')}>
        <ButtonLink look="primary" size="large" block to={paths.home()}>
          {t('to_home')}
        </ButtonLink>
      </AccountPage>
    )
  if (!params.get('code'))
    return (
      <AccountPage title={t('confirm_change_title')}>
        <Notice kind="danger">{t('link_gone')}</Notice>
      </AccountPage>
    )
  return (
    <AccountPage title={t('confirm_change_title')} lead={t('confirm_change_lead')}>
      <PageForm>
        {(_field, { busy, refusal }) =>
          refusal?.reason === 'error.email.verify_url_expired' ? (
            <ButtonLink block to={paths.changeEmail()}>
              {t('change_again')}
            </ButtonLink>
          ) : (
            <SubmitButton block size="large" busy={busy}>
              {t('confirm_change')}
            </SubmitButton>
          )
        }
      </PageForm>
    </AccountPage>
  )
}
