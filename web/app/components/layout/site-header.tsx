import type { LoggedUser, SiteInfo } from '@askwell/web/context.ts'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, IconLink } from '../../ui/button.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Brand } from './brand.tsx'
import { NavList } from './nav-item.tsx'
import { navbarOf } from './navbar.ts'
import { usePlaceBefore, usePlaces } from './places.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import { SearchBox } from './search-box.tsx'
import { UserMenu } from './user-menu.tsx'
import './site-header.css'

interface Props {
  site: SiteInfo
  user: LoggedUser | null
  scheme: 'system' | 'light' | 'dark'
  schemeIsOwn: boolean
  /** Notices not seen yet; without it there is no bell. */
  unread?: number
}

export function SiteHeader({ site, user, scheme, schemeIsOwn, unread }: Props) {
  const t = useText('layout')
  const [search] = useSearchParams()
  const { colored, background, ink } = navbarOf(site.theme)
  return (
    <header
      className="site-header"
      data-navbar={colored ? 'colored' : undefined}
      style={background ? { ['--navbar' as string]: background, ['--on-navbar' as string]: ink } : undefined}
    >
      <div className="site-header-inner">
        <div className="site-header-start">
          <Menu
            className="only-small"
            as="nav"
            label={t('menu')}
            summaryClass="icon-button header-button"
            summary={<Icon name="menu" />}
          >
            <NavList places={usePlaces()} />
          </Menu>
          <Brand site={site} />
        </div>
        <SearchBox query={search.get('q') ?? ''} />
        <div className="site-header-actions">
          <ButtonLink look="primary" className="ask-button only-wide" to={paths.ask()}>
            {t('ask')}
          </ButtonLink>
          <IconLink className="header-button only-phone" to="/search" icon="search" label={t('search')} />
          {user && unread !== undefined && <Bell unread={unread} />}
          <SchemeSwitch scheme={scheme} own={schemeIsOwn} />
          {user ? <UserMenu user={user} /> : <Visitor site={site} />}
        </div>
      </div>
    </header>
  )
}

function Bell({ unread }: { unread: number }) {
  const t = useText('layout')
  const format = useFormatCount()
  const label = unread > 0 ? t('notifications_unread', { count: unread }) : t('notifications')
  return (
    <IconLink
      className="header-button"
      to={paths.notifications()}
      icon="bell"
      label={label}
      count={unread > 99 ? '99+' : unread > 0 ? format(unread) : undefined}
    />
  )
}

function Visitor({ site }: { site: SiteInfo }) {
  const t = useText('layout')
  const place = usePlaceBefore()
  const open = site.login.allow_new_registrations
  return (
    <>
      <ButtonLink look={open ? 'quiet' : 'plain'} className="header-button" to={paths.login(place)}>
        {t('login')}
      </ButtonLink>
      {open && (
        <ButtonLink className="only-wide" to={paths.register(place)}>
          {t('register')}
        </ButtonLink>
      )}
    </>
  )
}
