import { useActionData } from 'react-router'
import { type Outcome, PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordOnceMore, RecoveryCodes, Step } from './security-form.tsx'

interface Props {
  intent: 'app-remove' | 'passkey-remove' | 'codes-renew'
  title: string
  lead: string
  button: string
  password: boolean
  id?: string
}

/** What takes nothing but the password once more. */
export function ProofStep({ intent, title, lead, button, password, id }: Props) {
  const t = useText('security')
  const outcome = useActionData() as Outcome | undefined
  if (outcome?.ok && outcome.intent === intent) {
    const codes = (outcome.value as { recovery_codes?: string[] } | null)?.recovery_codes
    return (
      <Step title={title}>
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <>
            <Notice kind="success" role="status">
              {t('done')}
            </Notice>
            <p>
              <ButtonLink to={paths.settings('account')}>{t('back')}</ButtonLink>
            </p>
          </>
        )}
      </Step>
    )
  }
  return (
    <Step title={title} lead={lead}>
      <PageForm intent={intent} labels={{ pass: t('password') }}>
        {(field, { busy }) => (
          <>
            {id && <input type="hidden" name="id" value={id} />}
            <PasswordOnceMore field={field} asked={password} />
            <SubmitButton look={intent === 'codes-renew' ? 'primary' : 'danger'} busy={busy}>
              {button}
            </SubmitButton>
          </>
        )}
      </PageForm>
    </Step>
  )
}
