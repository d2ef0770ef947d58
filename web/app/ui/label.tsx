import type { ReactNode } from 'react'
import { className } from './class-name.ts'
import { Icon, type IconName } from './icon.tsx'
import './label.css'

/** A state in one or two words, in a pill. */
export const Label = ({
  kind,
  icon,
  children,
}: {
  kind?: 'accepted' | 'warning' | 'danger' | 'accent'
  icon?: IconName
  children: ReactNode
}) => (
  <span className={className('label', kind && `label-${kind}`)}>
    {icon && <Icon name={icon} small />}
    {children}
  </span>
)
