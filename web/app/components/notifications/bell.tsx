import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuDivider, MenuLink } from '../../ui/menu.tsx'
import { useUnseen } from '../../unseen.ts'

const Latest = lazy(() => import('./latest.tsx').then(({ LatestNotifications }) => ({ default: LatestNotifications })))

/** A menu with the latest ones, which are fetched when it opens; without scripts it leads to their pages. */
export function Bell() {
  const t = useText('layout')
  const format = useFormatCount()
  const news = useUnseen()
  const unseen = (news?.inbox ?? 0) + (news?.achievement ?? 0)
  const label = unseen > 0 ? t('notifications_unread', { count: unseen }) : t('notifications')
  const withCount = (name: string, count = 0) => (count > 0 ? `${name} (${format(count)})` : name)
  const box = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(0)
  useEffect(() => {
    const menu = box.current!
    const toggled = (event: Event) => {
      if ((event.target as HTMLDetailsElement).open) setOpened((times) => times + 1)
    }
    menu.addEventListener('toggle', toggled, true) // it doesn't bubble
    return () => menu.removeEventListener('toggle', toggled, true)
  }, [])
  return (
    <div className="bell" ref={box}>
      <Menu
        align="end"
        label={label}
        summaryClass="icon-button header-button"
        summary={
          <>
            <Icon name="bell" />
            {unseen > 0 && (
              <span className="icon-button-count" aria-hidden="true">
                {unseen > 99 ? '99+' : format(unseen)}
              </span>
            )}
          </>
        }
      >
        {opened > 0 && (
          <Suspense fallback={<p className="menu-heading">…</p>}>
            <Latest key={opened} />
            <MenuDivider />
          </Suspense>
        )}
        <MenuLink to={paths.notifications()} icon="inbox">
          {withCount(t('notifications'), news?.inbox)}
        </MenuLink>
        <MenuLink to={paths.notifications('achievement')} icon="award">
          {withCount(t('achievements'), news?.achievement)}
        </MenuLink>
      </Menu>
    </div>
  )
}
