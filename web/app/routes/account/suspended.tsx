import { AccountPage } from '../../shared/account-page.tsx'
import { useSite } from '../../root-data.ts'
import { useText } from '../../text.tsx'

export default function Suspended() {
  const t = useText('account')
  const { contact_email } = useSite().general
  return <AccountPage title={t('suspended_title')} lead={t('suspended_lead')}><p><a href={`mailto:${contact_email}`}>{contact_email}</a></p></AccountPage>
}
