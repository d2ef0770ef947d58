import type { Connector } from '@askwell/contract/connectors.ts'
import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/text.tsx'
import { PluginIcon } from '../../components/plugins/plugin-icon.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'

/** Buttons that lead to services one can sign in with; where one was going before goes along. */
export function SignInElsewhere({ connectors, divided }: { connectors: Connector[]; divided: boolean }) {
  const t = useText('sign_in')
  const [search] = useSearchParams()
  const from = search.get('from')
  if (connectors.length === 0) return null
  return (
    <>
      {divided && <p className="login-or">{t('or')}</p>}
      {connectors.map(({ name, link, icon }) => (
        <ButtonAnchor
          key={link}
          block
          icon={icon ? undefined : 'logIn'}
          href={from ? `${link}?from=${encodeURIComponent(from)}` : link}
        >
          {icon && <PluginIcon src={icon} />}
          {t('continue_with', { name })}
        </ButtonAnchor>
      ))}
    </>
  )
}
