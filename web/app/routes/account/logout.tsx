import { logOut } from '@askwell/contract/accounts.ts'
import { redirectDocument } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'

const send = async ({ call, setToken }: Submission) => {
  await call(logOut)
  setToken('')
  return redirectDocument(paths.home())
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function LogOut() {
  const t = useText('account')
  const user = useUser()
  if (!user)
    return (
      <AccountPage title={t('logged_out')}>
        <ButtonLink to={paths.home()}>{t('to_home')}</ButtonLink>
      </AccountPage>
    )
  return (
    <AccountPage title={t('logout_title')} lead={t('logout_lead', { name: user.display_name })}>
      <PageForm>
        {(_field, { busy }) => (
          <SubmitButton block size="large" busy={busy}>
            {t('logout')}
          </SubmitButton>
        )}
      </PageForm>
    </AccountPage>
  )
}
