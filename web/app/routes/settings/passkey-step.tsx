import { KEY_NAME } from '@askwell/contract/limits.ts'
import { startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useActionData, useSubmit } from 'react-router'
import { type Outcome, PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { PasswordOnceMore, RecoveryCodes, Step } from './security-form.tsx'

interface PasskeyChallenge {
  challenge: string
  options: string
}

/** The device shows what it has for this; the person may as well refuse. */
function AskDevice({ asked, name }: { asked: PasskeyChallenge; name: string }) {
  const t = useText('security')
  const submit = useSubmit()
  const [refused, setRefused] = useState(false)
  const create = async () => {
    try {
      const credential = await startRegistration({
        optionsJSON: JSON.parse(asked.options) as Parameters<typeof startRegistration>[0]['optionsJSON'],
      })
      await submit(
        { intent: 'passkey-add', challenge: asked.challenge, credential: JSON.stringify(credential), name },
        { method: 'post', replace: true },
      )
    } catch {
      setRefused(true)
    }
  }
  return (
    <>
      {refused && (
        <Notice kind="danger" role="alert">
          {t('passkey_not_made')}
        </Notice>
      )}
      <p>
        <Button look="primary" icon="keyRound" onClick={() => void create()}>
          {t('passkey_make')}
        </Button>
      </p>
    </>
  )
}

/** A passkey takes a script: the browser itself asks for finger, face or PIN. */
export function PasskeyStep({ password }: { password: boolean }) {
  const t = useText('security')
  const outcome = useActionData() as Outcome | undefined
  const [name, setName] = useState('')
  if (outcome?.ok && outcome.intent === 'passkey-add')
    return (
      <Step title={t('passkey_title')}>
        <RecoveryCodes codes={(outcome.value as { recovery_codes: string[] }).recovery_codes} />
      </Step>
    )
  if (outcome?.ok && outcome.intent === 'passkey-begin')
    return (
      <Step title={t('passkey_title')} lead={t('passkey_device')}>
        <AskDevice asked={outcome.value as PasskeyChallenge} name={name} />
      </Step>
    )
  const failed =
    outcome && !outcome.ok && !outcome.told && outcome.intent === 'passkey-add' ? outcome.message : undefined
  return (
    <Step title={t('passkey_title')} lead={t('passkey_lead')}>
      <div className="without-script">
        <Notice kind="info">{t('passkey_needs_script')}</Notice>
      </div>
      {failed && (
        <Notice kind="danger" role="alert">
          {failed}
        </Notice>
      )}
      <div className="needs-script">
        <PageForm intent="passkey-begin" labels={{ pass: t('password') }}>
          {(field, { busy }) => (
            <>
              <TextInput
                {...field('name')}
                label={t('passkey_name')}
                help={t('passkey_name_help')}
                minLength={KEY_NAME.min}
                maxLength={KEY_NAME.max}
                onInput={(event) => setName(event.currentTarget.value)}
                required
              />
              <PasswordOnceMore field={field} asked={password} />
              <SubmitButton busy={busy}>{t('go_on')}</SubmitButton>
            </>
          )}
        </PageForm>
      </div>
    </Step>
  )
}
