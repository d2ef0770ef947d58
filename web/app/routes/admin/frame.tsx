import { smtpSettings } from '@askwell/contract/administration.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import { Outlet, useLocation } from 'react-router'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { NavList, type NavPlace } from '../../components/layout/nav-item.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { useUser } from '../../root-data.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import '../../components/layout/admin-nav.css'
import { FindSetting } from './find-setting.tsx'
import type { Route } from './+types/frame.ts'

// The side navigation of the administration.
const GROUPS = [
  { name: '', pages: [['dashboard', 'layoutDashboard']] },
  {
    name: 'contents',
    pages: [
      ['questions', 'help'],
      ['answers', 'messageCircle'],
      ['comments', 'messageSquare'],
      ['bulk', 'list'],
    ],
  },
  {
    name: '',
    pages: [
      ['users', 'users'],
      ['invitations', 'mail'],
      ['roles', 'shield'],
      ['badges', 'award'],
      ['audit', 'rows'],
    ],
  },
  {
    name: 'appearance',
    pages: [
      ['themes', 'sun'],
      ['customize', 'code'],
      ['branding', 'image'],
    ],
  },
  {
    name: 'settings',
    pages: [
      ['general', 'settings'],
      ['interface', 'globe'],
      ['smtp', 'mail'],
      ['legal', 'lock'],
      ['write', 'pencil'],
      ['seo', 'search'],
      ['meaning', 'search'],
      ['login', 'logIn'],
      ['privileges', 'keyRound'],
      ['review', 'shield'],
      ['settings-file', 'code'],
    ],
  },
  {
    name: 'operations',
    pages: [
      ['jobs', 'clock'],
      ['emails', 'mail'],
      ['backups', 'inbox'],
      ['import', 'merge'],
      ['export', 'share'],
      ['storage', 'layoutList'],
      ['maintenance', 'settings'],
      ['announcement', 'bell'],
      ['logins', 'keyRound'],
      ['rate-limits', 'clock'],
      ['slow-queries', 'search'],
    ],
  },
  { name: 'plugins', pages: [['installed-plugins', 'layoutList']] },
] as const satisfies { name: string; pages: [page: string, icon: IconName][] }[]

type Underscored<Name extends string> = Name extends `${infer Before}-${infer After}` ? `${Before}_${After}` : Name

/** What moderators have here; all else is for admins. */
const FOR_MODERATORS: readonly string[] = ['roles', 'audit']

const load = async ({ call, user }: RouteContext) => ({
  mail: !isAdmin(user) || (await call(smtpSettings)).smtp_host !== '',
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The navigation is longer than most screens: where one is comes into sight, and the page stays where it is. */
const showCurrent = (nav: HTMLElement | null) => {
  const current = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2
}

export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const t = useText('admin')
  const { pathname } = useLocation()
  const admin = isAdmin(useUser())
  const shown = (group: (typeof GROUPS)[number]) =>
    group.pages.filter(([page]) => admin || FOR_MODERATORS.includes(page))
  const places = (group: (typeof GROUPS)[number]): NavPlace[] =>
    shown(group).map(([page, icon]) => {
      const to = page === 'audit' && !admin ? paths.audit() : paths.admin(page)
      return {
        to,
        icon,
        label: t(`page_${page.replace('-', '_') as Underscored<typeof page>}`),
        current:
          pathname === to || pathname.startsWith(`${to}/`) || (page === 'dashboard' && pathname === paths.admin()),
      }
    })
  const nav = (
    <nav className="site-nav admin-nav" aria-label={t('navigation')} ref={showCurrent}>
      <FindSetting />
      {GROUPS.filter((group) => shown(group).length > 0).map((group, place) => (
        <section key={place}>
          {group.name && <h2 className="site-nav-title">{t(`group_${group.name}`)}</h2>}
          <NavList places={places(group)} />
        </section>
      ))}
    </nav>
  )
  return (
    <PageFrame nav={nav}>
      <details className="admin-menu">
        <summary className="button button-small">{t('navigation')}</summary>
        {nav}
      </details>
      {/* The dashboard says it itself, among what else is to be done. */}
      {!loaderData.mail && pathname !== paths.admin() && (
        <Notice kind="warning" title={t('smtp_missing_title')}>
          <p>
            {t('smtp_missing')}{' '}
            <Link className="admin-mail-link" to={paths.admin('smtp')}>
              {t('page_smtp')}
            </Link>
          </p>
        </Notice>
      )}
      <Outlet />
    </PageFrame>
  )
}
