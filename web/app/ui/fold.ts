import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'

/**
 * A `<details>` that opens over the page: it closes on Escape, giving the focus back, and when one turns to something else.
 * The element itself knows whether it is open, for the browser opens it without scripts, and tells of it only afterwards.
 */
export function useFold() {
  const box = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)

  const turn = (to: boolean) => {
    if (box.current) box.current.open = to
  }
  const close = () => {
    turn(false)
    box.current?.querySelector('summary')?.focus()
  }
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !box.current?.open) return
    event.preventDefault()
    close()
  }

  // Somebody may have opened it before the scripts were there.
  useEffect(() => setOpen(box.current?.open ?? false), [])
  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) turn(false)
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [open])

  const onToggle = (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open)
  return { box, turn, closeOnEscape, onToggle }
}
