import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import './tabs.css'

/** Tabs that lead to places: orders of a list, parts of a profile. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => <nav className="tabs" aria-label={label}>{children}</nav>

interface TabProps {
  to: To
  current?: boolean
  count?: string
  /** Stay where one has scrolled to: for the order of a list inside a page. */
  keepScroll?: boolean
  children: ReactNode
}

export const Tab = ({ to, current, count, keepScroll, children }: TabProps) => (
  <Link className="tab" to={to} aria-current={current ? 'page' : undefined} preventScrollReset={keepScroll}>{children}{count && <b>{count}</b>}</Link>
)
