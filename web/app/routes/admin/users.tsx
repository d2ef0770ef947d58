import { usersPage } from '@askwell/contract/user-administration.ts'
import { userCenterRights } from '@askwell/contract/user-center.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu, MenuLink } from '../../ui/menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { filterIn, picksIn } from './bulk-wish.ts'
import { PICK_FORM, PickBar, PickBox } from './pick-bar.tsx'
import './content.css'
import type { Route } from './+types/users.ts'

const PAGE_SIZE = 20
const FILTERS = ['', 'staff', 'inactive', 'suspended', 'deleted', 'never', 'no_email', 'unseen'] as const
const LACKING = { never: 'activation', no_email: 'email', unseen: 'visit' } as const
const STATUS = ['inactive', 'suspended', 'deleted'] as const

const load = async ({ call, url }: RouteContext) => {
  const asked = url.searchParams.get('filter') ?? ''
  const filter = FILTERS.find((one) => one === asked) ?? ''
  const query = url.searchParams.get('query') ?? ''
  const page = pageIn(url)
  const [found, { allow_create_user }] = await Promise.all([
    call(usersPage, {
      query: {
        page,
        page_size: PAGE_SIZE,
        query,
        staff: filter === 'staff',
        status: STATUS.find((one) => one === filter) ?? '',
        lacking: filter in LACKING ? LACKING[filter as keyof typeof LACKING] : '',
      },
    }),
    call(userCenterRights),
  ])
  return {
    ...found,
    filter,
    query,
    page,
    canAdd: allow_create_user,
    picks: picksIn(url.searchParams),
    bulkFilter: filterIn(url.searchParams, 'user'),
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

// What is wanted most often, from the list.
const SHORTCUTS = {
  normal: ['profile', 'password', 'role', 'suspend', 'delete'],
  inactive: ['activation', 'profile', 'delete'],
  suspended: ['unsuspend', 'profile', 'delete'],
  deleted: ['restore'],
} as const

export default function Users({ loaderData }: Route.ComponentProps) {
  const { list, count, filter, query, page, canAdd, picks, bulkFilter } = loaderData
  const t = useText('admin')
  const { number } = useLanguage()
  const address = (to: { filter?: string; page?: number }) =>
    `?${new URLSearchParams({ filter: to.filter ?? filter, query, page: String(to.page ?? 1) })}`
  return (
    <>
      <PageMeta title={t('page_users')} hidden />
      <PageTitle
        note={t('accounts', { count })}
        end={
          canAdd && (
            <ButtonLink look="primary" to={paths.admin('invitations')}>
              {t('invite_people')}
            </ButtonLink>
          )
        }
      >
        {t('page_users')}
      </PageTitle>
      {!canAdd && <Notice kind="info">{t('center_adds_users')}</Notice>}
      <form method="get" role="search" className="admin-filter">
        <input type="hidden" name="filter" value={filter} />
        <TextInput name="query" label={t('find_user')} type="search" defaultValue={query} />
      </form>
      <Tabs label={t('filter')}>
        {FILTERS.map((name) => (
          <Tab key={name} to={address({ filter: name })} current={name === filter}>
            {t(`filter_${name || 'all'}`)}
          </Tab>
        ))}
        <Tab to={paths.admin('users/settings')}>{t('page_profiles')}</Tab>
      </Tabs>
      {list.length > 0 && (
        <PickBar
          kind="user"
          filter={bulkFilter}
          count={count}
          picks={picks}
          shown={list.map(({ user_id }) => user_id)}
          here={paths.admin('users')}
          erases={filter === 'deleted'}
        />
      )}
      {list.length === 0 ? (
        <Empty icon="users" title={t('no_users')} />
      ) : (
        <Table
          caption={t('page_users')}
          columns={[
            { name: t('member') },
            { name: t('email') },
            { name: t('reputation'), number: true },
            { name: t('role') },
            { name: t('status') },
            { name: t('created') },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {list.map((user) => (
            <tr key={user.user_id}>
              <th scope="row" data-label={t('member')}>
                <span className="content-title">
                  <PickBox id={user.user_id} title={user.display_name} picks={picks} />
                  <Link className="table-person" to={paths.admin(`users/${user.user_id}`)}>
                    <Avatar name={user.display_name} seed={user.username} url={user.avatar} size="small" />
                    {user.display_name}
                  </Link>
                </span>
              </th>
              <td data-label={t('email')}>{user.e_mail || '–'}</td>
              <td data-label={t('reputation')} className="number">
                {number(user.rank)}
              </td>
              <td data-label={t('role')}>{user.role_name}</td>
              <td data-label={t('status')}>
                {t(`status_${user.status}`)}
                {user.status === 'suspended' && user.suspended_until > 0 && (
                  <>
                    {' '}
                    {t('until')} <Time at={user.suspended_until} />
                  </>
                )}
              </td>
              <td data-label={t('created')}>
                <Time at={user.created_at} />
              </td>
              <td className="row-end">
                <Menu
                  as="nav"
                  summary={<Icon name="ellipsis" />}
                  label={t('acts_of', { name: user.display_name })}
                  summaryClass="icon-button"
                  align="end"
                >
                  {SHORTCUTS[user.status].map((act) => (
                    <MenuLink
                      key={act}
                      danger={act === 'delete' || act === 'suspend'}
                      to={
                        act === 'delete'
                          ? `${paths.admin('bulk/new')}?kind=user&act=delete&pick=${user.user_id}`
                          : `${paths.admin(`users/${user.user_id}`)}?open=${act}`
                      }
                    >
                      {t(`do_${act}`)}
                    </MenuLink>
                  ))}
                </Menu>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <p className="content-some">
        <ButtonAnchor href="/session/users.csv" download="users.csv" size="small">
          {t('export_users')}
        </ButtonAnchor>
      </p>
      <Pagination
        label={t('page_users')}
        page={page}
        pages={Math.ceil(count / PAGE_SIZE)}
        address={(to) => address({ page: to })}
        form={PICK_FORM}
      />
    </>
  )
}
