import { useEffect } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** `j` and `k` walk through the list, `e` marks as read. Heard before the site's own keys, which know nothing of this list. */
export function useNotificationKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const rows = [...document.querySelectorAll<HTMLElement>('.notification-list .notification')]
      const here = rows.findIndex((row) => row.contains(document.activeElement))
      if (event.key === 'e') rows[here]?.querySelector<HTMLButtonElement>('.notification-read')?.click()
      else if (event.key === 'j' || event.key === 'k') {
        const next = here < 0 ? rows[0] : rows[here + (event.key === 'j' ? 1 : -1)]
        const link = next?.querySelector<HTMLElement>('.notification-link')
        link?.focus()
        link?.scrollIntoView({ block: 'nearest' })
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
}
