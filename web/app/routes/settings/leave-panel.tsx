import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

export function LeavePanel() {
  const t = useText('account')
  return (
    <Panel title={t('leave_title')}>
      <p className="account-email">
        <span>{t('leave_lead')}</span>
        <ButtonLink size="small" to={paths.deleteAccount()}>
          {t('leave')}
        </ButtonLink>
      </p>
    </Panel>
  )
}
