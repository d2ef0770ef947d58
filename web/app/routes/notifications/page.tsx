import { muteTopic } from '@askwell/contract/channels.ts'
import {
  INBOX_TYPES,
  type InboxType,
  NOTIFICATION_TYPES,
  type NotificationGroup,
  notificationGroups,
  type NotificationType,
  openNotifications,
  readNotification,
  readNotifications,
} from '@askwell/contract/notifications.ts'
import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { NotificationRow } from '../../components/notifications/notification-row.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useAct } from '../../components/post/act-form.tsx'
import { FormToken, inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { ButtonLink, IconButton, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { noteUnseen, onUnseen, useUnseen } from '../../unseen.ts'
import { NotificationsAside } from './aside.tsx'
import { useDays } from './days.ts'
import { useNotificationKeys } from './keys.ts'
import '../../components/lists/list-tools.css'
import '../../ui/segmented.css'
import './notifications.css'
import type { Route } from './+types/page.ts'

const isType = (name: string | undefined): name is NotificationType => NOTIFICATION_TYPES.some((type) => type === name)
const isKind = (name: string): name is InboxType => INBOX_TYPES.some((kind) => kind === name)

const load = async ({ call, params, url }: RouteContext) => {
  const { type, subType = 'all' } = params
  if (!isType(type)) throw redirect(paths.notifications())
  const inbox_type = type === 'inbox' && isKind(subType) ? subType : 'all'
  const before = url.searchParams.get('before') ?? ''
  const { list, next } = await call(notificationGroups, { query: { type, inbox_type, ...(before && { before }) } })
  // What one looks at is new no more.
  return { type, inbox_type, before, list, next, status: await call(openNotifications, { body: { type } }) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form, params }: Submission) => {
  const intent = form.get('intent')
  if (intent === 'read-all')
    return call(readNotifications, { body: { type: isType(params.type) ? params.type : 'inbox' } })
  if (intent === 'mute') return call(muteTopic, { body: { object_id: text(form, 'object_id') } })
  return call(readNotification, { body: { id: text(form, 'id'), group: true } })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { type, inbox_type, before, list, next, status } = loaderData
  const t = useText('notifications')
  const unseen = useUnseen()
  const act = useAct()
  const mute = useAct(() => showToast(t('muted')))
  useNotificationKeys()
  useFresh(status)
  const days = useDays(list)
  const address = (kind: string) => `${paths.notifications(type)}${kind === 'all' ? '' : `/${kind}`}`
  const fresh = (tab: NotificationType) => {
    const count = unseen?.[tab] ?? 0
    return count > 0 ? t('new', { count }) : undefined
  }
  return (
    <PageFrame aside={<NotificationsAside />} asideLabel={t('title')}>
      <PageMeta title={t('title')} hidden />
      <PageTitle>{t('title')}</PageTitle>
      <div className="list-tools notification-tools">
        <Tabs label={t('kind')}>
          {NOTIFICATION_TYPES.map((tab) => (
            <Tab key={tab} to={paths.notifications(tab)} current={tab === type} count={fresh(tab)}>
              {t(tab)}
            </Tab>
          ))}
        </Tabs>
        {list.some(({ is_read }) => !is_read) && (
          <form method="post" className="list-tools-end" onSubmit={act.submit}>
            <FormToken />
            <input type="hidden" name="intent" value="read-all" />
            <SubmitButton look="quiet" size="small" icon="check" busy={act.busy}>
              {t('read_all')}
            </SubmitButton>
          </form>
        )}
      </div>
      {type === 'inbox' && (
        <div className="filter-row">
          <span>{t('show')}</span>
          <nav className="segmented" aria-label={t('show')}>
            {INBOX_TYPES.map((kind) => (
              <Link key={kind} to={address(kind)} aria-current={kind === inbox_type ? 'true' : undefined}>
                <span>{t(`show_${kind}`)}</span>
              </Link>
            ))}
          </nav>
        </div>
      )}
      {days.map(({ day, groups }) => (
        <section key={day}>
          <h2 className="day-heading" suppressHydrationWarning>
            {day}
          </h2>
          <ul className="notification-list">
            {groups.map((group) => (
              <NotificationRow key={group.id} group={group}>
                <div className="notification-act">
                  {!group.is_read && (
                    <form method="post" onSubmit={act.submit}>
                      <FormToken />
                      <input type="hidden" name="id" value={group.id} />
                      <IconButton className="notification-read" type="submit" icon="check" label={t('read_one')} />
                    </form>
                  )}
                  {type === 'inbox' && isMutable(group) && (
                    <form method="post" onSubmit={mute.submit}>
                      <FormToken />
                      <input type="hidden" name="intent" value="mute" />
                      <input type="hidden" name="object_id" value={group.object_info.object_map.question} />
                      <IconButton type="submit" icon="bellOff" label={t('mute')} />
                    </form>
                  )}
                </div>
              </NotificationRow>
            ))}
          </ul>
        </section>
      ))}
      {list.length === 0 && (
        <Empty icon="inbox" title={t(`empty_${type}`)}>
          {t(`empty_${type}_more`)}
        </Empty>
      )}
      {(next || before) && (
        <nav className="notifications-more">
          {before && <ButtonLink to={address(inbox_type)}>{t('newest')}</ButtonLink>}
          {next && <ButtonLink to={`${address(inbox_type)}?before=${next}`}>{t('older')}</ButtonLink>}
        </nav>
      )}
    </PageFrame>
  )
}

/** What became of one’s own posts is told in any case. */
const isMutable = ({ action, object_info }: NotificationGroup) =>
  object_info.object_map.question !== '0' && !action.startsWith('your_')

/** What comes while one looks, or was read elsewhere, shows by itself; in a tab that is not looked at, when one comes back. */
function useFresh(status: { inbox: number; achievement: number }) {
  const user = useUser()!.id
  const { revalidate } = useRevalidator()
  useEffect(() => noteUnseen(user, status, 'page'), [user, status])
  useEffect(() => {
    let changed = false
    const look = () => {
      if (!changed || document.visibilityState === 'hidden') return
      changed = false
      void revalidate()
    }
    const leave = onUnseen((from) => {
      if (from !== 'page') changed = true
      look()
    })
    document.addEventListener('visibilitychange', look)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', look)
    }
  }, [revalidate])
}
