import { HOT_SIDEBAR } from '@askwell/contract/limits.ts'
import { questionPage, type QuestionOrder } from '@askwell/contract/questions.ts'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { useRoot, useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { besides } from '../../components/post/as-read.ts'
import {
  DEFAULT_ORDER,
  type Listing,
  listingAddress,
  loadListing,
  pagesOf,
  placeIn,
} from '../../components/lists/listing.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { loadWidgets, Widgets } from '../../components/plugins/widgets.tsx'
import { QuestionListing } from '../../components/lists/question-listing.tsx'
import { useHere } from '../../components/layout/places.ts'
import { SideList } from '../../components/layout/side-list.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { Route } from './+types/list.ts'

/** Lists that hold every question, so that counting again is needless. */
const COMPLETE: QuestionOrder[] = ['newest', 'active', 'score', 'frequent']

const load = async (visit: RouteContext) => {
  const usual = visit.user ? visit.home : DEFAULT_ORDER
  const { order, in_days } = placeIn(visit, usual)
  const count = async (of: 'newest' | 'unanswered') =>
    (await visit.call(questionPage, { query: { order: of, page_size: 1 } })).count
  const [listing, total, unanswered, hot, widgets] = await Promise.all([
    loadListing(visit, {}, usual),
    in_days === 0 && COMPLETE.includes(order) ? undefined : count('newest'),
    in_days === 0 && order === 'unanswered' ? undefined : count('unanswered'),
    visit.call(questionPage, { query: { order: 'hot', ...HOT_SIDEBAR } }),
    loadWidgets(visit, 'home'),
  ])
  return {
    listing,
    total: total ?? listing.count,
    unanswered: unanswered ?? listing.count,
    hot: hot.list.map(besides),
    widgets,
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Questions({ loaderData: { listing, total, unanswered, hot, widgets } }: Route.ComponentProps) {
  const t = useText('questions')
  const { general } = useSite()
  // Both addresses of the list are one page to search engines; each keeps its own in its links.
  const path = useLocation().pathname === paths.home() ? paths.home() : '/questions'
  const { order, usual, in_days, page, count, older_than } = listing
  const plain = order === DEFAULT_ORDER && in_days === 0
  const title = plain ? (page > 1 ? t('title') : undefined) : t('title_ordered', { order: t(`order_${order}`) })
  return (
    <PageFrame
      aside={
        <>
          <Aside hot={hot} />
          <Widgets place="home" widgets={widgets} />
        </>
      }
    >
      <PageMeta
        title={page > 1 ? t('title_page', { title: title ?? t('title'), page }) : title}
        description={general.description || general.short_description || t('description', { site: general.name })}
        canonical={listingAddress(paths.home(), { order, in_days, page, older_than })}
        pages={{
          page,
          pages: pagesOf(count),
          address: (number) => listingAddress(path, { order, in_days, page: number }, usual),
        }}
      />
      <PageTitle
        note={t('counted', {
          questions: t('count', { count: total }),
          unanswered: t('unanswered', { count: unanswered }),
        })}
        end={
          <ButtonLink className="only-phone" look="primary" to={paths.ask()}>
            {t('ask')}
          </ButtonLink>
        }
      >
        {t('title')}
      </PageTitle>
      <QuestionListing
        listing={listing}
        path={path}
        empty={<Nothing listing={listing} path={path} />}
        note={order === 'recommend' && <BeginHere />}
      />
    </PageFrame>
  )
}

function Aside({ hot }: { hot: Parameters<typeof SideList>[0]['questions'] }) {
  const t = useText('questions')
  const { general } = useSite()
  const words = general.description || general.short_description
  return (
    <>
      {words && (
        <AsideSection id="about-site" title={general.name}>
          <p className="page-lead" dir="auto">
            {words}
          </p>
        </AsideSection>
      )}
      <AsideSection id="hot" title={t('hot_this_week')}>
        {hot.length > 0 ? <SideList questions={hot} /> : <p className="page-lead">{t('hot_none')}</p>}
      </AsideSection>
    </>
  )
}

/** From now on this device shows these questions first. */
function BeginHere() {
  const t = useText('questions')
  const { home } = useRoot()
  const here = useHere()
  const first = home === 'recommend'
  return (
    <>
      {t(first ? 'first_is_this' : 'first_is_active')}{' '}
      <Link to={paths.prefer({ home: first ? 'active' : 'recommend' }, here)} reload>
        {t(first ? 'first_active' : 'first_this')}
      </Link>
    </>
  )
}

function Nothing({ listing: { order, usual, in_days }, path }: { listing: Listing; path: string }) {
  const t = useText('questions')
  const ask = (
    <ButtonLink look="primary" to={paths.ask()}>
      {t('ask')}
    </ButtonLink>
  )
  const all = <ButtonLink to={listingAddress(path, { order: DEFAULT_ORDER }, usual)}>{t('all')}</ButtonLink>
  if (in_days > 0)
    return (
      <Empty
        icon="clock"
        title={t('none_then')}
        actions={
          <>
            <ButtonLink to={listingAddress(path, { order }, usual)}>{t('at_any_time')}</ButtonLink>
            {ask}
          </>
        }
      >
        {t('none_then_note')}
      </Empty>
    )
  if (order === 'unanswered')
    return (
      <Empty icon="circleCheck" title={t('none_unanswered')} actions={all}>
        {t('none_unanswered_note')}
      </Empty>
    )
  if (order === 'recommend')
    return (
      <Empty icon="messageCircle" title={t('none_recommended')} actions={all}>
        {t('none_recommended_note')}
      </Empty>
    )
  return (
    <Empty icon="messageCircle" title={t('none')} actions={ask}>
      {t('none_note')}
    </Empty>
  )
}
