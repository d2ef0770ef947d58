import type { InputHTMLAttributes } from 'react'
import { className } from './class-name.ts'
import { Field, useCount, type FieldFrame } from './field.tsx'
import './text-input.css'

export type TextInputProps = FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'> & {
    large?: boolean
    /** Shows "54 of 150" where `maxLength` is given. */
    counted?: boolean
  }

export function TextInput({
  name,
  label,
  id,
  help,
  error,
  remark,
  hideLabel,
  labelEnd,
  large,
  counted,
  maxLength,
  onInput,
  className: more,
  ...rest
}: TextInputProps) {
  const count = useCount(String(rest.value ?? rest.defaultValue ?? ''), counted ? maxLength : undefined)
  return (
    <Field {...{ name, label, id, help, error, remark, hideLabel, labelEnd }} count={count.count}>
      {(control) => (
        <input
          dir="auto"
          {...rest}
          {...control}
          maxLength={maxLength}
          className={className('input', large && 'input-large', more)}
          onInput={(event) => {
            count.onInput(event)
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}
