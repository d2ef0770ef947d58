import { placeBefore } from '@askwell/contract/own-path.ts'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function Activated() {
  const t = useText('account')
  const [search] = useSearchParams()
  const back = placeBefore(search.get('from'))
  return (
    <AccountPage title={t('activated_title')} lead={t('activated_lead')}>
      <ButtonLink look="primary" size="large" block to={back} reload>
        {t(back === paths.home() ? 'to_home' : 'to_place')}
      </ButtonLink>
    </AccountPage>
  )
}
