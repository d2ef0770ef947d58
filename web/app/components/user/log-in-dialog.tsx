import { currentUser, type LoggedIn, logInByEmail, logOut } from '@askwell/contract/accounts.ts'
import { CODE_TYPED_MAX } from '@askwell/contract/limits.ts'
import { finishLogIn, type SecondStep } from '@askwell/contract/second-factors.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { text } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { call, isFieldList, onTokenElsewhere, storeToken, storeTokenFor } from '../../session.ts'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Corrections } from '../../ui/corrections.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import './log-in-dialog.css'

// Loaded when somebody's session has ended while they were writing.

const FORM = 'log-in-again'
const idOf = (name: string) => `log-in-again-${name}`

interface Props {
  /** Who was logged in. Nobody else can go on with their text. */
  user: { id: string; display_name: string }
  onDone: (isIn: boolean) => void
}

/** One logs in again without leaving what one writes: here, or in another tab, which this one hears of. */
export function LogInDialog({ user, onDone }: Props) {
  const t = useText('account')
  const signIn = useText('sign_in')
  const ui = useText('ui')
  const { login } = useSite()
  const [step, setStep] = useState<SecondStep>()
  const [faults, setFaults] = useState<Record<string, string>>()
  const [busy, setBusy] = useState(false)

  const take = async ({ id, access_token }: Pick<LoggedIn, 'id' | 'access_token'>) => {
    if (id === user.id) {
      storeTokenFor(id, access_token)
      return onDone(true)
    }
    storeToken(access_token)
    await call(logOut).catch(() => {})
    storeToken('')
    setStep(undefined)
    setFaults({ '': t('again_other', { name: user.display_name }) })
  }
  const refused = (error: unknown) => {
    if (!(error instanceof CallFailed)) throw error
    if (error.reason === 'error.user.second_factor_needed') return setStep(error.data as SecondStep)
    if (error.reason === 'error.second_factor.over') setStep(undefined)
    setFaults(
      isFieldList(error.data)
        ? Object.fromEntries(error.data.map(({ error_field, error_msg }) => [error_field, error_msg]))
        : { '': error.message || ui('unreachable') },
    )
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation() // React also passes it to the form around it
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setFaults(undefined)
    await (
      step
        ? call(finishLogIn, { body: { challenge: step.challenge, code: text(form, 'code') } })
        : call(logInByEmail, { body: { e_mail: text(form, 'e_mail'), pass: text(form, 'pass') } })
    ).then(take, refused)
    setBusy(false)
  }
  useEffect(
    () =>
      onTokenElsewhere(() => {
        call(currentUser).then(
          (found) => found?.id === user.id && onDone(true),
          () => {},
        )
      }),
    [user.id, onDone],
  )

  const field = (name: string) => ({ name, id: idOf(name), error: faults?.[name] })
  return createPortal(
    <Dialog
      open
      onClose={() => onDone(false)}
      title={t('ended_title')}
      foot={
        <>
          <Button onClick={() => onDone(false)}>{ui('cancel')}</Button>
          {login.allow_password_login && (
            <SubmitButton form={FORM} busy={busy}>
              {t('login')}
            </SubmitButton>
          )}
        </>
      }
    >
      <p className="log-in-again-lead">{t('again_lead')}</p>
      {login.allow_password_login && (
        <form id={FORM} onSubmit={(event) => void send(event)} onInput={(event) => event.stopPropagation()} noValidate>
          <Corrections of={faults}>
            {faults?.[''] && <FormErrors errors={{ '': faults[''] }} idOf={idOf} />}
            {step ? (
              <TextInput
                {...field('code')}
                key="code"
                label={signIn('code')}
                autoComplete="one-time-code"
                maxLength={CODE_TYPED_MAX}
                autoFocus
                required
              />
            ) : (
              <>
                <TextInput {...field('e_mail')} label={t('email')} type="email" autoComplete="username" required />
                <TextInput
                  {...field('pass')}
                  label={t('password')}
                  type="password"
                  autoComplete="current-password"
                  required
                />
              </>
            )}
          </Corrections>
        </form>
      )}
      <p>
        <a href={paths.login()} target="_blank" rel="noreferrer">
          {t('again_elsewhere')}
        </a>
      </p>
    </Dialog>,
    document.body,
  )
}
