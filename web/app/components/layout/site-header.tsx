import type { LoggedUser, SiteInfo } from '@askwell/web/context.ts'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, IconLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Brand } from './brand.tsx'
import { NavList } from './nav-item.tsx'
import { navbarOf } from './navbar.ts'
import { usePlaceBefore, usePlaces } from './places.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import { SearchBox } from './search-box.tsx'
import { UserMenu } from './user-menu.tsx'
import { Bell } from '../notifications/bell.tsx'
import './site-header.css'

interface Props {
  site: SiteInfo
  user: LoggedUser | null
  scheme: 'system' | 'light' | 'dark'
  schemeIsOwn: boolean
  /** The page that stands while the site is looked after: nothing leads on from there. */
  closed: boolean
}

export function SiteHeader({ site, user, scheme, schemeIsOwn, closed }: Props) {
  const t = useText('layout')
  const places = usePlaces()
  const [search] = useSearchParams()
  const { unseen } = useRoot()
  const { colored, background, ink } = navbarOf(site.theme)
  return (
    <header
      className="site-header"
      data-navbar={colored ? 'colored' : undefined}
      style={background ? { ['--navbar' as string]: background, ['--on-navbar' as string]: ink } : undefined}
    >
      <div className="site-header-inner">
        <div className="site-header-start">
          {!closed && (
            <Menu
              className="only-small"
              as="nav"
              label={t('menu')}
              summaryClass="icon-button header-button"
              summary={<Icon name="menu" />}
            >
              <NavList places={places}>{!user && <JoinLink site={site} />}</NavList>
            </Menu>
          )}
          <Brand site={site} />
        </div>
        {!closed && (
          <>
            <SearchBox query={search.get('q') ?? ''} />
            <div className="site-header-actions">
              <ButtonLink look="primary" className="ask-button only-wide" to={paths.ask()}>
                {t('ask')}
              </ButtonLink>
              <IconLink className="header-button only-phone" to="/search" icon="search" label={t('search')} />
              {unseen && <Bell />}
              <SchemeSwitch scheme={scheme} own={schemeIsOwn} />
              {user ? <UserMenu user={user} /> : <Visitor site={site} />}
            </div>
          </>
        )}
      </div>
    </header>
  )
}

/** Where the header has no room for it. */
function JoinLink({ site }: { site: SiteInfo }) {
  const t = useText('layout')
  const place = usePlaceBefore()
  if (!site.login.allow_new_registrations) return null
  return (
    <li className="only-phone">
      <Link className="site-nav-link menu-choice" to={paths.register(place)}>
        <Icon name="user" />
        {t('register')}
      </Link>
    </li>
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
