import type { HealthCheck, HealthItem } from '@askwell/contract/dashboard.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

const ICONS: Record<HealthItem['state'], IconName> = { good: 'check', warning: 'triangleAlert', bad: 'circleAlert' }

/** Where each can be put right from the browser. */
const PAGES: Partial<Record<HealthCheck, string>> = {
  mail: 'smtp',
  https: 'general',
  plugins: 'installed-plugins',
}

export function DashboardHealth({ health }: { health: HealthItem[] }) {
  const t = useText('dashboard')
  return (
    <section aria-labelledby="dashboard-health">
      <div className="panel-head">
        <h2 id="dashboard-health">{t('health')}</h2>
      </div>
      <ul className="health">
        {health.map(({ check, state, finding, values }) => (
          <li key={check} className="health-item" data-state={state}>
            <Icon name={ICONS[state]} label={t(`state_${state}`)} />
            <span>
              <b>{t(`check_${check}`)}</b> <span className="health-value">{t(`health_${finding}`, values)}</span>
              {state !== 'good' && (
                <span className="health-fix">
                  {t(`fix_${check}`)} {PAGES[check] && <Link to={paths.admin(PAGES[check])}>{t('settings')}</Link>}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
