import { createContext, use, useState, type FormEvent, type ReactNode } from 'react'
import { useText } from '../i18n/text.tsx'
import { Icon } from './icon.tsx'
import './field.css'

/** What every field has around its control. */
export interface FieldFrame {
  name: string
  label: ReactNode
  /** Where the name alone would be twice on the page. */
  id?: string
  help?: ReactNode
  error?: string
  /** A remark beside the label: "optional", "one to five". */
  remark?: ReactNode
  /** Where a heading says the same: for ears only. */
  hideLabel?: boolean
  /** At the far end of the label's line. */
  labelEnd?: ReactNode
}

/** What the control must carry, so that label, help and error belong to it. */
export interface ControlProps {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const fieldId = (name: string) => `field-${name}`

/** Whether the label stands over its control or, as among settings, beside it. */
export const FieldLayout = createContext<'above' | 'beside'>('above')

export function Field({
  name,
  label,
  id = fieldId(name),
  help,
  error,
  remark,
  hideLabel,
  labelEnd,
  count,
  children,
}: FieldFrame & {
  count?: ReactNode
  children: (control: ControlProps) => ReactNode
}) {
  const beside = use(FieldLayout) === 'beside'
  const helpId = `${id}-help`
  const errorId = `${id}-error`
  const title = (
    <label
      className={hideLabel ? 'visually-hidden' : beside ? 'setting-name' : 'field-label'}
      id={`${id}-label`}
      htmlFor={id}
    >
      {label}
      {remark && (
        <>
          {' '}
          <span className="field-optional">{remark}</span>
        </>
      )}
    </label>
  )
  const control = children({
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && errorId, help && helpId].filter(Boolean).join(' ') || undefined,
  })
  const wrong = error && <FieldError id={errorId}>{error}</FieldError>
  if (beside) {
    return (
      <div className="setting">
        <div>
          {title}
          {help && (
            <div className="setting-help" id={helpId}>
              {help}
            </div>
          )}
        </div>
        <div className="field">
          {control}
          {wrong}
          {count && <div className="field-foot">{count}</div>}
        </div>
      </div>
    )
  }
  return (
    <div className="field">
      {labelEnd ? (
        <div className="field-with-link">
          {title}
          {labelEnd}
        </div>
      ) : (
        title
      )}
      {control}
      {wrong}
      {(help || count) && (
        <div className="field-foot">
          {help && (
            <div className="field-help" id={helpId}>
              {help}
            </div>
          )}
          {count}
        </div>
      )}
    </div>
  )
}

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="field-error" id={id}>
    <Icon name="circleAlert" small />
    <span>{children}</span>
  </p>
)

/** Counts what is typed; until scripts run it shows what the page was sent with. */
export function useCount(text: string, max: number | undefined) {
  const t = useText('ui')
  const [length, setLength] = useState([...text].length)
  return {
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setLength([...event.currentTarget.value].length),
    count: max === undefined ? undefined : <span className="field-count">{t('length_of', { length, max })}</span>,
  }
}
