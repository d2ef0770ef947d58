import { CODE_TYPED_MAX } from '@askwell/contract/limits.ts'
import type { SecondStep as Asked } from '@askwell/contract/second-factors.ts'
import type { Outcome } from '../../forms.tsx'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { PasskeyLogin } from './passkey-login.tsx'

export const SECOND_STEP = 'second-step'
const OVER = 'error.second_factor.over'

type Pending = Pick<Asked, 'challenge' | 'methods'>

/** The second step that a password has led to; it goes along with each code, so that a wrong one can be mended. */
export const secondStepIn = (outcome: Outcome | undefined): Pending | undefined => {
  if (!outcome || outcome.ok) return undefined
  if (outcome.reason === 'error.user.second_factor_needed') return outcome.data as Asked
  const { challenge, methods } = outcome.values
  return outcome.intent === SECOND_STEP && outcome.reason !== OVER && challenge
    ? { challenge, methods: (methods ?? '').split(' ') as Pending['methods'] }
    : undefined
}

/** Why one is back at the password, where that is so. */
export const overIn = (outcome: Outcome | undefined) =>
  outcome && !outcome.ok && outcome.intent !== '' && !secondStepIn(outcome) ? outcome.message : undefined

export function SecondStep({ pending: { challenge, methods } }: { pending: Pending }) {
  const t = useText('sign_in')
  const app = methods.includes('one_time_password')
  const passkey = methods.includes('passkey')
  return (
    <AccountPage title={t('second_title')} lead={app ? t('second_lead') : t('second_lead_passkey')}>
      {passkey && (
        <>
          <PasskeyLogin look="primary" />
          <p className="login-or needs-script">{t('or')}</p>
          <div className="without-script">
            <Notice kind="info">{t('passkey_needs_script')}</Notice>
          </div>
        </>
      )}
      <PageForm intent={SECOND_STEP} replace labels={{ code: t('code') }}>
        {(field, { busy }) => (
          <>
            <input type="hidden" name="challenge" value={challenge} />
            <input type="hidden" name="methods" value={methods.join(' ')} />
            <TextInput
              {...field('code', '')}
              label={app ? t('code') : t('recovery_code')}
              help={app ? t('code_help') : t('recovery_help')}
              autoComplete="one-time-code"
              inputMode={app ? undefined : 'text'}
              maxLength={CODE_TYPED_MAX}
              autoFocus={!passkey}
              required
            />
            <SubmitButton block size="large" look={passkey ? 'plain' : 'primary'} busy={busy}>
              {t('go_on')}
            </SubmitButton>
          </>
        )}
      </PageForm>
      <p className="second-step-foot">
        <ButtonLink block look="quiet" to={paths.login()} reload>
          {t('start_over')}
        </ButtonLink>
      </p>
    </AccountPage>
  )
}
