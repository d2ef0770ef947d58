import { Field, type FieldFrame } from '../../ui/field.tsx'
import { Editor, type EditorProps } from './editor.tsx'

/** The editor with its label, help and error, like any other field of a form. */
export const MarkdownField = ({
  value,
  defaultValue,
  onChange,
  render,
  upload,
  findMembers,
  rows,
  ...frame
}: FieldFrame & EditorProps) => (
  <Field {...frame}>
    {(control) => <Editor {...{ control, value, defaultValue, onChange, render, upload, findMembers, rows }} />}
  </Field>
)
