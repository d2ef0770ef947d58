import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

/** A `<details>` that opens over the page: it closes on Escape, giving the focus back, and when one turns to something else. */
export function useFold() {
  const box = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event) => { if (!box.current?.contains(event.target as Node)) setOpen(false) }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [open])

  const close = () => {
    setOpen(false)
    box.current?.querySelector('summary')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !open) return
    event.preventDefault()
    close()
  }
  return { box, open, setOpen, close, onKeyDown }
}
