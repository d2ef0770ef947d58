import type { ReactNode } from 'react'
import { useRoot } from '../root-data.ts'
import { useText } from '../text.tsx'
import { useFollowLinks } from '../ui/link.tsx'
import { TimeZone } from '../ui/time.tsx'
import { Toasts } from '../ui/toast.tsx'
import { CaptchaHost } from './captcha-host.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { WithoutScripts } from './without-scripts.tsx'

/** What stands around every page. Before the site is installed there is nothing to lead to yet. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const t = useText('layout')
  useFollowLinks()
  const { site, user, scheme, language, languages } = useRoot()
  return (
    <TimeZone value={site?.interface.time_zone || 'UTC'}>
      <WithoutScripts />
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      {site && <SiteHeader site={site} user={user} scheme={scheme} />}
      {children}
      {site && <SiteFooter languages={languages} language={language} scheme={scheme} />}
      <Toasts />
      {site && <Shortcuts />}
      {site && <CaptchaHost />}
    </TimeZone>
  )
}
