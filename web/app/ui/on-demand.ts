import { startTransition } from 'react'

/**
 * What a press brings is fetched with the first such press; the page stays as it is until it is there, words and all.
 * Where it can't be fetched the press leads where it leads without scripts.
 */
export const onDemand = <Part>(fetched: Promise<Part>, href: string, show: (part: Part) => void) =>
  void fetched.then(
    (part) => startTransition(() => show(part)),
    () => location.assign(href),
  )
