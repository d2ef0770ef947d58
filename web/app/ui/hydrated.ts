import { useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and while React takes it over, true from then on: what only scripts can do may show. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** True once this many milliseconds have passed. */
export function useAfter(milliseconds: number) {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return passed
}
