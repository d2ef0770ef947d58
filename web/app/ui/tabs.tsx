import { useEffect, useRef, type ReactNode } from 'react'
import './tabs.css'
import { Link } from './link.tsx'

/** Tabs that lead to places: orders of a list, parts of a profile. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  // Where they don't all fit, the one in use is to be seen.
  useEffect(() => {
    const tabs = nav.current!
    const current = tabs.querySelector('[aria-current]')
    if (!current || tabs.scrollWidth <= tabs.clientWidth) return
    const middle = (element: Element) => {
      const { left, width } = element.getBoundingClientRect()
      return left + width / 2
    }
    tabs.scrollBy({ left: middle(current) - middle(tabs), behavior: 'instant' })
  })
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {children}
    </nav>
  )
}

interface TabProps {
  to: string
  current?: boolean
  count?: string
  /** Stay where one has scrolled to: for the order of a list inside a page. */
  keepScroll?: boolean
  children: ReactNode
}

export const Tab = ({ to, current, count, keepScroll, children }: TabProps) => (
  <Link className="tab" to={to} aria-current={current ? 'page' : undefined} keepScroll={keepScroll}>
    {children}
    {count && <b>{count}</b>}
  </Link>
)
