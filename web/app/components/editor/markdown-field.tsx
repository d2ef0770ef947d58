import { Field, type FieldFrame, useLimits } from '../../ui/field.tsx'
import { Editor, type EditorProps } from './editor.tsx'

/** The editor with its label, help and error, like any other field of a form. */
export const MarkdownField = ({
  defaultValue = '',
  onChange,
  render,
  upload,
  findMembers,
  rows,
  minLength,
  maxLength,
  error,
  ...frame
}: FieldFrame & EditorProps & { minLength?: number; maxLength?: number }) => {
  const limits = useLimits({ name: frame.name, text: defaultValue, error, min: minLength, max: maxLength, words: true })
  const changed = (text: string) => {
    limits.onText(text)
    onChange?.(text)
  }
  return (
    <Field {...frame} error={limits.error} count={limits.count}>
      {(control) => <Editor {...{ control, defaultValue, onChange: changed, render, upload, findMembers, rows }} />}
    </Field>
  )
}
