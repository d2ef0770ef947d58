import { questionTags } from '@askwell/contract/tags.ts'
import type { ReactNode } from 'react'
import { call } from '../session.ts'
import { useText } from '../text.tsx'
import { type Suggestion, TagInput, wordsOf } from '../ui/tag-input.tsx'

interface Props {
  field: { name: string; error: string | undefined; defaultValue: string | undefined }
  label: ReactNode
  remark?: ReactNode
  help?: ReactNode
  max: number
  onChange?: () => void
}

/** Tags for a question, completed from those there are. One field of slugs with commas between. */
export function TagsField({ field: { defaultValue = '', ...field }, onChange, ...rest }: Props) {
  const t = useText('ask')
  const find = async (tag: string): Promise<Suggestion[]> =>
    (await call(questionTags, { query: { tag } })).map(({ slug_name, recommend, reserved }) => ({
      value: slug_name,
      note: reserved ? t('tag_reserved') : recommend ? t('tag_suggested') : undefined,
    }))
  return (
    <TagInput
      {...field}
      {...rest}
      defaultValue={wordsOf(defaultValue)}
      find={find}
      onChange={onChange && (() => onChange())}
    />
  )
}
