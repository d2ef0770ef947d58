import {
  backupContents,
  backups,
  deleteBackup,
  downloadBackup,
  fetchBackup,
  makeBackup,
  restoreBackup,
  saveBackupSchedule,
  uploadBackup,
  type BackupSchedule,
} from '@askwell/contract/backups.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { redirect, redirectDocument, useActionData } from 'react-router'
import {
  inBrowserSubmit,
  onServerSubmit,
  type Outcome,
  PageForm,
  RefusalErrors,
  type Submission,
  text,
} from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { chosenFile } from './chosen-file.ts'
import { BackupDialog } from './backup-dialogs.tsx'
import { BackupList } from './backup-list.tsx'
import { BackupScheduleForm } from './backup-schedule.tsx'
import { s3In } from './s3-form.ts'
import { DownloadExpired } from './download-expired.tsx'
import { TaskPanel } from './task-panel.tsx'
import './operations.css'
import type { Route } from './+types/backups.ts'

const load = async ({ call, url: { searchParams }, site }: RouteContext) => {
  const act = (['download', 'restore'] as const).find((one) => searchParams.has(one))
  const name = act ? (searchParams.get(act) ?? '') : ''
  const [found, [made], [fetched], contents] = await Promise.all([
    call(backups),
    call(tasks, { query: { kind: 'backup' } }),
    call(tasks, { query: { kind: 'fetch_backup' } }),
    act === 'restore' && name ? call(backupContents, { query: { name } }) : undefined,
  ])
  return {
    ...found,
    made,
    fetched,
    dialog: act && name ? { act, name, contents } : undefined,
    expired: searchParams.has('expired'),
    siteName: site!.general.name,
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const scheduleIn = (form: FormData): BackupSchedule => ({
  every: text(form, 'every') as BackupSchedule['every'],
  hour: Number(text(form, 'hour')),
  weekday: Number(text(form, 'weekday')),
  count: Number(text(form, 'count')),
  place: text(form, 'place') as BackupSchedule['place'],
  ...s3In(form),
})

const send = async ({ call, form, upload, url }: Submission) => {
  const [intent, id, name] = [text(form, 'intent'), text(form, 'id'), text(form, 'name')]
  const pass = text(form, 'pass') || undefined
  const place = text(form, 'place') === 's3' ? 's3' : 'folder'
  if (intent === 'download') return redirectDocument((await call(downloadBackup, { body: { name, pass } })).address)
  if (intent === 'restore') return call(restoreBackup, { body: { name, pass, site_name: text(form, 'site_name') } })
  if (intent === 'schedule')
    return call(saveBackupSchedule, {
      body: { ...scheduleIn(form), storage_pass: text(form, 'storage_pass') || undefined },
    })
  if (intent === 'upload') await upload(uploadBackup, { source: 'backup', file: chosenFile(form, 'backup_file') })
  else if (intent === 'delete') await call(deleteBackup, { body: { name, place } })
  else if (intent === 'fetch') await call(fetchBackup, { body: { name } })
  else if (intent === 'stop' || intent === 'continue')
    await call(setTaskStatus, { body: { id, status: intent === 'stop' ? 'stopped' : 'running' } })
  else await call(makeBackup, { body: { place: intent === 'make_s3' ? 's3' : 'folder' } })
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Backups({ loaderData }: Route.ComponentProps) {
  const { list, s3_problem, schedule, last_restore, made, fetched, dialog, expired, siteName } = loaderData
  const t = useText('admin_operations')
  const outcome = useActionData() as Outcome<{ restarts: boolean } | null> | undefined
  const ordered = outcome?.ok && outcome.intent === 'restore' ? outcome.value : undefined
  const refusedHere = outcome?.ok === false && ['', 'delete', 'fetch', 'make', 'make_s3'].includes(outcome.intent)
  return (
    <>
      <PageMeta title={t('backups_title')} hidden />
      <PageTitle>{t('backups_title')}</PageTitle>
      <p className="page-lead">{t('backups_lead')}</p>
      {expired && <DownloadExpired />}
      {ordered && (
        <Notice kind="warning" role="status" title={t('restore_ordered')}>
          {t(ordered.restarts ? 'restore_restarts' : 'restore_at_next_start')}
        </Notice>
      )}
      {!ordered && last_restore && (
        <Notice
          kind={last_restore.ok ? 'success' : 'danger'}
          title={t(last_restore.ok ? 'restore_was' : 'restore_failed', { name: last_restore.name })}
        >
          {last_restore.ok ? (
            <>
              {t('restore_back', { rows: last_restore.rows, uploads: last_restore.uploads })}{' '}
              <Time at={last_restore.made_at} exact />
            </>
          ) : (
            last_restore.problem
          )}
        </Notice>
      )}
      <RefusalErrors refusal={refusedHere ? outcome : undefined} />
      {dialog && !ordered && <BackupDialog {...dialog} siteName={siteName} />}
      <TaskPanel
        kind="backup"
        run={made}
        title={t('backup_make_title')}
        lead={t('backup_make_lead')}
        begin={t('backup_make')}
        intent="make"
      >
        {(result) => (result as { name: string }).name}
      </TaskPanel>
      {fetched && (
        <TaskPanel kind="fetch_backup" run={fetched} title={t('backup_fetch_title')} lead={t('backup_fetch_lead')}>
          {(result) => (result as { name: string }).name}
        </TaskPanel>
      )}
      {s3_problem && (
        <Notice kind="danger" title={t('s3_problem')}>
          {s3_problem}
        </Notice>
      )}
      <BackupList list={list} canSend={schedule.s3_bucket !== ''} />
      <Panel title={t('backup_upload_title')}>
        <PageForm intent="upload" encType="multipart/form-data" labels={{ backup_file: t('backup_file') }}>
          {(field, { busy }) => (
            <div className="operations-upload">
              <input type="hidden" name="missing" value={t('backup_file_missing')} />
              <label className="field">
                <span className="field-label">{t('backup_file')}</span>
                <input
                  type="file"
                  name="backup_file"
                  accept=".gz,application/gzip"
                  aria-invalid={Boolean(field('backup_file').error) || undefined}
                />
                <span className="setting-help">{t('backup_upload_help')}</span>
              </label>
              <SubmitButton look="plain" busy={busy}>
                {t('backup_upload')}
              </SubmitButton>
            </div>
          )}
        </PageForm>
      </Panel>
      <BackupScheduleForm now={schedule} />
    </>
  )
}
