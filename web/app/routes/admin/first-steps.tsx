import type { Dashboard, FirstStep } from '@askwell/contract/dashboard.ts'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Where each is done from the browser. */
const PLACES: Record<FirstStep, string> = {
  name: paths.admin('general'),
  logo: paths.admin('branding'),
  mail: paths.admin('smtp'),
  tags: paths.createTag(),
  people: paths.admin('invitations'),
  backup: paths.admin('backups'),
}

/** What a new site still needs. */
export function FirstSteps({ steps }: { steps: Dashboard['first_steps'] }) {
  const t = useText('dashboard')
  return (
    <Panel title={t('steps')} note={t('steps_note')}>
      <ul className="health">
        {steps.map(({ step, done }) => (
          <li key={step} className="health-item" data-state={done ? 'done' : 'open'}>
            {done ? (
              <Icon name="circleCheck" label={t('steps_done')} />
            ) : (
              <span className="first-step-open">
                <span className="visually-hidden">{t('steps_open')}</span>
              </span>
            )}
            <span>
              {!done ? <Link to={PLACES[step]}>{t(`step_${step}`)}</Link> : <b>{t(`step_${step}`)}</b>}
              {!done && <span className="health-fix">{t(`step_${step}_why`)}</span>}
            </span>
          </li>
        ))}
      </ul>
      <PageForm intent="dismiss">
        {(_field, { busy }) => (
          <SubmitButton look="plain" size="small" busy={busy}>
            {t('steps_dismiss')}
          </SubmitButton>
        )}
      </PageForm>
    </Panel>
  )
}
