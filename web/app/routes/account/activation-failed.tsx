import { paths } from '../../paths.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function ActivationFailed() {
  const t = useText('account')
  return (
    <AccountPage title={t('activation_failed_title')} lead={t('link_gone')}>
      <ButtonLink look="primary" size="large" block to={paths.activation()}>
        {t('resend')}
      </ButtonLink>
    </AccountPage>
  )
}
