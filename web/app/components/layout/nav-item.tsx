import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PluginIcon } from '../plugins/plugin-icon.tsx'
import './side-nav.css'

export interface NavPlace {
  to: string
  icon: IconName
  /** In the place of the icon: of a plugin, as an address. */
  picture?: string
  label: string
  count?: string
  current?: boolean
}

export const NavList = ({ places, children }: { places: NavPlace[]; children?: ReactNode }) => (
  <ul className="site-nav-list">
    {places.map(({ to, icon, picture, label, count, current }) => (
      <li key={to}>
        <Link className="site-nav-link menu-choice" to={to} aria-current={current ? 'page' : undefined}>
          {picture ? <PluginIcon src={picture} /> : <Icon name={icon} />}
          {label}
          {count && <span className="site-nav-count">{count}</span>}
        </Link>
      </li>
    ))}
    {children}
  </ul>
)
