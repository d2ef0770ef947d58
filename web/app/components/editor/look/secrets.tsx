import { lookAtText, SECRETS_FOUND } from '@askwell/contract/posts.ts'
import { isOn, type Submission, text } from '../../../forms.tsx'
import { useText } from '../../../i18n/text.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'

const MEANT = 'publish_secrets'

type TextField = 'title' | 'content' | 'answer_content' | 'original_text'

/** Before a text is published the server looks whether keys or passwords stand in it; refused, the form comes back and asks. */
export const lookForSecrets = async ({ call, form }: Submission, fields: TextField[]) => {
  if (!isOn(form, MEANT))
    await call(lookAtText, { body: Object.fromEntries(fields.map((field) => [field, text(form, field)])) })
}

interface Props {
  refusal: { reason: string; values: Record<string, string> } | undefined
  id?: string
}

/** Only where they were found: somebody says that they are meant for everybody. */
export function SecretsMeant({ refusal, id }: Props) {
  const t = useText('editor')
  const said = Boolean(refusal?.values[MEANT])
  if (refusal?.reason !== SECRETS_FOUND && !said) return null
  return (
    <Checkbox
      name={MEANT}
      label={t('publish_secrets')}
      help={t('publish_secrets_help')}
      defaultChecked={said}
      {...(id && { id })}
    />
  )
}
