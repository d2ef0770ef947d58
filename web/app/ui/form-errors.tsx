import { useEffect, useRef } from 'react'
import { useText } from '../i18n/text.tsx'
import { useCorrections } from './corrections.tsx'
import { fieldId } from './field.tsx'
import { Notice } from './notice.tsx'

interface Props {
  /** By field name; what belongs to no field stands under the empty name. */
  errors?: Record<string, string>
  /** What the fields are called, where their messages alone don't tell. */
  labels?: Record<string, string>
  /** Where a field's id isn't made from its name. */
  idOf?: (name: string) => string
}

/** Opens a form that came back: what is wrong and not yet corrected, each line leading to its field. */
export function FormErrors({ errors, labels, idOf = fieldId }: Props) {
  const t = useText('ui')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors) box.current?.focus()
  }, [errors])
  const { corrected } = useCorrections()
  const { '': general, ...fields } = errors ?? {}
  const named = Object.entries(fields).filter(([name]) => !corrected.has(name))
  if (general === undefined && named.length === 0) return null
  return (
    <div className="form-errors" ref={box} tabIndex={-1}>
      <Notice kind="danger" role="alert" title={general ?? t('errors_title', { count: named.length })}>
        {named.length > 0 && (
          <ul className="form-errors-list">
            {named.map(([name, text]) => (
              <li key={name}>
                <a href={`#${idOf(name)}`}>
                  {labels?.[name] && `${labels[name]}: `}
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
