import { type NotificationGroup, readNotification } from '@askwell/contract/notifications.ts'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.tsx'
import { call } from '../../session.ts'
import { className } from '../../ui/class-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { UserAvatar } from '../user/user-card.tsx'
import { placeOf } from './place-of.ts'
import { iconOf, useSentence } from './sentence.ts'
import './notification-row.css'

/** Whoever follows it has read it; the page they come to needn't wait for that. */
const read = (id: string) => void call(readNotification, { body: { id, group: true } }).catch(() => {})

interface Props {
  group: NotificationGroup
  /** In the menu of the bell. */
  small?: boolean
  /** What can be done with it. */
  children?: ReactNode
}

export function NotificationRow({ group, small, children }: Props) {
  const t = useText('notifications')
  const sentence = useSentence()
  const { id, action, people, object_info, excerpt, is_read, rank, update_time } = group
  const [person] = people
  const points = action.includes('.')
  return (
    <li className={className('notification', small && 'notification-small')} data-unread={!is_read || undefined}>
      <span className="notification-dot" />
      {person && !points ? (
        <UserAvatar user={person} />
      ) : (
        <span className="notification-icon">
          <Icon name={iconOf(action)} />
        </span>
      )}
      <div className="notification-text">
        {!is_read && <span className="visually-hidden">{t('unread')} </span>}
        <Link
          className="notification-link menu-choice"
          to={placeOf(group)}
          onClick={is_read ? undefined : () => read(id)}
        >
          {sentence(group)}
        </Link>
        <div className="notification-what" dir="auto">
          {object_info.title}
        </div>
        {excerpt && !points && (
          <p className="notification-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
      </div>
      <div className="notification-end">
        {points && (
          <span className="notification-gain" data-kind={rank < 0 ? 'loss' : undefined}>
            {rank > 0 ? `+${rank}` : rank < 0 ? `−${-rank}` : rank}
          </span>
        )}
        <Time at={update_time} exact />
        {children}
      </div>
    </li>
  )
}
