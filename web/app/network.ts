import { useSyncExternalStore } from 'react'

// Without a connection the page stays, with all that is written on it: what was asked for waits, and goes on once the site can be reached again.

const RETRY_MS = 3000

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

let waiting = 0
/** Of them, what somebody has sent. */
let sending = 0
/** Gives up the waits that are under way. */
let patience = new AbortController()

export const stopWaiting = () => {
  patience.abort()
  patience = new AbortController()
}

/** What the browser believes, which may be wrong behind a tunnel or on a machine of its own: enough for a remark, and to ask the site before leaving the page. */
export const isOffline = () => typeof navigator !== 'undefined' && !navigator.onLine

/** Until it is worth trying again: the browser says so, or some time has passed. False if nobody wants it any more. */
const pause = (given: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve(!given.aborted)
    }
    const timer = setTimeout(end, RETRY_MS)
    window.addEventListener('online', end)
    given.addEventListener('abort', end)
    if (given.aborted) end()
  })

/** Tries as long as the site can't be reached. What is given up meanwhile never comes; what was `sent` fails, so that its form is there again. */
export const onceReached = async <T>(
  attempt: () => Promise<T>,
  isUnreachable: (error: unknown) => boolean | Promise<boolean>,
  { signal, sent = false }: { signal?: AbortSignal; sent?: boolean } = {},
): Promise<T> => {
  const given = AbortSignal.any(signal ? [patience.signal, signal] : [patience.signal])
  const count = (more: number) => {
    waiting += more
    if (sent) sending += more
    changed()
  }
  let failure: unknown
  for (let told = false; ; told = true) {
    try {
      const reached = await attempt()
      if (told) count(-1)
      return reached
    } catch (error) {
      failure = error
      if (!given.aborted && !(await isUnreachable(error))) {
        if (told) count(-1)
        throw error
      }
    }
    if (!told) count(1)
    if (await pause(given)) continue
    count(-1)
    if (sent) throw failure
    return new Promise(() => {})
  }
}

/** Does what leads away from the page, which must not end in the browser's page for having no connection. */
export const onceOnline = (go: () => void) => {
  stopWaiting()
  void onceReached(
    async () => {
      if (!(await isReached('/healthz'))) throw new Error('offline')
    },
    () => true,
  ).then(go)
}

/** Whether anything at this address answers, be it that it isn't there. */
export const isReached = (address: string) =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** `sending` while something that was sent waits for the connection, `waiting` while anything else does, `offline` while only the browser says that there is none. */
export const useNetwork = () =>
  useSyncExternalStore<'sending' | 'waiting' | 'offline' | 'there'>(
    subscribe,
    () => (sending > 0 ? 'sending' : waiting > 0 ? 'waiting' : isOffline() ? 'offline' : 'there'),
    () => 'there',
  )
