import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { className } from './class-name.ts'
import { useFold } from './fold.ts'
import { Icon, type IconName } from './icon.tsx'
import { Key } from './key.tsx'
import { Link, type LinkProps } from './link.tsx'
import './menu.css'

interface MenuProps {
  /** What stands on the button that opens it. */
  summary: ReactNode
  /** For a summary that is only an icon. */
  label?: string
  summaryClass: string
  align?: 'start' | 'end'
  wide?: boolean
  className?: string
  /** `nav` where the menu leads to places. */
  as?: 'div' | 'nav'
  children: ReactNode
}

const items = (root: HTMLElement) => [
  ...root.querySelectorAll<HTMLElement>('.menu-panel :is(a, button, input):not(:disabled)'),
]

/** Opens without scripts; with them it closes on Escape, on a press elsewhere and after a choice, and arrows walk through it. */
export function Menu({
  summary,
  label,
  summaryClass,
  align = 'start',
  wide,
  className: more,
  as: Panel = 'div',
  children,
}: MenuProps) {
  const { box, turn, closeOnEscape, onToggle } = useFold()

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    closeOnEscape(event)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const typing =
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLTextAreaElement ||
      event.target instanceof HTMLSelectElement
    if (!step || typing || !box.current) return
    event.preventDefault()
    const all = items(box.current)
    if (box.current.open)
      return all.at((all.indexOf(document.activeElement as HTMLElement) + step) % all.length)?.focus()
    turn(true)
    all[0]?.focus()
  }

  const chosen = (event: MouseEvent<HTMLElement>) => {
    if ((event.target as Element).closest('.menu-item, .menu-choice')) turn(false)
  }

  return (
    <details className={className('menu', more)} ref={box} onToggle={onToggle} onKeyDown={onKeyDown}>
      <summary className={summaryClass} title={label}>
        {summary}
        {label && <span className="visually-hidden">{label}</span>}
      </summary>
      <Panel
        className="menu-panel"
        data-align={align === 'end' ? 'end' : undefined}
        data-size={wide ? 'wide' : undefined}
        aria-label={Panel === 'nav' ? label : undefined}
        onClick={chosen}
      >
        {children}
      </Panel>
    </details>
  )
}

interface Item {
  icon?: IconName
  danger?: boolean
  shortcut?: string
  children: ReactNode
}
const inside = ({ icon, shortcut, children }: Item) => (
  <>
    {icon && <Icon name={icon} />}
    <span>{children}</span>
    {shortcut && <Key>{shortcut}</Key>}
  </>
)

export const MenuLink = ({ icon, danger, shortcut, children, ...rest }: Item & LinkProps) => (
  <Link {...rest} className="menu-item" data-danger={danger || undefined}>
    {inside({ icon, shortcut, children })}
  </Link>
)

export const MenuHeading = ({ children }: { children: ReactNode }) => <p className="menu-heading">{children}</p>
export const MenuDivider = () => <hr className="menu-divider" />
