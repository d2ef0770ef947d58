import { actionRecord, type CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { AskUser, Solved, CaptchaRequest } from '../../captcha.ts'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, SubmitButton, TextButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CaptchaByItself, solvesItself } from './captcha-by-itself.tsx'
import { CaptchaChallenge } from './captcha-challenge.tsx'

interface Open extends CaptchaRequest {
  answer: (solved: Solved | undefined) => void
}

const CODE_ID = 'captcha-code'
const FORM_ID = 'captcha-form'

/** Calls that need a captcha wait for this dialog. `onReady` gets the function that asks. */
export function CaptchaDialog({ onReady }: { onReady: (ask: AskUser) => void }) {
  const t = useText('captcha')
  const [open, setOpen] = useState<Open>()
  const [captcha, setCaptcha] = useState<CaptchaToSolve>()
  const [message, setMessage] = useState('')
  const alternative = useRef(false)

  const fetchFor = async (wanted: Open) => {
    setCaptcha(undefined)
    try {
      // After a refusal the person is asked: what solves itself would go on being refused.
      const query = { action: wanted.action, alternative: alternative.current, scripts: wanted.message === '' }
      const next = await call(actionRecord, { query })
      // After a pause no captcha is needed any more.
      if (!next.verify) return wanted.answer({ captcha_id: '', captcha_code: '' })
      setCaptcha(next)
    } catch {
      setMessage(t('failed'))
    }
  }
  const latest = useRef(fetchFor)
  useEffect(() => {
    latest.current = fetchFor
  })

  useEffect(() => {
    let last: Promise<unknown> = Promise.resolve() // one question at a time
    const askPerson = (wanted: CaptchaRequest) =>
      new Promise<Solved | undefined>((resolve) => {
        const answer: Open['answer'] = (solved) => {
          setOpen(undefined)
          resolve(solved)
        }
        const next = { ...wanted, answer }
        setMessage(wanted.message)
        setOpen(next)
        if (wanted.first && !alternative.current) setCaptcha(wanted.first)
        else void latest.current(next)
      })
    onReady((wanted) => {
      const asked = last.then(() => askPerson(wanted))
      last = asked
      return asked
    })
  }, [onReady])
  useEffect(() => {
    if (captcha && !solvesItself(captcha)) document.getElementById(CODE_ID)?.focus()
  }, [captcha])

  const another = (inWords: boolean) => {
    alternative.current = inWords
    setMessage('')
    if (open) void fetchFor(open)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (captcha)
      open?.answer({
        captcha_id: captcha.captcha_id,
        captcha_code: String(new FormData(event.currentTarget).get('captcha_code') ?? ''),
      })
  }
  const byItself = captcha && solvesItself(captcha)
  return (
    <Dialog
      open={open !== undefined}
      onClose={() => open?.answer(undefined)}
      title={t('title')}
      foot={
        <>
          <Button onClick={() => open?.answer(undefined)}>{t('cancel')}</Button>
          {!byItself && (
            <SubmitButton form={FORM_ID} busy={open !== undefined && !captcha && !message}>
              {t('go_on')}
            </SubmitButton>
          )}
        </>
      }
    >
      <form id={FORM_ID} onSubmit={send} noValidate>
        {byItself ? (
          <CaptchaByItself
            captcha={captcha}
            onSolved={(captcha_code) => open?.answer({ captcha_id: captcha.captcha_id, captcha_code })}
          />
        ) : (
          captcha && <CaptchaChallenge captcha={captcha} error={message || undefined} id={CODE_ID} />
        )}
        {!captcha && message && <FieldError id="captcha-failed">{message}</FieldError>}
      </form>
      <div className="captcha-choices">
        {!byItself && (
          <TextButton onClick={() => another(alternative.current)}>
            {t(captcha?.captcha_question ? 'another_question' : 'another')}
          </TextButton>
        )}
        {byItself ? (
          <TextButton onClick={() => another(true)}>{t('question_instead')}</TextButton>
        ) : captcha?.captcha_question ? (
          <TextButton onClick={() => another(false)}>{t('picture_instead')}</TextButton>
        ) : (
          <TextButton onClick={() => another(true)}>{t('alternative')}</TextButton>
        )}
      </div>
    </Dialog>
  )
}
