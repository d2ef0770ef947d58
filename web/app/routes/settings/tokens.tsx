import { type ApiToken, SCOPES, TOKEN_DAYS } from '@askwell/contract/api-tokens.ts'
import { KEY_NAME } from '@askwell/contract/limits.ts'
import { useActionData } from 'react-router'
import { type Outcome, PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Checkbox, ChoiceGroup } from '../../ui/checkbox.tsx'
import { FieldError, fieldId } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { PasswordOnceMore, RowForm, Step } from './security-form.tsx'

export function TokensPanel({ tokens }: { tokens: ApiToken[] }) {
  const t = useText('security')
  return (
    <Panel
      title={t('tokens')}
      end={
        <ButtonLink size="small" to={`${paths.settings('account')}?do=token`}>
          {t('token_new')}
        </ButtonLink>
      }
    >
      <p className="security-lead">{t('tokens_note')}</p>
      {tokens.length > 0 && (
        <ul className="security-list">
          {tokens.map(({ id, name, scopes, created_at, used_at, expires_at }) => (
            <li key={id}>
              <div className="security-what">
                <span className="security-name">{name}</span>
                <p>{scopes.map((scope) => t(`scope_${scope}`)).join(', ')}</p>
                <p>
                  {t('since')} <Time at={created_at} /> ·{' '}
                  {used_at > 0 ? (
                    <>
                      {t('used')} <Time at={used_at} exact />
                    </>
                  ) : (
                    t('never_used')
                  )}
                  {expires_at > 0 && (
                    <>
                      {' '}
                      · {t('until')} <Time at={expires_at} />
                    </>
                  )}
                </p>
              </div>
              <RowForm intent="token-end" fields={{ id }} label={t('end_token_of', { name })}>
                {t('end_token')}
              </RowForm>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function TokenStep({ password }: { password: boolean }) {
  const t = useText('security')
  const outcome = useActionData() as Outcome | undefined
  const staff = (useUser()?.role_id ?? 1) > 1
  if (outcome?.ok && outcome.intent === 'token-make') {
    return (
      <Step title={t('token_title')}>
        <Notice kind="success" role="status" title={t('token_made')}>
          {t('token_once')}
        </Notice>
        <p>
          <code className="security-secret">{(outcome.value as { token: string }).token}</code>
        </p>
        <p>
          <ButtonLink look="primary" to={paths.settings('account')}>
            {t('token_kept')}
          </ButtonLink>
        </p>
      </Step>
    )
  }
  return (
    <Step title={t('token_title')} lead={t('token_lead')}>
      <PageForm
        intent="token-make"
        labels={{ name: t('token_name'), scopes: t('scopes'), days: t('days'), pass: t('password') }}
      >
        {(field, { busy, refusal }) => (
          <>
            <TextInput
              {...field('name')}
              label={t('token_name')}
              help={t('token_name_help')}
              maxLength={KEY_NAME.max}
              required
            />
            <ChoiceGroup label={t('scopes')}>
              {SCOPES.filter((scope) => scope !== 'staff' || staff).map((scope, place) => (
                <Checkbox
                  key={scope}
                  id={place === 0 ? fieldId('scopes') : `${fieldId('scopes')}-${scope}`}
                  name="scopes"
                  value={scope}
                  label={t(`scope_${scope}`)}
                  help={t(`scope_${scope}_help`)}
                  defaultChecked={scope === 'read'}
                />
              ))}
              {refusal?.errors.scopes && (
                <FieldError id={`${fieldId('scopes')}-error`}>{refusal.errors.scopes}</FieldError>
              )}
            </ChoiceGroup>
            <Select
              {...field('days', 90)}
              label={t('days')}
              options={TOKEN_DAYS.map((days) => ({ value: String(days), label: t(`days_${days}`) }))}
            />
            <PasswordOnceMore field={field} asked={password} />
            <SubmitButton busy={busy}>{t('token_make')}</SubmitButton>
          </>
        )}
      </PageForm>
    </Step>
  )
}
