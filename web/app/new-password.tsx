import { PASSWORD } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { text } from './forms.tsx'
import { useText } from './i18n/text.tsx'

// A new password is typed twice. That both are the same is seen here; so that nobody is told one thing after another, what else is plain to see is said at once.

const WORDS = ['differ', 'too_short', 'missing'] as const

/** What is said of them; they travel with the form, as it may be sent without scripts. */
export function NewPasswordWords() {
  const t = useText('ui')
  return WORDS.map((word) => (
    <input key={word} type="hidden" name={`say_${word}`} value={t(`password_${word}`, { min: PASSWORD.min })} />
  ))
}

/** `own`: the field of the present password, where there is one. */
export const ensureSamePassword = (form: FormData, own?: string) => {
  const [pass, again] = [text(form, 'pass'), text(form, 'pass2')]
  if (pass === again) return
  const say = (error_field: string, word: (typeof WORDS)[number]) => ({
    error_field,
    error_msg: text(form, `say_${word}`),
  })
  throw new CallFailed(400, 'field.passwords_differ', '', [
    ...(own && form.has(own) && !text(form, own) ? [say(own, 'missing')] : []),
    ...([...pass].length < PASSWORD.min ? [say('pass', 'too_short')] : []),
    say('pass2', 'differ'),
  ])
}
