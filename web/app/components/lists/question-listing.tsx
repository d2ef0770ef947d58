import { SKELETON_DELAY } from '@askwell/contract/limits.ts'
import type { QuestionOrder } from '@askwell/contract/questions.ts'
import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useNetwork } from '../../network.ts'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { useAfter } from '../../ui/hydrated.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu, MenuHeading, MenuLink } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ListTools, ViewSwitch } from './list-tools.tsx'
import { type Listing, listingAddress, pagesOf, type Place, WINDOWS } from './listing.ts'
import { QuestionList } from './question-list.tsx'
import { QuestionListSkeleton } from './question-list-skeleton.tsx'

const ORDERS: QuestionOrder[] = ['active', 'newest', 'hot', 'score', 'unanswered', 'recommend', 'frequent']

/** After an empty list nobody knows how many come. */
const NEW_ROWS = 5

interface Props {
  listing: Listing
  /** The page's path, without order, window and page. */
  path: string
  /** What is shown if there are no questions. */
  empty: ReactNode
  /** What is shown above the questions. */
  note?: ReactNode
}

/** Questions in their orders, windows and pages: home, a tag, what links to a question. */
export function QuestionListing({
  listing: { order, usual, in_days, page, count, questions, older_than, older },
  path,
  empty,
  note,
}: Props) {
  const t = useText('questions')
  const { user, list_view } = useRoot()
  const since = t(`window_${WINDOWS.find((days) => days === in_days) ?? 'other'}`)
  const address = (place: Partial<Place>) => listingAddress(path, { order, ...place }, usual)
  const { state, location: next } = useNavigation()
  const here = useLocation()
  const isThere = useNetwork() === 'there'
  // Where one goes to another page, this list isn't what is coming; without a connection, nothing is.
  const late = useAfter(SKELETON_DELAY, state === 'loading' && next?.pathname === here.pathname && isThere)
  return (
    <>
      <ListTools
        orders={ORDERS.filter((value) => value !== 'recommend' || user).map((value) => ({
          value,
          label: t(`order_${value}`),
        }))}
        current={order}
        address={(value) => address({ order: value as QuestionOrder, in_days })}
        end={
          <>
            <ViewSwitch view={list_view} />
            <Menu
              align="end"
              label={since}
              summaryClass="button button-small"
              summary={<Icon name="listFilter" small />}
            >
              <MenuHeading>{t('window')}</MenuHeading>
              {WINDOWS.map((days) => (
                <MenuLink
                  key={days}
                  to={address({ in_days: days })}
                  aria-current={days === in_days ? 'true' : undefined}
                >
                  {t(`window_${days}`)}
                </MenuLink>
              ))}
            </Menu>
          </>
        }
      />
      {in_days > 0 && (
        <div className="filter-row">
          <span>{t('window')}</span>
          <span className="tag">
            {since}
            <Link className="tag-remove" to={address({})} aria-label={t('leave_out', { part: since })}>
              <Icon name="x" small />
            </Link>
          </span>
        </div>
      )}
      {note && <p className="list-note">{note}</p>}
      {late ? (
        <QuestionListSkeleton rows={questions.length || NEW_ROWS} />
      ) : questions.length > 0 ? (
        <QuestionList questions={questions} view={list_view} />
      ) : (
        empty
      )}
      <Pagination
        label={t('pages')}
        page={older_than ? pagesOf(count) + 1 : page}
        pages={pagesOf(count)}
        address={(number) => address({ in_days, page: number })}
        older={older && address({ in_days, older_than: older })}
      />
    </>
  )
}
