import { roles } from '@askwell/contract/administration.ts'
import { SUSPENSIONS } from '@askwell/contract/limits.ts'
import { activationLink, type AdminUser, mailActivationLink, setUserRole, setUserStatus, usersPage } from '@askwell/contract/user-administration.ts'
import { data } from 'react-router'
import { inBrowserSubmit, isOn, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type Visit } from '../../session.ts'
import { PageMeta } from '../../shared/page-meta.tsx'
import { useText } from '../../text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import type { Route } from './+types/user.ts'

const STATUSES = ['normal', 'inactive', 'suspended', 'deleted'] as const

const load = async ({ call, params }: Visit) => {
  const [found, all] = await Promise.all([call(usersPage, { query: { query: `user:${params.userId}` } }), call(roles)])
  const user = found.list[0]
  if (!user) throw data(null, { status: 404 })
  return { user, roles: all }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const user_id = params.userId!
  switch (text(form, 'intent')) {
    case 'role': return call(setUserRole, { body: { user_id, role_id: Number(text(form, 'role_id')) } })
    case 'link': return call(activationLink, { query: { user_id } })
    case 'mail': return call(mailActivationLink, { body: { user_id } })
    default: return call(setUserStatus, { body: { user_id, status: text(form, 'status') as AdminUser['status'], suspend_duration: text(form, 'suspend_duration') as (typeof SUSPENSIONS)[number], remove_all_content: isOn(form, 'remove_all_content') } })
  }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function UserPage({ loaderData: { user, roles: all } }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <>
      <PageMeta title={user.display_name} hidden />
      <PageTitle note={user.e_mail}>{user.display_name}</PageTitle>
      <p><Link to={paths.user(user.username)}>{t('profile')}</Link></p>
      <Panel title={t('role')}>
        <PageForm intent="role">
          {(field, { busy, done }) => (
            <>
              {done && <Notice kind="success" role="status">{t('saved')}</Notice>}
              <Select {...field('role_id', user.role_id)} label={t('role')} options={all.map(({ id, name, description }) => ({ value: String(id), label: `${name} – ${description}` }))} />
              <SubmitButton look="plain" busy={busy}>{t('save')}</SubmitButton>
            </>
          )}
        </PageForm>
      </Panel>
      <Panel title={t('status')}>
        <PageForm intent="status">
          {(field, { busy, done }) => (
            <>
              {done && <Notice kind="success" role="status">{t('saved')}</Notice>}
              <Select {...field('status', user.status)} label={t('status')} options={STATUSES.map((value) => ({ value, label: t(`status_${value}`) }))} />
              <Select {...field('suspend_duration', 'forever')} label={t('suspend_duration')} help={t('suspend_duration_help')} options={SUSPENSIONS.map((value) => ({ value, label: t(`for_${value}`) }))} />
              <Checkbox name="remove_all_content" label={t('remove_all_content')} help={t('remove_all_content_help')} />
              <SubmitButton look="danger" busy={busy}>{t('save')}</SubmitButton>
            </>
          )}
        </PageForm>
      </Panel>
      {user.status === 'inactive' && (
        <Panel title={t('activation')}>
          <PageForm intent="link">
            {(_field, { busy, done }) => done
              ? <Notice kind="info" title={t('activation_link')}><p><code>{(done.value as { activation_url: string }).activation_url}</code></p></Notice>
              : <SubmitButton look="plain" busy={busy}>{t('activation_show')}</SubmitButton>}
          </PageForm>
          <PageForm intent="mail">
            {(_field, { busy, done }) => <>{done && <Notice kind="success" role="status">{t('mail_sent')}</Notice>}<SubmitButton look="plain" busy={busy}>{t('activation_mail')}</SubmitButton></>}
          </PageForm>
        </Panel>
      )}
    </>
  )
}
