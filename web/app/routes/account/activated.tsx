import { paths } from '../../paths.ts'
import { AccountPage } from '../../shared/account-page.tsx'
import { useText } from '../../text.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function Activated() {
  const t = useText('account')
  return (
    <AccountPage title={t('activated_title')} lead={t('activated_lead')}>
      <ButtonLink look="primary" size="large" block to={paths.home()}>
        {t('to_home')}
      </ButtonLink>
    </AccountPage>
  )
}
