import { smtpSettings } from '@askwell/contract/administration.ts'
import { Outlet, useLocation } from 'react-router'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { NavList, type NavPlace } from '../../components/layout/nav-item.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import '../../components/layout/admin-nav.css'
import type { Route } from './+types/frame.ts'

// The side navigation of the administration.
const GROUPS: { name: string; pages: [page: string, icon: IconName][] }[] = [
  { name: '', pages: [['dashboard', 'layoutDashboard']] },
  {
    name: 'contents',
    pages: [
      ['questions', 'help'],
      ['answers', 'messageCircle'],
    ],
  },
  {
    name: '',
    pages: [
      ['users', 'users'],
      ['badges', 'award'],
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
      ['login', 'logIn'],
      ['privileges', 'keyRound'],
      ['review', 'shield'],
    ],
  },
  { name: 'plugins', pages: [['installed-plugins', 'layoutList']] },
]

const load = async ({ call }: RouteContext) => ({ mail: (await call(smtpSettings)).smtp_host !== '' })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const t = useText('admin') // words: admin.page_* admin.group_*
  const { pathname } = useLocation()
  const places = (pages: (typeof GROUPS)[number]['pages']): NavPlace[] =>
    pages.map(([page, icon]) => {
      const to = paths.admin(page)
      return {
        to,
        icon,
        label: t(`page_${page.replace('-', '_')}`),
        current:
          pathname === to || pathname.startsWith(`${to}/`) || (page === 'dashboard' && pathname === paths.admin()),
      }
    })
  const nav = (
    <nav className="site-nav admin-nav" aria-label={t('navigation')}>
      {GROUPS.map(({ name, pages }, place) => (
        <section key={place}>
          {name && <h2 className="site-nav-title">{t(`group_${name}`)}</h2>}
          <NavList places={places(pages)} />
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
      {!loaderData.mail && (
        <Notice kind="warning" title={t('smtp_missing_title')}>
          <p>
            {t('smtp_missing')} <Link to={paths.admin('smtp')}>{t('page_smtp')}</Link>
          </p>
        </Notice>
      )}
      <Outlet />
    </PageFrame>
  )
}
