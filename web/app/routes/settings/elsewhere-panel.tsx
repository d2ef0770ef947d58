import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** What a user center looks after is changed there. */
export function ElsewherePanel({
  what,
  name,
  address,
}: {
  what: 'profile' | 'account'
  name: string
  address: string
}) {
  const t = useText('user_center')
  return (
    <Panel title={t(what)}>
      <p className="account-email">
        <span>{t(`${what}_there`, { name })}</span>
        <ButtonAnchor size="small" href={address}>
          {t('change_there', { name })}
        </ButtonAnchor>
      </p>
    </Panel>
  )
}
