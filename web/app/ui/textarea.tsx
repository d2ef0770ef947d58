import type { TextareaHTMLAttributes } from 'react'
import { className } from './class-name.ts'
import { Field, useCount, type FieldFrame } from './field.tsx'
import './text-input.css'

type Props = FieldFrame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'id'> & { counted?: boolean }

export function Textarea({
  name,
  label,
  id,
  help,
  error,
  remark,
  hideLabel,
  labelEnd,
  counted,
  maxLength,
  onInput,
  className: more,
  ...rest
}: Props) {
  const count = useCount(String(rest.value ?? rest.defaultValue ?? ''), counted ? maxLength : undefined)
  return (
    <Field {...{ name, label, id, help, error, remark, hideLabel, labelEnd }} count={count.count}>
      {(control) => (
        <textarea
          dir="auto"
          {...rest}
          {...control}
          maxLength={maxLength}
          className={className('input', more)}
          onInput={(event) => {
            count.onInput(event)
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}
