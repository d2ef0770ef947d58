import type { SelectHTMLAttributes } from 'react'
import { className } from './class-name.ts'
import { Field, type FieldFrame } from './field.tsx'
import './text-input.css'

export interface Option {
  value: string
  label: string
}

type Props = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'id' | 'children'> & { options: Option[] }

export function Select({
  name,
  label,
  id,
  help,
  error,
  remark,
  hideLabel,
  labelEnd,
  options,
  className: more,
  ...rest
}: Props) {
  return (
    <Field {...{ name, label, id, help, error, remark, hideLabel, labelEnd }}>
      {(control) => (
        <select {...rest} {...control} className={className('input', more)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
