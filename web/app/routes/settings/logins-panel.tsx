import type { OwnLogin } from '@askwell/contract/connectors.ts'
import { useActionData, useSearchParams } from 'react-router'
import type { Outcome } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { PluginIcon } from '../../components/plugins/plugin-icon.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowForm } from './security-form.tsx'

export const UNBIND = 'login-unbind'

/** Accounts elsewhere that open this one. */
export function LoginsPanel({ logins }: { logins: OwnLogin[] }) {
  const t = useText('security')
  const [search] = useSearchParams()
  const outcome = useActionData() as Outcome | undefined
  const refused = outcome && !outcome.ok && !outcome.told && outcome.intent === UNBIND ? outcome.message : undefined
  if (logins.length === 0) return null
  return (
    <Panel title={t('logins')}>
      {search.has('bound') && !outcome && (
        <Notice kind="success" role="status">
          {t('login_bound')}
        </Notice>
      )}
      {refused && (
        <Notice kind="danger" role="alert">
          {refused}
        </Notice>
      )}
      <p className="security-lead">{t('logins_note')}</p>
      <ul className="security-list">
        {logins.map(({ slug_name, name, icon, known_as, binding, external_id, link }) => (
          <li key={slug_name}>
            <div className="security-what">
              <span className="security-name">
                {icon && <PluginIcon src={icon} />} {name}
              </span>
              <p>{binding ? t('login_as', { name: known_as || external_id }) : t('login_not_bound')}</p>
            </div>
            {binding ? (
              <RowForm intent={UNBIND} fields={{ slug_name, external_id }} label={t('login_unbind_of', { name })}>
                {t('login_unbind')}
              </RowForm>
            ) : (
              <ButtonAnchor size="small" href={link}>
                {t('login_bind')} <span className="visually-hidden">{name}</span>
              </ButtonAnchor>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
