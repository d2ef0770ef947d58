import { startTransition, useEffect, useState } from 'react'
import { MemberCardBeside } from './member-card.tsx'

/** Long enough that passing over a name opens nothing. */
const DELAY_MS = 300

const nameAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a.user-link') : null

/** A card opens beside a name that the mouse rests on or the keyboard comes to, from the first on. */
export function MemberCards({ first }: { first: HTMLAnchorElement }) {
  const [anchor, setAnchor] = useState<HTMLAnchorElement>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const openSoon = (link: HTMLAnchorElement) => {
      stop()
      timer = setTimeout(() => {
        if (link.isConnected) startTransition(() => setAnchor(link))
      }, DELAY_MS)
    }
    const over = (event: PointerEvent) => {
      const link = event.pointerType === 'mouse' ? nameAt(event.target) : null
      if (link) openSoon(link)
    }
    const out = (event: PointerEvent) => {
      if (nameAt(event.target)) stop()
    }
    const focus = (event: FocusEvent) => {
      const link = nameAt(event.target)
      if (link?.matches(':focus-visible')) openSoon(link)
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('pointerout', out)
    document.addEventListener('focusin', focus)
    document.addEventListener('pointerdown', stop)
    if (first.matches(':hover, :focus-visible')) openSoon(first)
    return () => {
      stop()
      document.removeEventListener('pointerover', over)
      document.removeEventListener('pointerout', out)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('pointerdown', stop)
    }
  }, [first])

  return anchor && <MemberCardBeside anchor={anchor} onClose={() => setAnchor(undefined)} />
}
