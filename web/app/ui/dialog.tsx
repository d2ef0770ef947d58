import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useText } from '../i18n/text.tsx'
import { className } from './class-name.ts'
import { IconButton } from './button.tsx'
import './dialog.css'

interface Props {
  open: boolean
  /** Also on Escape and on a press outside. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons. */
  foot?: ReactNode
  wide?: boolean
  /** A part of the page for as long as no script runs. What is typed there stays when it becomes a dialog. */
  inPage?: boolean
}

const FIELD = ':is(input:not([type=hidden]), textarea, select):not(:disabled)'

/** The browser's own dialog: it keeps the focus inside and gives it back to where it came from. Where there is something to fill in, one begins there. */
export function Dialog({ open, onClose, title, children, foot, wide, inPage = false }: Props) {
  const t = useText('ui')
  const titleId = useId()
  const box = useRef<HTMLDialogElement>(null)
  // Before the browser finds that what has the focus was hidden for a moment.
  useLayoutEffect(() => {
    const dialog = box.current!
    if (inPage) return
    const focused = document.activeElement as HTMLElement | null
    if (open && !dialog.open) {
      dialog.showModal()
      const first = dialog.contains(focused) ? focused : dialog.querySelector<HTMLElement>(`.dialog-body ${FIELD}`)
      first?.focus()
    }
    if (!open && dialog.open) dialog.close()
  }, [open, inPage])
  // Taken away while it is open it would take the focus with it.
  useLayoutEffect(() => {
    const dialog = box.current!
    return () => dialog.close()
  }, [])
  return (
    <dialog
      className={className('dialog', wide && 'dialog-wide')}
      ref={box}
      open={inPage || undefined}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === box.current) onClose()
      }}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="x" label={t('close')} onClick={onClose} />
        </div>
        <div className="dialog-body">{children}</div>
        {foot && <div className="dialog-foot">{foot}</div>}
      </div>
    </dialog>
  )
}
