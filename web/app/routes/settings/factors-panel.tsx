import type { SecondFactors } from '@askwell/contract/second-factors.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Label } from '../../ui/label.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

const step = (name: string, id = '') => `${paths.settings('account')}?do=${name}${id && `&id=${id}`}`

export function FactorsPanel({ factors }: { factors: SecondFactors }) {
  const t = useText('security')
  const { one_time_password, passkeys, recovery_codes_left, required } = factors
  const some = one_time_password || passkeys.length > 0
  return (
    <Panel title={t('factors')} id="factors">
      <p className="security-lead">{t('factors_note')}</p>
      {required && !some && (
        <Notice kind="warning" icon="shield" title={t('required_title')}>
          {t('required')}
        </Notice>
      )}
      <ul className="security-list">
        <li>
          <div className="security-what">
            <span className="security-name">
              {t('app')}
              {one_time_password && <Label kind="accepted">{t('on')}</Label>}
            </span>
            <p>{t('app_note')}</p>
          </div>
          {one_time_password ? (
            <ButtonLink size="small" to={step('remove-app')}>
              {t('app_remove')}
            </ButtonLink>
          ) : (
            <ButtonLink size="small" to={step('app')}>
              {t('app_add')}
            </ButtonLink>
          )}
        </li>
        <li>
          <div className="security-what">
            <span className="security-name">{t('passkeys')}</span>
            <p>{t('passkeys_note')}</p>
          </div>
          <ButtonLink size="small" to={step('passkey')}>
            {t('passkey_add')}
          </ButtonLink>
        </li>
        {passkeys.map(({ id, name, created_at, used_at }) => (
          <li key={id}>
            <div className="security-what">
              <span className="security-name">
                {name}
                <Label>{t('passkey')}</Label>
              </span>
              <p>
                {t('since')} <Time at={created_at} />
                {used_at > 0 && (
                  <>
                    {' '}
                    · {t('used')} <Time at={used_at} />
                  </>
                )}
              </p>
            </div>
            <ButtonLink size="small" to={step('remove-passkey', id)} aria-label={t('remove_passkey_of', { name })}>
              {t('remove')}
            </ButtonLink>
          </li>
        ))}
        {some && (
          <li>
            <div className="security-what">
              <span className="security-name">{t('codes')}</span>
              <p>{t('codes_left', { count: recovery_codes_left })}</p>
            </div>
            <ButtonLink size="small" to={step('codes')}>
              {t('codes_new')}
            </ButtonLink>
          </li>
        )}
      </ul>
    </Panel>
  )
}
