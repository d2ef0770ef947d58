import { type ReactNode, Suspense } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { isStale, lazyPart } from '../../chunks.ts'
import { isOffline, onceOnline } from '../../network.ts'
import { schemeShown, useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { isStoringPages } from '../../stored-pages.ts'
import { useBrokenImages } from '../../ui/broken-images.ts'
import { useFollowLinks } from '../../ui/link.tsx'
import { TimeZone } from '../../ui/time.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { MessageDialog } from '../../ui/message-dialog.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { CaptchaHost } from '../captcha/captcha-host.tsx'
import { CardsBesideNames } from '../user/cards-beside-names.tsx'
import { Announcement } from './announcement.tsx'
import { CustomPart, isWithoutCustom } from './custom-part.tsx'
import { ChunkFailure } from './chunk-failure.tsx'
import { useFocusAfterMove } from './focus-after.tsx'
import { NetworkNote } from './network-note.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { WithoutScripts } from './without-scripts.tsx'
import './user-news.css' // a line of it
import './site-bar.css'

const fetchParts = () => import('./user-parts.ts')
const MemberNews = lazyPart(fetchParts, (part) => part.UserNews)
const StateBars = lazyPart(
  () => import('./state-bars.tsx'),
  (part) => part.StateBars,
)
const LiveCount = lazyPart(fetchParts, (part) => part.LiveCount)

/** What the site's own head does to a page is only undone with the document. */
const isLeftToBrowser = (link: { pathname: string }) =>
  isStale() ||
  (isWithoutCustom(link.pathname) !== isWithoutCustom(location.pathname) &&
    document.documentElement.dataset.customHead !== undefined)

/** Without a connection links wait for one, or lead to what this device has stored. */
const ways = {
  isOff: (link: { pathname: string }) => isLeftToBrowser(link) || (isOffline() && isStoringPages()),
  isOffline: () => isOffline() && !isStoringPages(),
  later: onceOnline,
}

/** The frame around every page. Before the site is installed there are no links yet. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const t = useText('layout')
  useFollowLinks(ways)
  useFocusAfterMove()
  useBrokenImages(t('broken_image'))
  const { pathname } = useLocation()
  const busy = useNavigation().state !== 'idle'
  const root = useRoot()
  const { site, custom, user, unseen, scheme_is_own, language, languages } = root
  const scheme = schemeShown(root)
  return (
    <TimeZone value={site?.interface.time_zone || 'UTC'}>
      <ProgressBar busy={busy} />
      <WithoutScripts />
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      {(custom.safe || root.suspension || root.maintenance) && (
        <Suspense>
          <StateBars />
        </Suspense>
      )}
      <Announcement />
      <CustomPart place="header" />
      {site && (
        <SiteHeader {...{ site, user, scheme }} schemeIsOwn={scheme_is_own} closed={pathname === '/maintenance'} />
      )}
      {user && (
        <Suspense>
          <MemberNews key={user.id} user={user} />
          {unseen && <LiveCount user={user.id} />}
        </Suspense>
      )}
      {children}
      <CustomPart place="footer" />
      {site && <SiteFooter languages={languages} language={language} scheme={scheme} schemeIsOwn={scheme_is_own} />}
      <Toasts />
      <MessageDialog />
      <ChunkFailure />
      <NetworkNote />
      {site && <Shortcuts />}
      {site && <CardsBesideNames />}
      {site && <CaptchaHost />}
    </TimeZone>
  )
}
