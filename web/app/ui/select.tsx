import type { SelectHTMLAttributes } from 'react'
import { className } from './class-name.ts'
import { useCorrections } from './corrections.tsx'
import { Field, type FieldFrame } from './field.tsx'
import './text-input.css'

export interface Option {
  value: string
  label: string
  /** Options of one group stand together under its name. */
  group?: string
}

type Props = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'id' | 'children'> & { options: Option[] }

const choices = (options: Option[]) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

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
  onChange,
  className: more,
  ...rest
}: Props) {
  const { corrected, correct } = useCorrections()
  return (
    <Field {...{ name, label, id, help, remark, hideLabel, labelEnd }} error={corrected.has(name) ? undefined : error}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className={className('input', more)}
          onChange={(event) => {
            correct(name, true)
            onChange?.(event)
          }}
        >
          {Object.entries(Object.groupBy(options, ({ group = '' }) => group)).map(([group, members]) =>
            group ? (
              <optgroup key={group} label={group}>
                {choices(members!)}
              </optgroup>
            ) : (
              choices(members!)
            ),
          )}
        </select>
      )}
    </Field>
  )
}
