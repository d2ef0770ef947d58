import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useActionData, useLocation } from 'react-router'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useFold } from './fold.ts'
import { useHydrated } from './hydrated.ts'
import './menu.css'

interface Props {
  summary: ReactNode
  summaryClass: string
  /** What is going to happen: the title of the dialog. */
  question: ReactNode
  /** The form that does it; the button that gives up is put beside its own. */
  children: (cancel: ReactNode) => ReactNode
  align?: 'start' | 'end'
  /** The key that presses it, where the page has keys. */
  hotkey?: string
  /** With scripts, which know when there is nothing to be done. */
  disabled?: boolean
}

/** Asks once more before something that can't be taken back: a dialog, or a fold where there are no scripts to open one. */
export const Confirm = (props: Props) => (useHydrated() ? <ConfirmDialog {...props} /> : <ConfirmFold {...props} />)

function ConfirmDialog({ summary, summaryClass, question, children, hotkey, disabled }: Props) {
  const t = useText('ui')
  const [open, setOpen] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const outcome = useActionData() as { ok: boolean } | undefined
  const close = () => setOpen(false)
  // The first thing to fill in, or else the way back, rather than the cross in the corner.
  useEffect(() => {
    if (open) body.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, .confirm-cancel')?.focus()
  }, [open])
  // Sent, and the page is there again: done, unless it was refused.
  useEffect(() => {
    if (outcome?.ok !== false) close()
  }, [key, outcome])
  return (
    <>
      <button
        type="button"
        className={summaryClass}
        aria-haspopup="dialog"
        data-key={hotkey}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {summary}
      </button>
      {open && (
        <Dialog open onClose={close} title={question}>
          <div ref={body}>
            {children(
              <Button className="confirm-cancel" onClick={close}>
                {t('cancel')}
              </Button>,
            )}
          </div>
        </Dialog>
      )}
    </>
  )
}

function ConfirmFold({ summary, summaryClass, question, children, hotkey, align = 'start' }: Props) {
  const { box, closeOnEscape, onToggle } = useFold()
  return (
    <details className="menu confirm" ref={box} onToggle={onToggle} onKeyDown={closeOnEscape}>
      <summary className={summaryClass} data-key={hotkey}>
        {summary}
      </summary>
      <div className="menu-panel confirm-panel" data-align={align === 'end' ? 'end' : undefined}>
        <p>{question}</p>
        {children(null)}
      </div>
    </details>
  )
}
