import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** One goes on from the page's heading. */
export const focusHeading = () => {
  const heading = document.getElementById('main')?.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * After a move to another page the focus is on its heading, so that a screen reader says where one is and the Tab key goes on from there.
 * What the page itself has focused, such as the first wrong field or a new answer, stays so.
 */
export function useFocusAfterMove() {
  const { pathname, search, hash, key } = useLocation()
  const before = useRef({ pathname, search, key })
  useEffect(() => {
    const last = before.current
    before.current = { pathname, search, key }
    if (last.key === key || hash) return
    const lost = document.activeElement === document.body || document.activeElement === null
    if (last.pathname === pathname && !(lost && last.search !== search)) return
    const main = document.getElementById('main')
    if (main !== document.activeElement && main?.contains(document.activeElement)) return
    focusHeading()
  }, [pathname, search, hash, key])
}
