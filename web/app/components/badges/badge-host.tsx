import { type BadgeAward, notificationStatus, readNotification } from '@askwell/contract/notifications.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '../../session.ts'
import { holdsText } from '../../typed-text.ts'
import { noteUnseen, useBadgeAward } from '../../unseen.ts'

const fetchNotice = () => import('./badge-notice.tsx')
const BadgeNotice = lazy(() => fetchNotice().then((part) => ({ default: part.BadgeNotice })))

const LOOK_MS = 500
/** Whoever has just pressed something may be about to type. */
const QUIET_MS = 2000
const FIELDS = 'input:not([type=button], [type=submit]), textarea, select, [contenteditable=true]'

/** When somebody last pressed a key or a button, in milliseconds since the page began. */
const usePressed = (isWanted: boolean) => {
  const pressed = useRef(-QUIET_MS)
  useEffect(() => {
    if (!isWanted) return
    const note = () => {
      pressed.current = performance.now()
    }
    const kinds = ['keydown', 'pointerdown'] as const
    for (const kind of kinds) addEventListener(kind, note, true)
    return () => {
      for (const kind of kinds) removeEventListener(kind, note, true)
    }
  }, [isWanted])
  return pressed
}

/** Nobody is disturbed who writes, answers a dialog, or looks at something else. */
const isBusy = () =>
  document.visibilityState === 'hidden' ||
  document.querySelector('dialog[open]') !== null ||
  (document.activeElement?.matches(FIELDS) ?? false) ||
  holdsText()

/** Shows the badges that were earned, one after the other. Which was shown is known on all devices. */
export function BadgeHost({ user }: { user: string }) {
  const award = useBadgeAward(user)
  const [shown, setShown] = useState<BadgeAward>()
  /** Those whose reading couldn't be told, and those that another tab shows just now. */
  const [closed, setClosed] = useState('')
  const next = award && award.notification_id !== closed ? award : undefined
  const pressed = usePressed(next !== undefined)
  const open = shown && shown.notification_id === next?.notification_id ? shown : undefined

  useEffect(() => {
    if (!next || open) return
    let isThere = false // before it is decided to show it: it would come a moment later
    fetchNotice().then(
      () => (isThere = true),
      () => {},
    )
    const timer = setInterval(() => {
      if (isThere && !isBusy() && performance.now() - pressed.current > QUIET_MS) setShown(next)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [next, open, pressed])

  if (!open) return null
  const close = () => {
    setClosed(open.notification_id)
    void call(readNotification, { body: { id: open.notification_id } })
      .then(() => call(notificationStatus))
      .then(
        (status) => noteUnseen(user, status),
        () => {},
      )
  }
  return (
    <Suspense>
      <BadgeNotice key={open.notification_id} award={open} onClose={close} />
    </Suspense>
  )
}
