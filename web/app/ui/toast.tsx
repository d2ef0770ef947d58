import { useEffect, useRef, useSyncExternalStore } from 'react'
import { TOAST_TIME } from '@askwell/contract/limits.ts'
import { useText } from '../i18n/text.tsx'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import './toast.css'

type Kind = 'success' | 'danger' | 'warning'
interface Toast {
  id: number
  text: string
  kind: Kind
}

const icons: Record<Kind, IconName> = { success: 'check', danger: 'circleAlert', warning: 'triangleAlert' }
const none: Toast[] = []
const listeners = new Set<() => void>()
let toasts = none
let last = 0

const change = (next: Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}
const hide = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Says something in the corner for five seconds. Only in the browser: what a page must say without scripts is a Notice. */
export function showToast(text: string, kind: Kind = 'success') {
  const again = toasts.filter((toast) => toast.text !== text)
  change([...again, { id: ++last, text, kind }])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands once in the document, empty until something is said, so that screen readers know it beforehand. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div className="toasts" role="status">
      {shown.map((toast) => (
        <OneToast key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function OneToast({ id, text, kind }: Toast) {
  const t = useText('ui')
  const held = useRef(false)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!held.current) hide(id)
    }, TOAST_TIME)
    return () => clearInterval(timer)
  }, [id])
  const hold = (on: boolean) => () => {
    held.current = on
  }
  return (
    <div
      className="toast"
      data-kind={kind}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <Icon name={icons[kind]} />
      <span>{text}</span>
      <IconButton icon="x" label={t('close')} onClick={() => hide(id)} />
    </div>
  )
}
