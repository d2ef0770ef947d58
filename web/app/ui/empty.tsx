import type { ReactNode } from 'react'
import { ButtonRow } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import './empty.css'

interface Props {
  icon: IconName
  title: ReactNode
  /** Under the page's own title it is an h2, in a section an h3; where it is the page itself, h1. */
  heading?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
  /** The way on. */
  actions?: ReactNode
}

export const Empty = ({ icon, title, heading: Heading = 'h2', children, actions }: Props) => (
  <div className="empty">
    <Icon name={icon} />
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    {actions && <ButtonRow>{actions}</ButtonRow>}
  </div>
)
