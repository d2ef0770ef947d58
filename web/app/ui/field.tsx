import { createContext, use, useState, type ReactNode } from 'react'
import { useText } from '../i18n/text.tsx'
import { useCorrections } from './corrections.tsx'
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

/** `isSaid`: something else on the page says it to screen readers already. */
export const FieldError = ({ id, isSaid, children }: { id: string; isSaid?: boolean; children: ReactNode }) => (
  <p className="field-error" id={id} aria-live={isSaid ? undefined : 'polite'}>
    <Icon name="circleAlert" small />
    <span>{children}</span>
  </p>
)

interface Limits {
  name: string
  /** What the field begins with. */
  text: string
  /** What was wrong with it when the form came back. */
  error: string | undefined
  /** In characters, as people count them. */
  min?: number
  max?: number
  /** Shows "54 of 150" from the beginning, and not only where it comes close. */
  counted?: boolean
  /** Says how many words that are, too. */
  words?: boolean
}

const CLOSE = 0.8

/** In any language: Chinese has no spaces. */
const wordsIn = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length

/**
 * What is said of a text while it is typed: how long it is, and what is wrong with it as long as that is so.
 * Nothing is ever cut: a field has no `maxlength`, which would swallow what is pasted without a word.
 */
export function useLimits({ name, text, error, min = 0, max = Infinity, counted, words }: Limits) {
  const t = useText('ui')
  const { corrected, correct } = useCorrections()
  const [length, setLength] = useState([...text].length)
  const [written, setWritten] = useState(text)
  const over = length - max
  return {
    onText(typed: string) {
      const now = [...typed].length
      setLength(now)
      if (words && now > CLOSE * max) setWritten(typed)
      if (error) correct(name, [...typed.trim()].length >= min && now <= max)
    },
    error: over > 0 ? t('too_long', { count: over, max }) : corrected.has(name) ? undefined : error,
    count:
      max === Infinity || !(counted || length > CLOSE * max) ? undefined : (
        <span className="field-count needs-script" data-over={over > 0 || undefined}>
          {t('length_of', { length, max })}
          {words && ` · ${t('words', { count: wordsIn(written) })}`}
        </span>
      ),
  }
}
