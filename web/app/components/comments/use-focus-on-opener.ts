import { useEffect, useRef } from 'react'

/** When a form is closed, the focus goes back to the link that opened it; to the one for a new comment, where an address did. */
export const useFocusOnOpener = (open: object | undefined) => {
  const section = useRef<HTMLElement>(null)
  const opener = useRef('a[data-key=c]')
  const wanted = useRef(false)
  useEffect(() => {
    if (open || !wanted.current) return
    wanted.current = false
    section.current?.querySelector<HTMLElement>(opener.current)?.focus()
  }, [open])
  return {
    section,
    openedBy: (link: Element) => {
      opener.current = `a[href="${CSS.escape(link.getAttribute('href')!)}"]`
    },
    giveBack: () => {
      wanted.current = true
    },
  }
}
