import { LIVE_NOTIFICATIONS } from '@askwell/contract/live.ts'
import { type NotificationStatus, notificationStatus } from '@askwell/contract/notifications.ts'
import { call } from '../../session.ts'
import { noteUnseen } from '../../unseen.ts'

/** Where nothing is said by itself one asks now and then. */
const POLL_MS = 30_000
const NAME = 'askwell-notifications'

/** Holds the one stream of this browser, and tells its other tabs. */
const hold = (tell: () => void) => {
  let poll: ReturnType<typeof setInterval> | undefined
  const stream = new EventSource(LIVE_NOTIFICATIONS)
  stream.addEventListener('changed', tell)
  stream.addEventListener('open', tell)
  // What is refused for good is closed; what is broken off the browser opens again by itself.
  stream.addEventListener('error', () => {
    if (stream.readyState === EventSource.CLOSED) poll ??= setInterval(tell, POLL_MS)
  })
  return () => {
    stream.close()
    clearInterval(poll)
  }
}

/** Keeps the count of this tab true for as long as it is open. @returns how to end that. */
export const listenFor = (user: string) => {
  const over = new AbortController()
  const channel = new BroadcastChannel(`${NAME} ${user}`)
  const show = (status: NotificationStatus) => noteUnseen(user, status)
  channel.addEventListener('message', ({ data }: MessageEvent<NotificationStatus>) => show(data))
  const ask = () =>
    void call(notificationStatus).then(
      (status) => {
        if (over.signal.aborted) return
        show(status)
        channel.postMessage(status)
      },
      () => {},
    )
  const look = () => {
    if (document.visibilityState === 'visible') ask()
  }
  document.addEventListener('visibilitychange', look)
  let letGo = () => {}
  if ('locks' in navigator)
    void navigator.locks
      .request(`${NAME} ${user}`, { signal: over.signal }, () => {
        const end = hold(ask)
        return new Promise<void>((resolve) => {
          letGo = () => {
            end()
            resolve()
          }
        })
      })
      .catch(() => {}) // given up while waiting
  else {
    const poll = setInterval(look, POLL_MS) // no other tab can be asked to do it
    letGo = () => clearInterval(poll)
  }
  return () => {
    over.abort()
    letGo()
    channel.close()
    document.removeEventListener('visibilitychange', look)
  }
}
