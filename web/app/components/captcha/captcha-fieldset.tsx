import type { CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { useText } from '../../i18n/text.tsx'
import { CaptchaChallenge } from './captcha-challenge.tsx'

/** In a form that was refused because it needs a captcha; pressing for a question instead shows the form once more. */
export function CaptchaFieldset({ captcha, error }: { captcha: CaptchaToSolve; error: string | undefined }) {
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
