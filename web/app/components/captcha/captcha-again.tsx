import { FormToken, type Refusal } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { CaptchaFields } from './captcha-fields.tsx'

/** The same form once more, with what was typed, for small forms that have no space for a captcha. */
export function CaptchaAgain({ refusal }: { refusal: Refusal }) {
  const t = useText('captcha')
  if (!refusal.captcha) return null
  return (
    <form method="post">
      <FormToken />
      {Object.entries(refusal.values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <CaptchaFields captcha={refusal.captcha} error={refusal.errors.captcha_code} />
      <SubmitButton>{t('go_on')}</SubmitButton>
    </form>
  )
}
