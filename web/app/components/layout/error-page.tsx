import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { useRequestId } from '../../request-id.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { PageFrame } from './page-frame.tsx'

const kinds: { known: number; key: 'forbidden' | 'not_found' | 'gone' | 'busy'; icon: IconName }[] = [
  { known: 403, key: 'forbidden', icon: 'lock' },
  { known: 404, key: 'not_found', icon: 'help' },
  { known: 410, key: 'gone', icon: 'help' },
  { known: 429, key: 'busy', icon: 'clock' },
  { known: 503, key: 'busy', icon: 'clock' },
]

const SERVER_FAULT = { key: 'server_fault', icon: 'refresh' } as const
/** A page that was there has stopped working in the browser. */
const PAGE_FAULT = { key: 'page_fault', icon: 'refresh' } as const

const WORDS_MOST = 60

const decoded = (pathname: string) => {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return '' // no address that anybody was given
  }
}

/** What an address that leads nowhere was about, as far as it says: of `/questions/12/how-to-brew` "how to brew". */
const wordsIn = (pathname: string) => {
  const last = decoded(pathname)
    .split('/')
    .findLast((part) => /\p{L}{2}/u.test(part))
  const read = last?.replaceAll(/[-_.+\s]+/g, ' ').trim() ?? ''
  return read.length > WORDS_MOST || PLACES.has(read) ? '' : read
}

/** Names of our own pages say nothing of what was looked for. */
const PLACES = new Set([
  'questions',
  'tags',
  'users',
  'posts',
  'badges',
  'review',
  'admin',
  'suggestions',
  'edit',
  'info',
])

/**
 * 403, 404, 410, 429 and 503 (the site has too much to do) and faults of the server, or of the page itself. `why` is what the server said of a
 * refusal, such as the reputation that is missing, or of what isn't to be had just now, such as a plugin that doesn't answer.
 */
export function ErrorPage({
  status,
  why,
  isPageFault = false,
}: {
  status: number
  why?: string
  isPageFault?: boolean
}) {
  const t = useText('layout')
  const id = useRequestId()
  const { pathname, search } = useLocation()
  const words = status === 404 || status === 410 ? wordsIn(pathname) : ''
  const said = status === 403 || status === 503 ? why : undefined
  const { key, icon } = isPageFault ? PAGE_FAULT : (kinds.find(({ known }) => known === status) ?? SERVER_FAULT)
  return (
    <PageFrame width="wide">
      {/* Not PageMeta: the site itself may be what is missing. */}
      <title>{t(`${key}_title`)}</title>
      <meta name="robots" content="noindex" />
      <Empty
        heading="h1"
        icon={icon}
        title={t(`${key}_title`)}
        actions={
          <>
            {words && (
              <ButtonLink look="primary" icon="search" to={paths.search(words)}>
                {t('search_for', { words })}
              </ButtonLink>
            )}
            {isPageFault && (
              <Button look="primary" icon="refresh" onClick={() => window.location.reload()}>
                {t('page_reload')}
              </Button>
            )}
            {key === 'busy' && (
              <ButtonLink look="primary" icon="refresh" to={pathname + search} reload>
                {t('busy_again')}
              </ButtonLink>
            )}
            <ButtonLink to={paths.home()} reload={status >= 500}>
              {t('back_home')}
            </ButtonLink>
          </>
        }
      >
        {said || t(key)}
        {status >= 500 && !said && !isPageFault && (
          <>
            <br />
            <small suppressHydrationWarning>{id && t('request_id', { id })}</small>
          </>
        )}
      </Empty>
    </PageFrame>
  )
}
