import { type ComponentType, useEffect, useState } from 'react'

type Part = ComponentType<{ first: HTMLAnchorElement }>

const EVENTS = ['pointerover', 'focusin'] as const

/** What draws cards beside names is fetched when mouse or keyboard first come to a name. */
export function CardsBesideNames() {
  const [cards, setCards] = useState<{ Part: Part; first: HTMLAnchorElement }>()
  useEffect(() => {
    const come = ({ target }: Event) => {
      const first = target instanceof Element && target.closest<HTMLAnchorElement>('a.user-link')
      if (!first) return
      stop()
      // Without a way to the site there is nothing to show.
      import('./member-cards.tsx').then(
        ({ MemberCards }) => setCards({ Part: MemberCards, first }),
        () => {},
      )
    }
    const stop = () => EVENTS.forEach((name) => document.removeEventListener(name, come))
    EVENTS.forEach((name) => document.addEventListener(name, come))
    return stop
  }, [])
  return cards && <cards.Part first={cards.first} />
}
