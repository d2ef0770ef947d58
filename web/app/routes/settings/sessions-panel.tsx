import type { Session } from '@askwell/contract/sessions.ts'
import { useText } from '../../i18n/text.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { RowForm } from './security-form.tsx'

export function SessionsPanel({ sessions, hasTokens }: { sessions: Session[]; hasTokens: boolean }) {
  const t = useText('security')
  const nameOf = ({ browser, system }: Session) =>
    browser && system ? t('device', { browser, system }) : browser || system || t('device_unknown')
  return (
    <Panel
      title={t('sessions')}
      end={
        sessions.length > 1 && (
          <RowForm
            intent="end-others"
            choice={hasTokens && <Checkbox name="api_tokens" label={t('end_others_tokens')} />}
          >
            {t('end_others')}
          </RowForm>
        )
      }
    >
      <p className="security-lead">{t('sessions_note')}</p>
      <ul className="security-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <div className="security-what">
              <span className="security-name">
                {nameOf(session)}
                {session.current && <Label kind="accepted">{t('this_one')}</Label>}
              </span>
              <p>
                {session.network && <>{session.network} · </>}
                {session.current ? (
                  t('used_now')
                ) : (
                  <>
                    {t('used')} <Time at={session.used_at} exact />
                  </>
                )}{' '}
                · {t('since')} <Time at={session.created_at} />
              </p>
            </div>
            {!session.current && (
              <RowForm
                intent="end-session"
                fields={{ id: session.id }}
                label={t('end_session_of', { device: nameOf(session) })}
              >
                {t('end_session')}
              </RowForm>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
