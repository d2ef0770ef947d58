import { NOTICE_MAX } from '@askwell/contract/limits.ts'
import type { FieldOf } from '../../forms.tsx'
import { text } from '../../forms.tsx'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Textarea } from '../../ui/textarea.tsx'

const FIELD = 'words.'

/** A line in each language of the site. */
export function NoticeWords({ field, words }: { field: FieldOf; words: Record<string, string> }) {
  const t = useText('admin_operations')
  const { languages } = useRoot()
  return (
    <>
      {languages.map(({ value, label }) => (
        <Textarea
          key={value}
          {...field(FIELD + value, words[value])}
          label={t('notice_in', { language: label })}
          help={t('notice_help')}
          rows={3}
          maxLength={NOTICE_MAX}
          lang={value.replace('_', '-')}
        />
      ))}
    </>
  )
}

export const wordsIn = (form: FormData) =>
  Object.fromEntries(
    [...form.keys()]
      .filter((name) => name.startsWith(FIELD))
      .map((name) => [name.slice(FIELD.length), text(form, name).replaceAll('\r\n', '\n')]),
  )
