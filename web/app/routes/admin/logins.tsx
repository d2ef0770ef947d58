import { endStaffLogins, staffLogins, type StaffSession, type StaffToken } from '@askwell/contract/staff-logins.ts'
import type { ReactNode } from 'react'
import { Form, redirect, useActionData } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { PageHead } from './page-head.tsx'
import './operations.css'
import type { Route } from './+types/logins.ts'

const load = ({ call }: RouteContext) => call(staffLogins)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const ENDINGS = ['session', 'token', 'user', 'everybody'] as const

const send = async ({ call, form, url }: Submission) => {
  const [intent, id] = [text(form, 'intent'), text(form, 'id')]
  const what = ENDINGS.find((one) => one === intent) ?? 'session'
  await call(endStaffLogins, { body: { what, ...(id && { id }) } })
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function StaffLogins({ loaderData: { sessions, tokens } }: Route.ComponentProps) {
  const t = useText('admin_operations')
  const outcome = useActionData() as Outcome | undefined
  return (
    <>
      <PageHead title={t('logins_title')} lead={t('logins_lead')} outcome={outcome} />
      <Panel title={t('logins_sessions')}>
        <Table
          caption={t('logins_sessions')}
          columns={[
            { name: t('login_who') },
            { name: t('login_device') },
            { name: t('login_network') },
            { name: t('login_used') },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </Table>
      </Panel>
      <Panel title={t('logins_tokens')}>
        {tokens.length === 0 ? (
          <p className="page-lead">{t('logins_no_tokens')}</p>
        ) : (
          <Table
            caption={t('logins_tokens')}
            columns={[
              { name: t('login_who') },
              { name: t('login_token') },
              { name: t('login_scopes') },
              { name: t('login_used') },
              { name: <span className="visually-hidden">{t('acts')}</span> },
            ]}
          >
            {tokens.map((token) => (
              <Token key={token.id} token={token} />
            ))}
          </Table>
        )}
      </Panel>
      <Panel title={t('logins_all_title')}>
        <div className="operations-upload">
          <p>{t('logins_all_help')}</p>
          <Form method="post">
            <FormToken />
            <Confirm summaryClass="button button-danger" summary={t('logins_all')} question={t('logins_all_sure')}>
              {(cancel) => (
                <div className="dialog-buttons">
                  {cancel}
                  <SubmitButton name="intent" value="everybody" look="danger-fill">
                    {t('logins_all')}
                  </SubmitButton>
                </div>
              )}
            </Confirm>
          </Form>
        </div>
      </Panel>
    </>
  )
}

function Owner({ of }: { of: StaffSession | StaffToken }) {
  const t = useText('admin_operations')
  return (
    <th scope="row" data-label={t('login_who')}>
      <Link to={paths.admin(`users/${of.user_id}`)}>{of.display_name}</Link>
      <span className="job-answer operations-file">{t(`role_${of.role}`)}</span>
    </th>
  )
}

function End({ intent, id, children }: { intent: string; id: string; children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset>
      <FormToken />
      <input type="hidden" name="id" value={id} />
      <SubmitButton name="intent" value={intent} look="plain" size="small">
        {children}
      </SubmitButton>
    </Form>
  )
}

function Session({ session }: { session: StaffSession }) {
  const t = useText('admin_operations')
  const device = [session.browser, session.system].filter(Boolean).join(', ') || t('login_unknown')
  return (
    <tr>
      <Owner of={session} />
      <td data-label={t('login_device')}>{device}</td>
      <td data-label={t('login_network')}>{session.network}</td>
      <td data-label={t('login_used')}>
        <Time at={session.used_at} exact />
      </td>
      <td className="actions">
        {session.current ? (
          t('login_current')
        ) : (
          <div className="job-acts">
            <End intent="session" id={session.id}>
              {t('login_end')}
              <span className="visually-hidden">{` ${session.display_name}, ${device}`}</span>
            </End>
            <End intent="user" id={session.user_id}>
              {t('login_end_user')}
              <span className="visually-hidden">{` ${session.display_name}`}</span>
            </End>
          </div>
        )}
      </td>
    </tr>
  )
}

function Token({ token }: { token: StaffToken }) {
  const t = useText('admin_operations')
  return (
    <tr>
      <Owner of={token} />
      <td data-label={t('login_token')}>{token.name}</td>
      <td data-label={t('login_scopes')}>{token.scopes.join(', ')}</td>
      <td data-label={t('login_used')}>{token.used_at ? <Time at={token.used_at} exact /> : t('login_never')}</td>
      <td className="actions">
        <End intent="token" id={token.id}>
          {t('login_revoke')}
          <span className="visually-hidden">{` ${token.name}`}</span>
        </End>
      </td>
    </tr>
  )
}
