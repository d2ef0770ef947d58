import { CODE_TYPED_MAX } from '@askwell/contract/limits.ts'
import { useActionData } from 'react-router'
import { type Outcome, PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { PasswordOnceMore, RecoveryCodes, Step } from './security-form.tsx'

interface Begun {
  secret: string
  picture: string
}

/** What was begun goes along with the first code, so that it is still there should that be wrong. */
const begunIn = (outcome: Outcome | undefined): Begun | undefined => {
  if (outcome?.ok) return outcome.intent === 'app-begin' ? (outcome.value as Begun) : undefined
  return outcome?.intent === 'app-confirm' && outcome.values.secret
    ? { secret: outcome.values.secret, picture: outcome.values.picture ?? '' }
    : undefined
}

/** Begins one-time passwords: the password, then the picture for the app and its first code, then the recovery codes. */
export function AppStep({ password }: { password: boolean }) {
  const t = useText('security')
  const outcome = useActionData() as Outcome | undefined
  const begun = begunIn(outcome)
  if (outcome?.ok && outcome.intent === 'app-confirm')
    return (
      <Step title={t('app_title')}>
        <RecoveryCodes codes={(outcome.value as { recovery_codes: string[] }).recovery_codes} />
      </Step>
    )
  if (!begun) {
    return (
      <Step title={t('app_title')} lead={t('app_lead')}>
        <PageForm intent="app-begin" labels={{ pass: t('password') }}>
          {(field, { busy }) => (
            <>
              <PasswordOnceMore field={field} asked={password} />
              <SubmitButton busy={busy}>{t('go_on')}</SubmitButton>
            </>
          )}
        </PageForm>
      </Step>
    )
  }
  return (
    <Step title={t('app_title')} lead={t('app_scan')}>
      <img className="security-picture" src={begun.picture} alt={t('app_picture')} width="192" height="192" />
      <p>{t('app_type')}</p>
      <p>
        <code className="security-secret">{begun.secret}</code>
      </p>
      <PageForm intent="app-confirm" labels={{ code: t('code') }}>
        {(field, { busy }) => (
          <>
            <input type="hidden" name="secret" value={begun.secret} />
            <input type="hidden" name="picture" value={begun.picture} />
            <TextInput
              {...field('code')}
              label={t('code')}
              help={t('code_help')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={CODE_TYPED_MAX}
              required
            />
            <SubmitButton busy={busy}>{t('app_confirm')}</SubmitButton>
          </>
        )}
      </PageForm>
    </Step>
  )
}
