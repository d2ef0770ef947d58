import { type RefObject, useEffect, useState } from 'react'

/** How many boxes of a form are ticked, anywhere on the page. */
export function useTicked(form: RefObject<HTMLFormElement | null>) {
  const [ticked, setTicked] = useState(0)
  useEffect(() => {
    const count = () =>
      setTicked(
        [...(form.current?.elements ?? [])].filter(
          (one) => one instanceof HTMLInputElement && one.type === 'checkbox' && one.checked,
        ).length,
      )
    count()
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  })
  return ticked
}
