import { TAG_DESCRIPTION_MAX, TAG_NAME } from '@askwell/contract/limits.ts'
import type { FieldOf } from '../../forms.tsx'
import { renderText } from '../../components/editor/editor-calls.ts'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** As the list of errors names them. */
export const useTagLabels = () => {
  const t = useText('tags')
  return { display_name: t('display_name'), slug_name: t('slug'), original_text: t('description') }
}

interface Props {
  field: FieldOf
  before?: { display_name: string; slug_name: string; original_text: string }
  /** Its address stays as it is. */
  fixedSlug?: boolean
  onChange: () => void
}

/** A tag as one makes it, and as one edits it. */
export function TagFields({ field, before, fixedSlug = false, onChange }: Props) {
  const t = useText('tags')
  return (
    <>
      <TextInput
        {...field('display_name', before?.display_name)}
        label={t('display_name')}
        help={t('display_name_help')}
        counted
        stayOnEnter
        maxLength={TAG_NAME.max}
        autoComplete="off"
        required
      />
      {!fixedSlug && (
        <TextInput
          {...field('slug_name', before?.slug_name)}
          label={t('slug')}
          help={t(before ? 'slug_change_help' : 'slug_new_help')}
          counted
          stayOnEnter
          maxLength={TAG_NAME.max}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
      )}
      <MarkdownField
        {...field('original_text', before?.original_text)}
        label={t('description')}
        help={t('description_help')}
        maxLength={TAG_DESCRIPTION_MAX}
        render={renderText}
        onChange={onChange}
      />
    </>
  )
}
