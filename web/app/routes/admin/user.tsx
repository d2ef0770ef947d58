import { deleteNote, memberFile, writeNote } from '@askwell/contract/bulk.ts'
import { roles } from '@askwell/contract/administration.ts'
import { SUSPENSIONS } from '@askwell/contract/limits.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import {
  activationLink,
  type AdminUser,
  editUser,
  mailActivationLink,
  setUserPassword,
  setUserRole,
  setUserStatus,
  takeOffFactors,
  usersPage,
} from '@askwell/contract/user-administration.ts'
import { userCenterRights } from '@askwell/contract/user-center.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { data, redirect, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { Time } from '../../ui/time.tsx'
import { MemberFilePanels } from './member-file.tsx'
import { UserDialog } from './user-dialogs.tsx'
import './user.css'
import type { Route } from './+types/user.ts'

/** Nobody has this number. */
const absent = (error: unknown) => {
  if (error instanceof CallFailed && error.status === 404) return undefined
  throw error
}

const load = async ({ call, params }: RouteContext) => {
  const find = (status: '' | 'deleted') => call(usersPage, { query: { query: `user:${params.userId}`, status } })
  const [present, deleted, all, rights, file] = await Promise.all([
    find(''),
    find('deleted'),
    call(roles),
    call(userCenterRights),
    call(memberFile, { query: { user_id: params.userId! } }).catch(absent),
  ])
  const user = present.list[0] ?? deleted.list[0]
  if (!user || !file) throw data(null, { status: 404 })
  return { user, file, roles: all, passwordElsewhere: !rights.allow_update_user_password && !isAdmin(user) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const user_id = params.userId!
  const back = () => redirect(`${paths.admin(`users/${user_id}`)}?done`)
  const setStatus = (status: AdminUser['status']) =>
    call(setUserStatus, {
      body: {
        user_id,
        status,
        suspend_duration: (text(form, 'suspend_duration') || SUSPENSIONS[0]) as (typeof SUSPENSIONS)[number],
        note: text(form, 'note'),
      },
    })
  switch (text(form, 'intent')) {
    case 'link':
      return call(activationLink, { query: { user_id } })
    case 'mail':
      return call(mailActivationLink, { body: { user_id } })
    case 'profile':
      return call(editUser, {
        body: {
          user_id,
          display_name: text(form, 'display_name'),
          username: text(form, 'username'),
          email: text(form, 'email'),
        },
      }).then(back)
    case 'password':
      return call(setUserPassword, { body: { user_id, password: text(form, 'password') } }).then(back)
    case 'factors':
      return call(takeOffFactors, { body: { user_id } }).then(back)
    case 'role':
      return call(setUserRole, { body: { user_id, role_id: Number(text(form, 'role_id')) } }).then(back)
    case 'suspend':
      return setStatus('suspended').then(back)
    case 'deactivate':
      return setStatus('inactive').then(back)
    case 'note':
      return call(writeNote, { body: { user_id, text: text(form, 'text') } }).then(back)
    case 'delete_note':
      return call(deleteNote, { body: { note_id: text(form, 'note_id') } }).then(back)
    default:
      return setStatus('normal').then(back)
  }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** What can be done, by how the account stands; each opens its dialog. */
const ACTS = {
  normal: ['profile', 'password', 'factors', 'role', 'activation', 'suspend', 'deactivate', 'sweep', 'delete'],
  inactive: ['profile', 'password', 'factors', 'role', 'activation', 'activate', 'suspend', 'sweep', 'delete'],
  suspended: ['profile', 'password', 'factors', 'role', 'unsuspend', 'suspend', 'sweep', 'delete'],
  deleted: ['restore', 'sweep', 'erase'],
} as const
const OWN = ['profile']
const GRAVE = ['factors', 'suspend', 'deactivate', 'sweep', 'delete', 'erase']
/** These have a page that shows first what would happen. */
const WITH_PREVIEW = ['sweep', 'delete', 'erase'] as const
type WithPreview = (typeof WITH_PREVIEW)[number]
const isWithPreview = (act: string): act is WithPreview => (WITH_PREVIEW as readonly string[]).includes(act)

export default function UserPage({ loaderData: { user, file, roles: all, passwordElsewhere } }: Route.ComponentProps) {
  const t = useText('admin')
  const { number } = useLanguage()
  const [search] = useSearchParams()
  const own = useUser()?.id === user.user_id
  const here = paths.admin(`users/${user.user_id}`)
  const acts = ACTS[user.status].filter(
    (act) =>
      (!own || OWN.includes(act)) &&
      (act !== 'factors' || user.has_second_factor) &&
      (act !== 'activation' || user.status === 'inactive' || (!user.has_password && user.e_mail !== '')) &&
      (act !== 'password' || !passwordElsewhere),
  )
  const open = acts.find(
    (act): act is Exclude<typeof act, WithPreview> => act === search.get('open') && !isWithPreview(act),
  )
  const addressOf = (act: string) =>
    isWithPreview(act)
      ? `${paths.admin('bulk/new')}?${new URLSearchParams({ kind: 'user', act, pick: user.user_id })}`
      : `${here}?open=${act}`
  return (
    <>
      <PageMeta title={user.display_name} hidden />
      <PageTitle
        note={`@${user.username}${user.e_mail && ` · ${user.e_mail}`}`}
        end={
          user.status !== 'deleted' && (
            <>
              <ButtonLink to={`${paths.admin('audit')}?about=${encodeURIComponent(here)}`} size="small">
                {t('page_audit')}
              </ButtonLink>
              <ButtonLink to={paths.user(user.username)} size="small">
                {t('profile')}
              </ButtonLink>
            </>
          )
        }
      >
        <span className="user-title">
          <Avatar name={user.display_name} seed={user.username} url={user.avatar} />
          {user.display_name}
        </span>
      </PageTitle>
      {search.has('done') && (
        <Notice kind="success" role="status">
          {t('saved')}
        </Notice>
      )}
      <Stats>
        <Stat name={t('status')} note={<AccountState user={user} />}>
          <span className="user-fact">{t(`status_${user.status}`)}</span>
        </Stat>
        <Stat name={t('role')} note={t(user.has_second_factor ? 'second_factor_on' : 'second_factor_off')}>
          <span className="user-fact">{user.role_name}</span>
        </Stat>
        <Stat name={t('reputation')}>
          <span className="user-fact">{number(user.rank)}</span>
        </Stat>
        <Stat name={t('created')}>
          <span className="user-fact">
            <Time at={user.created_at} />
          </span>
        </Stat>
      </Stats>
      {user.status === 'suspended' && user.suspension_note && (
        <Notice kind="warning" title={t('suspension_note_was')}>
          <p dir="auto">{user.suspension_note}</p>
        </Notice>
      )}
      {own && (
        <Notice kind="info">
          <p>
            {t('own_account')} <Link to={paths.settings('account')}>{t('own_settings')}</Link>
          </p>
        </Notice>
      )}
      {passwordElsewhere && <Notice kind="info">{t('center_keeps_password')}</Notice>}
      {open && <UserDialog act={open} user={user} roles={all} back={here} />}
      <Panel title={t('acts')}>
        <ul className="user-acts">
          {acts.map((act) => (
            <li key={act}>
              <p>{t(`do_${act}_help`)}</p>
              <ButtonLink
                to={addressOf(act)}
                keepScroll={!isWithPreview(act)}
                look={GRAVE.includes(act) ? 'danger' : 'plain'}
              >
                {t(`do_${act}`)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Panel>
      <MemberFilePanels user_id={user.user_id} file={file} />
    </>
  )
}

/** Since when, or until when. */
function AccountState({ user }: { user: AdminUser }) {
  const t = useText('admin')
  if (user.status === 'deleted')
    return (
      <>
        {t('since')} <Time at={user.deleted_at} />
      </>
    )
  if (user.status !== 'suspended') return null
  return user.suspended_until > 0 ? (
    <>
      {t('until')} <Time at={user.suspended_until} />
    </>
  ) : (
    t('for_forever')
  )
}
