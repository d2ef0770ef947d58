// words: questions.order_* questions.window_*
import type { QuestionOrder } from '@askwell/contract/questions.ts'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu, MenuHeading, MenuLink } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import '../../ui/tag-input.css'
import { ListTools, ViewSwitch } from './list-tools.tsx'
import { type Listing, listingAddress, pagesOf, type Place, WINDOWS } from './listing.ts'
import { QuestionList } from './question-list.tsx'
import { QuestionListSkeleton } from './question-list-skeleton.tsx'

const ORDERS: QuestionOrder[] = ['active', 'newest', 'hot', 'score', 'unanswered', 'recommend', 'frequent']

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
  const since = t(`window_${WINDOWS.includes(in_days) ? in_days : 'other'}`)
  const address = (place: Partial<Place>) => listingAddress(path, { order, ...place }, usual)
  const waiting = useNavigation().state === 'loading'
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
      {waiting && <QuestionListSkeleton />}
      {questions.length > 0 ? <QuestionList questions={questions} view={list_view} /> : empty}
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
