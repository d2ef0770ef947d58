import type { InputHTMLAttributes, ReactNode } from 'react'
import { className } from './class-name.ts'
import { FieldError, fieldId } from './field.tsx'
import './checkbox.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type'> & {
  name: string
  label: ReactNode
  help?: ReactNode
  error?: string
}

const choice = (
  { label, help, error, className: more, id, ...rest }: Props,
  type: 'checkbox' | 'radio',
  role?: 'switch',
) => {
  const errorId = `${id}-error`
  return (
    <>
      <label className="choice">
        <input
          {...rest}
          id={id}
          type={type}
          role={role}
          className={className(role, more)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>
          {label}
          {help && <small>{help}</small>}
        </span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </>
  )
}

/** Sends `on`, or its `value`; unchecked sends nothing. */
export const Checkbox = (props: Props) => choice({ id: fieldId(props.name), ...props }, 'checkbox')

/** A setting that is on or off. */
export const Switch = (props: Props) => choice({ id: fieldId(props.name), ...props }, 'checkbox', 'switch')

export const Radio = (props: Props & { value: string }) =>
  choice({ id: `${fieldId(props.name)}-${props.value}`, ...props }, 'radio')

/** Choices that belong together under one name. */
export const ChoiceGroup = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <fieldset className="field">
    <legend className="field-label">{label}</legend>
    {children}
  </fieldset>
)
