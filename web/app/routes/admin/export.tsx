import {
  deleteExport,
  downloadExport,
  EXPORT_FORMATS,
  EXPORT_SCOPES,
  type Export,
  exports as exportsThere,
  makeExport,
} from '@askwell/contract/exports.ts'
import { PASSWORD } from '@askwell/contract/limits.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { Form, redirect, redirectDocument, useActionData } from 'react-router'
import {
  FormToken,
  inBrowserSubmit,
  onServerSubmit,
  type Outcome,
  PageForm,
  RefusalErrors,
  type Submission,
  text,
} from '../../forms.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { ButtonLink, FormButtons, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatBytes } from '@askwell/contract/format-bytes.ts'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Settings } from '../../ui/settings.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { DeleteFile } from './delete-file.tsx'
import { DownloadExpired } from './download-expired.tsx'
import { TaskPanel } from './task-panel.tsx'
import './operations.css'
import type { Route } from './+types/export.ts'

const load = async ({ call, url: { searchParams } }: RouteContext) => {
  const [list, [run]] = await Promise.all([call(exportsThere), call(tasks, { query: { kind: 'export' } })])
  return { list, run, wanted: searchParams.get('download') ?? '', expired: searchParams.has('expired') }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url }: Submission) => {
  const [intent, id, name] = [text(form, 'intent'), text(form, 'id'), text(form, 'name')]
  const pass = text(form, 'pass') || undefined
  if (intent === 'download') return redirectDocument((await call(downloadExport, { body: { name, pass } })).address)
  if (intent === 'delete') await call(deleteExport, { body: { name } })
  else if (intent === 'make')
    await call(makeExport, {
      body: { scope: text(form, 'scope') as Export['scope'], format: text(form, 'format') as Export['format'] },
    })
  else await call(setTaskStatus, { body: { id, status: intent === 'stop' ? 'stopped' : 'running' } })
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

interface Made {
  name: string
  questions: number
  answers: number
  members: number
}

export default function ExportPage({ loaderData: { list, run, wanted, expired } }: Route.ComponentProps) {
  const t = useText('admin_operations')
  const { number } = useLanguage()
  const outcome = useActionData() as Outcome | undefined
  const refusedHere = outcome?.ok === false && !['download', 'make'].includes(outcome.intent)
  return (
    <>
      <PageMeta title={t('export_title')} hidden />
      <PageTitle>{t('export_title')}</PageTitle>
      <p className="page-lead">{t('export_lead')}</p>
      {expired && <DownloadExpired />}
      <RefusalErrors refusal={refusedHere ? outcome : undefined} />
      {wanted && <DownloadDialog name={wanted} />}
      <Panel title={t('export_make_title')}>
        <PageForm intent="make" labels={{ scope: t('export_scope'), format: t('export_format') }}>
          {(field, { busy }) => (
            <Settings
              foot={
                <SubmitButton look="primary" busy={busy}>
                  {t('export_make')}
                </SubmitButton>
              }
            >
              <Select
                {...field('scope', 'public')}
                label={t('export_scope')}
                help={t('export_scope_help')}
                options={EXPORT_SCOPES.map((value) => ({ value, label: t(`export_scope_${value}`) }))}
              />
              <Select
                {...field('format', 'all')}
                label={t('export_format')}
                help={t('export_format_help')}
                options={EXPORT_FORMATS.map((value) => ({ value, label: t(`export_format_${value}`) }))}
              />
            </Settings>
          )}
        </PageForm>
      </Panel>
      {run && (
        <TaskPanel kind="export" run={run} title={t('task_kind_export')} lead={t('export_run_lead')}>
          {(result) => {
            const { questions, answers, members } = result as Made
            return t('export_made', {
              questions: number(questions),
              answers: number(answers),
              members: number(members),
            })
          }}
        </TaskPanel>
      )}
      <ExportList list={list} />
    </>
  )
}

function ExportList({ list }: { list: Export[] }) {
  const t = useText('admin_operations')
  const { tag } = useLanguage()
  if (list.length === 0) return <Empty icon="inbox" title={t('exports_none')} />
  return (
    <section className="operations-part" aria-label={t('exports_there')}>
      <Table
        caption={t('exports_there')}
        columns={[
          { name: t('backup_when') },
          { name: t('export_scope') },
          { name: t('backup_size'), number: true },
          { name: t('export_expires') },
          { name: <span className="visually-hidden">{t('acts')}</span> },
        ]}
      >
        {list.map(({ name, bytes, made_at, expires_at, scope, format }) => (
          <tr key={name}>
            <th scope="row" data-label={t('backup_when')}>
              <Time at={made_at} exact />
              <span className="job-answer operations-file">{name}</span>
            </th>
            <td data-label={t('export_scope')}>
              {t(`export_scope_${scope}`)}, {t(`export_format_${format}`)}
            </td>
            <td className="number" data-label={t('backup_size')}>
              {formatBytes(tag, bytes)}
            </td>
            <td data-label={t('export_expires')}>
              <Time at={expires_at} exact />
            </td>
            <td className="actions">
              <Acts {...{ name, scope }} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

function Acts({ name, scope }: Pick<Export, 'name' | 'scope'>) {
  const t = useText('admin_operations')
  const about = <span className="visually-hidden">{` ${name}`}</span>
  return (
    <Form method="post" preventScrollReset className="job-acts">
      <FormToken />
      <input type="hidden" name="name" value={name} />
      {scope === 'private' ? (
        <ButtonLink size="small" to={`?${new URLSearchParams({ download: name })}`} keepScroll>
          {t('backup_download')}
          {about}
        </ButtonLink>
      ) : (
        <SubmitButton name="intent" value="download" look="plain" size="small">
          {t('backup_download')}
          {about}
        </SubmitButton>
      )}
      <DeleteFile name={name} question={t('export_delete_sure')} />
    </Form>
  )
}

/** Whoever gets everybody's address proves once more who they are. */
function DownloadDialog({ name }: { name: string }) {
  const t = useText('admin_operations')
  const back = paths.admin('export')
  return (
    <PageDialog title={t('export_download_title')} back={back}>
      <div className="operations-preview">
        <p className="operations-file">{name}</p>
        <p>{t('export_download_help')}</p>
      </div>
      <PageForm
        intent="download"
        action={`${back}?${new URLSearchParams({ download: name })}`}
        labels={{ pass: t('password') }}
      >
        {(field, { busy }) => (
          <>
            <input type="hidden" name="name" value={name} />
            <TextInput
              {...field('pass')}
              label={t('password')}
              help={t('export_password_help')}
              type="password"
              autoComplete="current-password"
              maxLength={PASSWORD.max}
            />
            <FormButtons back={back} leave={t('cancel')}>
              <SubmitButton look="primary" busy={busy}>
                {t('backup_download')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}
