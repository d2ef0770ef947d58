import { useLocation } from 'react-router'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { SiteHtml } from '../../ui/raw-html.tsx'
import './announcement.css'

/** What the admins say above all pages. Putting it away is a plain form, as pages that are the same for all have no other. */
export function Announcement() {
  const t = useText('layout')
  const { announcement } = useRoot()
  const { pathname, search } = useLocation()
  if (!announcement) return null
  const { html, version, dismissible } = announcement
  return (
    <aside className="announcement" aria-label={t('announcement')}>
      <SiteHtml className="prose" html={html} />
      {dismissible && (
        <form method="get" action="/preferences">
          <input type="hidden" name="dismissed" value={version} />
          <input type="hidden" name="back" value={pathname + search} />
          <IconButton type="submit" icon="x" label={t('dismiss')} />
        </form>
      )}
    </aside>
  )
}
