import type { CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { useText } from '../../i18n/text.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import './captcha.css'

/** What is to be read or answered, and where to type it. */
export function CaptchaChallenge({
  captcha,
  error,
  id,
}: {
  captcha: CaptchaToSolve
  error: string | undefined
  id?: string
}) {
  const t = useText('captcha')
  return (
    <>
      {captcha.captcha_question ? (
        <p className="captcha-question">{captcha.captcha_question}</p>
      ) : (
        <>
          <p>{t('lead')}</p>
          <img className="captcha-picture" src={captcha.captcha_img} alt={t('picture')} width={220} height={80} />
        </>
      )}
      <TextInput
        key={captcha.captcha_id}
        name="captcha_code"
        id={id}
        label={t(captcha.captcha_question ? 'answer' : 'code')}
        error={error}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={captcha.captcha_question ? 'numeric' : 'text'}
        className="captcha-code"
      />
    </>
  )
}
