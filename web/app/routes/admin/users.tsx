import { addUser, addUsers, usersPage } from '@askwell/contract/user-administration.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type Visit } from '../../session.ts'
import { PageMeta } from '../../shared/page-meta.tsx'
import { useLanguage, useText } from '../../text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import type { Route } from './+types/users.ts'

const PAGE_SIZE = 20
const FILTERS = ['', 'staff', 'inactive', 'suspended', 'deleted'] as const

const load = async ({ call, url }: Visit) => {
  const filter = url.searchParams.get('filter') ?? ''
  const query = url.searchParams.get('query') ?? ''
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await call(usersPage, { query: { page, page_size: PAGE_SIZE, query, staff: filter === 'staff', status: filter === 'staff' ? '' : (filter as 'inactive') } })
  return { ...found, filter, query, page }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) => (form.get('intent') === 'many'
  ? call(addUsers, { body: { users: text(form, 'users') } })
  : call(addUser, { body: { display_name: text(form, 'display_name'), email: text(form, 'email'), password: text(form, 'password') } }))
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Users({ loaderData: { list, count, filter, query, page } }: Route.ComponentProps) {
  const t = useText('admin')
  const { number } = useLanguage()
  const address = (to: { filter?: string; page?: number }) => `?${new URLSearchParams({ filter: to.filter ?? filter, query, page: String(to.page ?? 1) })}`
  return (
    <>
      <PageMeta title={t('page_users')} hidden />
      <PageTitle note={t('accounts', { count })}>{t('page_users')}</PageTitle>
      <form method="get" role="search" className="admin-filter">
        <input type="hidden" name="filter" value={filter} />
        <TextInput name="query" label={t('find_user')} type="search" defaultValue={query} />
      </form>
      <Tabs label={t('filter')}>{FILTERS.map((name) => <Tab key={name} to={address({ filter: name })} current={name === filter}>{t(`filter_${name || 'all'}`)}</Tab>)}</Tabs>
      {list.length === 0 ? <Empty icon="users" title={t('no_users')} /> : (
        <Table caption={t('page_users')} columns={[{ name: t('member') }, { name: t('email') }, { name: t('reputation'), number: true }, { name: t('role') }, { name: t('status') }, { name: t('created') }]}>
          {list.map((user) => (
            <tr key={user.user_id}>
              <th scope="row" data-label={t('member')}><Link className="table-person" to={paths.admin(`users/${user.user_id}`)}><Avatar name={user.display_name} url={user.avatar} size="small" />{user.display_name}</Link></th>
              <td data-label={t('email')}>{user.e_mail}</td>
              <td data-label={t('reputation')} className="number">{number(user.rank)}</td>
              <td data-label={t('role')}>{user.role_name}</td>
              <td data-label={t('status')}>{t(`status_${user.status}`)}</td>
              <td data-label={t('created')}><Time at={user.created_at} /></td>
            </tr>
          ))}
        </Table>
      )}
      <Pagination label={t('page_users')} page={page} pages={Math.ceil(count / PAGE_SIZE)} address={(to) => address({ page: to })} />
      <Panel title={t('add_user')}>
        <PageForm intent="one" labels={{ display_name: t('name'), email: t('email'), password: t('password') }}>
          {(field, { busy, done }) => (
            <>
              {done && <Notice kind="success" role="status">{t('user_added')}</Notice>}
              <TextInput {...field('display_name')} label={t('name')} required />
              <TextInput {...field('email')} label={t('email')} type="email" required />
              <TextInput {...field('password')} label={t('password')} type="password" autoComplete="new-password" required />
              <SubmitButton look="plain" busy={busy}>{t('add')}</SubmitButton>
            </>
          )}
        </PageForm>
      </Panel>
      <Panel title={t('add_users')}>
        <PageForm intent="many">
          {(field, { busy, done }) => (
            <>
              {done && <Notice kind="success" role="status">{t('user_added')}</Notice>}
              <Textarea {...field('users')} label={t('users_lines')} help={t('users_lines_help')} rows={6} required />
              <SubmitButton look="plain" busy={busy}>{t('add')}</SubmitButton>
            </>
          )}
        </PageForm>
      </Panel>
    </>
  )
}
