import { addUser, addUsers, usersPage } from '@askwell/contract/user-administration.ts'
import { userCenterRights } from '@askwell/contract/user-center.ts'
import { redirect, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink, ButtonRow } from '../../ui/button.tsx'
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
import { AddOne, AddMany } from './add-users.tsx'
import type { Route } from './+types/users.ts'

const PAGE_SIZE = 20
const FILTERS = ['', 'staff', 'inactive', 'suspended', 'deleted'] as const

const load = async ({ call, url }: RouteContext) => {
  const asked = url.searchParams.get('filter') ?? ''
  const filter = FILTERS.find((one) => one === asked) ?? ''
  const query = url.searchParams.get('query') ?? ''
  const page = pageIn(url)
  const [found, { allow_create_user }] = await Promise.all([
    call(usersPage, {
      query: { page, page_size: PAGE_SIZE, query, staff: filter === 'staff', status: filter === 'staff' ? '' : filter },
    }),
    call(userCenterRights),
  ])
  return { ...found, filter, query, page, canAdd: allow_create_user }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form }: Submission) => {
  if (form.get('intent') === 'many') await call(addUsers, { body: { users: text(form, 'users') } })
  else
    await call(addUser, {
      body: { display_name: text(form, 'display_name'), email: text(form, 'email'), password: text(form, 'password') },
    })
  return redirect(`${paths.admin('users')}?added`)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

// What is wanted most often, from the list. words: admin.do_*
const SHORTCUTS = {
  normal: ['profile', 'password', 'role', 'suspend', 'delete'],
  inactive: ['activation', 'profile', 'delete'],
  suspended: ['unsuspend', 'profile', 'delete'],
  deleted: ['restore'],
} as const

export default function Users({ loaderData: { list, count, filter, query, page, canAdd } }: Route.ComponentProps) {
  const t = useText('admin')
  const { number } = useLanguage()
  const [search] = useSearchParams()
  const here = paths.admin('users')
  const open = canAdd && search.get('open')
  const address = (to: { filter?: string; page?: number }) =>
    `?${new URLSearchParams({ filter: to.filter ?? filter, query, page: String(to.page ?? 1) })}`
  return (
    <>
      <PageMeta title={t('page_users')} hidden />
      <PageTitle
        note={t('accounts', { count })}
        end={
          canAdd && (
            <ButtonRow>
              <ButtonLink look="primary" to={`${here}?open=one`} keepScroll>
                {t('add_user')}
              </ButtonLink>
              <ButtonLink to={`${here}?open=many`} keepScroll>
                {t('add_users')}
              </ButtonLink>
            </ButtonRow>
          )
        }
      >
        {t('page_users')}
      </PageTitle>
      {search.has('added') && (
        <Notice kind="success" role="status">
          {t('user_added')}
        </Notice>
      )}
      {!canAdd && <Notice kind="info">{t('center_adds_users')}</Notice>}
      {open === 'one' && <AddOne back={here} />}
      {open === 'many' && <AddMany back={here} />}
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
                <Link className="table-person" to={paths.admin(`users/${user.user_id}`)}>
                  <Avatar name={user.display_name} url={user.avatar} size="small" />
                  {user.display_name}
                </Link>
              </th>
              <td data-label={t('email')}>{user.e_mail}</td>
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
              <td>
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
                      to={`${paths.admin(`users/${user.user_id}`)}?open=${act}`}
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
      <Pagination
        label={t('page_users')}
        page={page}
        pages={Math.ceil(count / PAGE_SIZE)}
        address={(to) => address({ page: to })}
      />
    </>
  )
}
