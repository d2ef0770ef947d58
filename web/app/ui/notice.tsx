import type { ReactNode } from 'react'
import { className } from './class-name.ts'
import { Icon, type IconName } from './icon.tsx'
import './notice.css'

type Kind = 'info' | 'warning' | 'danger' | 'success'
const icons: Record<Kind, IconName> = { info: 'info', warning: 'clock', danger: 'circleAlert', success: 'check' }

export interface NoticeProps {
  /** None is a plain remark in grey. */
  kind?: Kind
  icon?: IconName
  title?: ReactNode
  children?: ReactNode
  /** `alert` where it answers what the person just did. */
  role?: 'alert' | 'status'
  id?: string
}

export function Notice({ kind, icon = kind ? icons[kind] : 'info', title, children, role, id }: NoticeProps) {
  return (
    <div className={className('notice', kind && `notice-${kind}`)} role={role} id={id}>
      <Icon name={icon} />
      <div>
        {title && <p className="notice-title">{title}</p>}
        {typeof children === 'string' ? <p className={title ? 'notice-note' : undefined}>{children}</p> : children}
      </div>
    </div>
  )
}
