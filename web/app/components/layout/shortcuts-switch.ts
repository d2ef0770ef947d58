import { useSyncExternalStore } from 'react'

// On this device only: who shares an account's settings between a keyboard and speech input needs them apart.

const KEY = 'askwell_shortcuts'
const listeners = new Set<() => void>()

const stored = () => {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}
export const areShortcutsOn = () => stored() !== 'off'

export const switchShortcuts = (on: boolean) => {
  try {
    if (on) window.localStorage.removeItem(KEY)
    else window.localStorage.setItem(KEY, 'off')
  } catch {
    // A browser that stores nothing keeps them on.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useShortcutsOn = () => useSyncExternalStore(subscribe, areShortcutsOn, () => true)
