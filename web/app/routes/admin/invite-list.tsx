import { roles } from '@askwell/contract/administration.ts'
import { INVITED_BY_LIST_MAX, PEOPLE_CSV_MAX } from '@askwell/contract/limits.ts'
import { checkPeople, invitePeople, type PersonLine } from '@askwell/contract/site-invitations.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { useRef } from 'react'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { chosenText } from './chosen-file.ts'
import { Terms } from './invite-forms.tsx'
import { TaskPanel } from './task-panel.tsx'
import './invitations.css'
import type { Route } from './+types/invite-list.ts'

const KIND = 'invite_people'

const load = async ({ call }: RouteContext) => {
  const [all, runs] = await Promise.all([call(roles), call(tasks, { query: { kind: KIND } })])
  return { roles: all, run: runs[0] }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url }: Submission) => {
  const intent = text(form, 'intent')
  if (intent === 'stop' || intent === 'continue') {
    await call(setTaskStatus, { body: { id: text(form, 'id'), status: intent === 'stop' ? 'stopped' : 'running' } })
    return redirect(url.pathname)
  }
  const body = {
    csv: await chosenText(form, { file: 'file', field: 'csv', max: PEOPLE_CSV_MAX }),
    role_id: Number(text(form, 'role_id')) as 1 | 2 | 3,
    days: Number(text(form, 'days')),
  }
  if (text(form, 'act') !== 'invite') return { lines: await call(checkPeople, { body }), ...body }
  await call(invitePeople, { body })
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

interface Checked {
  lines: PersonLine[]
  csv: string
  role_id: number
  days: number
}

export default function InviteList({ loaderData: { roles: all, run } }: Route.ComponentProps) {
  const t = useText('people')
  const tooLong = useText('admin')('text_too_long', { max: PEOPLE_CSV_MAX })
  const box = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageMeta title={t('import_title')} hidden />
      <PageTitle end={<ButtonLink to={paths.admin('invitations')}>{t('back')}</ButtonLink>}>
        {t('import_title')}
      </PageTitle>
      <p className="page-lead">{t('import_lead')}</p>
      {run && (
        <TaskPanel kind={KIND} run={run} title={t('task_title')} lead={t('task_lead')}>
          {(result) => t('task_result', result as { sent: number; failed: number })}
        </TaskPanel>
      )}
      <PageForm intent="list" encType="multipart/form-data" labels={{ csv: t('csv'), days: t('days') }}>
        {(field, { busy, done }) => {
          const checked = done?.value as Checked | undefined
          const invited = checked?.lines.filter(({ outcome }) => outcome === 'invite').length ?? 0
          return (
            <div className="invite-form" ref={box}>
              <input type="hidden" name="too_long" value={tooLong} />
              <Textarea
                {...field('csv', checked?.csv ?? '')}
                key={checked?.csv}
                label={t('csv')}
                help={t('csv_help', { max: INVITED_BY_LIST_MAX })}
                maxLength={PEOPLE_CSV_MAX}
                rows={8}
                spellCheck={false}
              />
              <TextInput
                name="file"
                label={t('file')}
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? []
                  const input = event.currentTarget
                  const area = box.current?.querySelector('textarea')
                  if (file && area)
                    void file.text().then((read) => {
                      area.value = read
                      area.dispatchEvent(new Event('input', { bubbles: true }))
                      input.value = ''
                    })
                }}
              />
              <div className="invite-terms">
                <Terms field={field} roles={all} before={checked} roleLabel={t('default_role')} />
              </div>
              {checked && <Preview lines={checked.lines} invited={invited} />}
              <ButtonRow>
                <Button type="submit" name="act" value="check" look={checked ? 'plain' : 'primary'} busy={busy}>
                  {t('check')}
                </Button>
                {invited > 0 && (
                  <Button type="submit" name="act" value="invite" look="primary" busy={busy}>
                    {t('invite_now', { count: invited })}
                  </Button>
                )}
              </ButtonRow>
            </div>
          )
        }}
      </PageForm>
    </>
  )
}

function Preview({ lines, invited }: { lines: PersonLine[]; invited: number }) {
  const t = useText('people')
  const others = lines.length - invited
  return (
    <Panel title={t('preview')}>
      <p role="status">
        {t('would_invite', { count: invited })} {others > 0 && t('would_not', { count: others })}
      </p>
      <div className="people-preview" tabIndex={0} role="region" aria-label={t('preview')}>
        <Table
          caption={t('preview')}
          columns={[
            { name: t('line'), number: true },
            { name: t('e_mail') },
            { name: t('name') },
            { name: t('role') },
            { name: t('outcome') },
          ]}
        >
          {lines.map(({ line, e_mail, display_name, role_name, outcome }) => (
            <tr key={line}>
              <td data-label={t('line')} className="number">
                {line}
              </td>
              <td data-label={t('e_mail')}>{e_mail}</td>
              <td data-label={t('name')}>{display_name}</td>
              <td data-label={t('role')}>{role_name}</td>
              <td data-label={t('outcome')}>
                {outcome === 'invite' ? t('outcome_invite') : <strong>{t(`outcome_${outcome}`)}</strong>}
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </Panel>
  )
}
