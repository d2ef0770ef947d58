import type { CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { useText } from '../text.tsx'
import { TextInput } from '../ui/text-input.tsx'
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

/** In a form that came back for want of it; pressing for a question instead brings the form back once more. */
export function CaptchaFields({ captcha, error }: { captcha: CaptchaToSolve; error: string | undefined }) {
  const t = useText('captcha')
  return (
    <fieldset className="captcha">
      <legend className="field-label">{t('title')}</legend>
      <input type="hidden" name="captcha_id" value={captcha.captcha_id} />
      <CaptchaChallenge captcha={captcha} error={error} />
      {!captcha.captcha_question && (
        <button type="submit" name="captcha_alternative" value="on" formNoValidate className="text-button">
          {t('alternative')}
        </button>
      )}
    </fieldset>
  )
}
