import { useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and while React takes it over, true from then on: what only scripts can do may show. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** True once it has been so for this many milliseconds. */
export function useAfter(milliseconds: number, so: boolean) {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!so) return
    const timer = setTimeout(() => setPassed(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setPassed(false)
    }
  }, [milliseconds, so])
  return so && passed
}
