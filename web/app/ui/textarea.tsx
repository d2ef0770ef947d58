import type { TextareaHTMLAttributes } from 'react'
import { className } from './class-name.ts'
import { Field, useLimits, type FieldFrame } from './field.tsx'
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
  minLength,
  maxLength,
  onInput,
  className: more,
  ...rest
}: Props) {
  const text = String(rest.value ?? rest.defaultValue ?? '')
  const limits = useLimits({ name, text, error, min: minLength ?? (rest.required ? 1 : 0), max: maxLength, counted })
  return (
    <Field {...{ name, label, id, help, remark, hideLabel, labelEnd }} error={limits.error} count={limits.count}>
      {(control) => (
        <textarea
          dir="auto"
          {...rest}
          {...control}
          className={className('input', more)}
          onInput={(event) => {
            limits.onText(event.currentTarget.value)
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}
