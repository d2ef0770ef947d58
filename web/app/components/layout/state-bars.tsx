import { isAdmin } from '@askwell/contract/roles.ts'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { suspendedPath } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'

/** Says above all pages in which state the reader's account is, the whole site, or what this browser shows of it, where that is not the usual one. */
export function StateBars() {
  const t = useText('layout')
  const { custom, suspension, maintenance, user } = useRoot()
  const { pathname } = useLocation()
  const about = suspendedPath(suspension)
  return (
    <>
      {custom.safe && (
        <p className="site-bar">
          {t('safe_mode')} <a href={paths.leaveSafeMode()}>{t('leave_safe_mode')}</a>
        </p>
      )}
      {suspension && pathname !== about.split('?', 1)[0] && (
        <p className="site-bar">
          {t('bar_suspended')} <Link to={about}>{t('news_suspended_more')}</Link>
        </p>
      )}
      {maintenance && (
        <p className="site-bar">
          {t('bar_maintenance')}{' '}
          {isAdmin(user) && <Link to={paths.admin('maintenance')}>{t('bar_maintenance_end')}</Link>}
        </p>
      )}
    </>
  )
}
