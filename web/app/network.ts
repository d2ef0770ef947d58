import { useSyncExternalStore } from 'react'

// Without a connection the page stays, with all that is written on it: what was asked for waits, and goes on once the site can be reached again.

const RETRY_MS = 3000

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

let waiting = 0
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

/** Tries as long as the site can't be reached; what is given up meanwhile never comes. */
export const onceReached = async <T>(
  attempt: () => Promise<T>,
  isUnreachable: (error: unknown) => boolean | Promise<boolean>,
  signal?: AbortSignal,
): Promise<T> => {
  const given = AbortSignal.any(signal ? [patience.signal, signal] : [patience.signal])
  const count = (more: number) => {
    waiting += more
    changed()
  }
  for (let told = false; ; told = true) {
    try {
      const reached = await attempt()
      if (told) count(-1)
      return reached
    } catch (error) {
      if (!given.aborted && !(await isUnreachable(error))) {
        if (told) count(-1)
        throw error
      }
    }
    if (!told) count(1)
    if (await pause(given)) continue
    count(-1)
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

/** `waiting` while something waits for the connection, `offline` while only the browser says that there is none. */
export const useNetwork = () =>
  useSyncExternalStore<'waiting' | 'offline' | 'there'>(
    subscribe,
    () => (waiting > 0 ? 'waiting' : isOffline() ? 'offline' : 'there'),
    () => 'there',
  )
