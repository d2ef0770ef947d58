import { type ReactNode, Suspense } from 'react'
import { hasFailed, lazyPart } from '../../chunks.ts'
import { schemeShown, useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { useBrokenImages } from '../../ui/broken-images.ts'
import { useFollowLinks } from '../../ui/link.tsx'
import { TimeZone } from '../../ui/time.tsx'
import { MessageDialog } from '../../ui/message-dialog.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { CaptchaHost } from '../captcha/captcha-host.tsx'
import { ChunkFailure } from './chunk-failure.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { WithoutScripts } from './without-scripts.tsx'

const MemberNews = lazyPart(
  () => import('./member-news.tsx'),
  (part) => part.MemberNews,
)

/** The frame around every page. Before the site is installed there are no links yet. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const t = useText('layout')
  useFollowLinks(hasFailed)
  useBrokenImages(t('broken_image'))
  const root = useRoot()
  const { site, user, scheme_is_own, language, languages } = root
  const scheme = schemeShown(root)
  return (
    <TimeZone value={site?.interface.time_zone || 'UTC'}>
      <WithoutScripts />
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      {site && <SiteHeader site={site} user={user} scheme={scheme} schemeIsOwn={scheme_is_own} />}
      {user && (
        <Suspense>
          <MemberNews key={user.id} user={user} />
        </Suspense>
      )}
      {children}
      {site && <SiteFooter languages={languages} language={language} scheme={scheme} schemeIsOwn={scheme_is_own} />}
      <Toasts />
      <MessageDialog />
      <ChunkFailure />
      {site && <Shortcuts />}
      {site && <CaptchaHost />}
    </TimeZone>
  )
}
