import { type NotificationGroup, notificationGroups, openNotifications } from '@askwell/contract/notifications.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { useUser } from '../../root-data.ts'
import { call } from '../../session.ts'
import { noteUnseen } from '../../unseen.ts'
import { NotificationRow } from './notification-row.tsx'
import './latest.css'

const SHOWN = 10

/** The last ten lines of the inbox. Who opens the menu has seen them. */
export function LatestNotifications() {
  const t = useText('notifications')
  const user = useUser()!.id
  const [list, setList] = useState<NotificationGroup[] | 'failed'>()
  useEffect(() => {
    let current = true
    call(notificationGroups, { query: { type: 'inbox', size: SHOWN } }).then(
      (found) => {
        if (!current) return
        setList(found.list)
        call(openNotifications, { body: { type: 'inbox' } }).then(
          (status) => noteUnseen(user, status),
          () => {},
        )
      },
      () => {
        if (current) setList('failed')
      },
    )
    return () => {
      current = false
    }
  }, [user])
  if (!list || list === 'failed' || list.length === 0)
    return (
      <p className="menu-note" role="status">
        {t(!list ? 'loading' : list === 'failed' ? 'failed' : 'empty_inbox')}
      </p>
    )
  return (
    <ul className="latest-notifications" aria-label={t('latest')}>
      {list.map((group) => (
        <NotificationRow key={group.id} group={group} small />
      ))}
    </ul>
  )
}
