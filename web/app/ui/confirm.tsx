import type { ReactNode } from 'react'
import { useText } from '../text.tsx'
import { useFold } from './fold.ts'
import './menu.css'

interface Props {
  summary: ReactNode
  summaryClass: string
  /** What is going to happen. */
  question: ReactNode
  /** The form that does it. */
  children: ReactNode
  align?: 'start' | 'end'
}

/** Asks once more before something that can't be taken back; a fold rather than a dialog, so it asks without scripts too. */
export function Confirm({ summary, summaryClass, question, children, align = 'start' }: Props) {
  const t = useText('ui')
  const { box, close, closeOnEscape, onToggle } = useFold()
  return (
    <details className="menu confirm" ref={box} onToggle={onToggle} onKeyDown={closeOnEscape}>
      <summary className={summaryClass}>{summary}</summary>
      <div className="menu-panel confirm-panel" data-align={align === 'end' ? 'end' : undefined}>
        <p>{question}</p>
        <div className="button-row">{children}<button className="button button-small needs-script" type="button" onClick={close}>{t('cancel')}</button></div>
      </div>
    </details>
  )
}
