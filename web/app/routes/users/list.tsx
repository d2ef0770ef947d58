import {
  type DirectoryUser,
  USER_ORDERS,
  USER_PERIODS,
  userDirectory,
  type UserOrder,
  type UserPeriod,
} from '@askwell/contract/directory.ts'
import { ROWS_BY_PAGE_NUMBER } from '@askwell/contract/limits.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { ranking } from '@askwell/contract/users.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { ListTools } from '../../components/lists/list-tools.tsx'
import { pageIn, pagesOf, withQuery } from '../../components/lists/listing.ts'
import { NameFilter } from '../../components/lists/name-filter.tsx'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { Role, UserAvatar, UserLink } from '../../components/user/user-card.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Segments } from './segments.tsx'
import { Time } from '../../ui/time.tsx'
import { WeekAside } from './week-aside.tsx'
import './users.css'
import type { Route } from './+types/list.ts'

const PAGE_SIZE = 36 // fills two and three columns

const load = async ({ call, url: { searchParams }, url }: RouteContext) => {
  const query = {
    name: (searchParams.get('name') ?? '').slice(0, 100),
    order: USER_ORDERS.find((order) => order === searchParams.get('order')) ?? ('reputation' as const),
    period: USER_PERIODS.find((period) => period === searchParams.get('period')) ?? ('all' as const),
    page: pageIn(url),
  }
  const [users, week] = await Promise.all([
    call(userDirectory, { query: { ...query, page_size: PAGE_SIZE } }),
    call(ranking),
  ])
  return { ...query, ...users, week }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const USUAL = { order: 'reputation', period: 'all' }

export default function Users({ loaderData }: Route.ComponentProps) {
  const t = useText('users')
  const { number } = useLanguage()
  const { name, order, period, page, count, list, week } = loaderData
  const address = (query: { order?: UserOrder; period?: UserPeriod; page?: number; name?: string }) =>
    withQuery(paths.users(), { name, order, period, ...query }, USUAL)
  const pages = pagesOf(count, PAGE_SIZE)
  const many = count > ROWS_BY_PAGE_NUMBER
  return (
    <PageFrame asideLabel={t('this_week')} aside={<WeekAside week={week} />}>
      <PageMeta
        title={t('title')}
        description={t('lead')}
        canonical={address({ page, name: '' })}
        hidden={name !== ''}
        pages={{ page, pages, address: (of) => address({ page: of }) }}
      />
      <PageTitle
        note={t(many ? 'more_than' : 'count', {
          count: Math.min(count, ROWS_BY_PAGE_NUMBER),
          users: number(Math.min(count, ROWS_BY_PAGE_NUMBER)),
        })}
      >
        {t('title')}
      </PageTitle>
      <NameFilter
        name="name"
        value={name}
        label={t('filter')}
        others={{ order: order === USUAL.order ? '' : order, period: period === USUAL.period ? '' : period }}
      />
      <ListTools
        orders={USER_ORDERS.map((value) => ({ value, label: t(`by_${value}`) }))}
        current={order}
        address={(value) => address({ order: value as UserOrder })}
      />
      {order !== 'staff' && (
        <Segments
          label={t('period')}
          segments={USER_PERIODS.map((value) => ({
            value,
            label: t(`period_${value}`),
            to: address({ period: value }),
          }))}
          value={period}
        />
      )}
      {list.length > 0 ? (
        <ol className="member-grid">
          {list.map((user) => (
            <Member key={user.user.id} member={user} order={order} period={period} />
          ))}
        </ol>
      ) : (
        <Empty
          icon="users"
          title={t(name ? 'none_called' : 'none_then', { name })}
          actions={<ButtonLink to={paths.users()}>{t('all_users')}</ButtonLink>}
        />
      )}
      <Pagination label={t('pages')} page={page} pages={pages} address={(of) => address({ page: of })} />
    </PageFrame>
  )
}

function Member({
  member: { user, location, role_id, figure, created_at, tags },
  order,
  period,
}: {
  member: DirectoryUser
  order: UserOrder
  period: UserPeriod
}) {
  const t = useText('users')
  const format = useFormatCount()
  const shown = format(figure)
  return (
    <li className="member">
      <UserAvatar user={user} />
      <span className="member-name">
        <UserLink user={user} />
        {isStaff({ role_id }) && <Role>{t('staff_member')}</Role>}
      </span>
      <span className="member-note">
        {order === 'active' && t('contributions_of', { count: figure, figure: shown })}
        {order === 'editors' && t('edits_of', { count: figure, figure: shown })}
        {order === 'reputation' && t(period === 'all' ? 'reputation_of' : 'gained', { count: figure, points: shown })}
        {order === 'staff' && t('reputation_of', { count: figure, points: shown })}
        {order === 'newest' && (
          <>
            {t('joined')} <Time at={created_at} />
          </>
        )}
      </span>
      {location && (
        <span className="member-place" dir="auto">
          {location}
        </span>
      )}
      {tags.length > 0 && <TagList tags={tags} />}
    </li>
  )
}
