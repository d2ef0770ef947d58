import type { InputHTMLAttributes } from 'react'
import { className } from './class-name.ts'
import { Field, useLimits, type FieldFrame } from './field.tsx'
import './text-input.css'

export type TextInputProps = FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'> & {
    large?: boolean
    /** Shows "54 of 150" from the beginning, where `maxLength` is given. */
    counted?: boolean
    /** Enter sends a form from a field of one line; not from this one, where more is to follow. */
    stayOnEnter?: boolean
  }

const isSecret = ({ type, autoComplete }: Partial<TextInputProps>) =>
  type === 'password' || autoComplete === 'one-time-code'

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
  stayOnEnter,
  minLength,
  maxLength,
  onInput,
  onKeyDown,
  className: more,
  ...rest
}: TextInputProps) {
  const text = String(rest.value ?? rest.defaultValue ?? '')
  const limits = useLimits({ name, text, error, min: minLength ?? (rest.required ? 1 : 0), max: maxLength, counted })
  return (
    <Field {...{ name, label, id, help, remark, hideLabel, labelEnd }} error={limits.error} count={limits.count}>
      {(control) => (
        <>
          <input
            dir="auto"
            {...rest}
            {...control}
            className={className('input', large && 'input-large', more)}
            onInput={(event) => {
              limits.onText(event.currentTarget.value)
              onInput?.(event)
            }}
            onKeyDown={(event) => {
              if (stayOnEnter && event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
              onKeyDown?.(event)
            }}
          />
          {/* Refused, the form comes back without what was typed here. */}
          {isSecret(rest) && <input type="hidden" name="secret_field" value={name} />}
        </>
      )}
    </Field>
  )
}
