import { useEffect, useId, useSyncExternalStore } from 'react'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Message {
  text: string
  /** To be agreed to or declined; otherwise it is only closed. */
  confirm: boolean
}

const listeners = new Set<() => void>()
let waiting: Message[] = []

const change = (next: Message[]) => {
  waiting = next
  for (const listener of listeners) listener()
}

/** Says something that one has to have read before going on. Only in the browser: what a page must say without scripts is a Notice. */
export const showMessage = (text: string, { confirm = false } = {}) => change([...waiting, { text, confirm }])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands once in the document; one message after the other. */
export function MessageDialog() {
  const t = useText('ui')
  const id = useId()
  const message = useSyncExternalStore(
    subscribe,
    () => waiting[0],
    () => undefined,
  )
  // The answer that is meant, rather than the cross in the corner.
  useEffect(() => {
    if (message) document.getElementById(id)?.focus()
  }, [message, id])
  if (!message) return null
  const close = () => change(waiting.slice(1))
  return (
    <Dialog
      key={waiting.length}
      open
      onClose={close}
      title={t('message_title')}
      foot={
        message.confirm ? (
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button look="primary" onClick={close} id={id}>
              {t('ok')}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={close} id={id}>
            {t('close')}
          </Button>
        )
      }
    >
      <p>{message.text}</p>
    </Dialog>
  )
}
