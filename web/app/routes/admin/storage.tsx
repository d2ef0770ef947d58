import {
  type Cleanable,
  cleanStorage,
  largestUploads,
  makeSmallerPictures,
  type Measured,
  measureStorage,
  moveUploads,
  saveUploadStorage,
  storage,
  testUploadStorage,
  UPLOAD_STORES,
  uploadStorage,
} from '@askwell/contract/storage.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { Form, redirect, useActionData } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { formatBytes } from '@askwell/contract/format-bytes.ts'
import { Progress } from '../../ui/progress.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { LargestUploads } from './largest-uploads.tsx'
import { PageHead } from './page-head.tsx'
import { s3In } from './s3-form.ts'
import { TaskPanel } from './task-panel.tsx'
import { BY_PLUGIN, UploadStoragePart } from './upload-storage.tsx'
import './operations.css'
import type { Route } from './+types/storage.ts'

const load = async ({ call, url }: RouteContext) => {
  const before = /^\d{1,15}-\d{1,15}$/.exec(url.searchParams.get('before') ?? '')?.[0] ?? ''
  const latest = async (kind: string) => (await call(tasks, { query: { kind } }))[0]
  const [found, largest, uploads, moving, measuring, cleaning, making] = await Promise.all([
    call(storage),
    call(largestUploads, { query: { before } }),
    call(uploadStorage),
    latest('move_uploads'),
    latest('measure_storage'),
    latest('clean_storage'),
    latest('make_smaller'),
  ])
  return { ...found, largest: { ...largest, isFirst: before === '' }, uploads, moving, measuring, cleaning, making }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The disk, the bucket, or one of the plugins. */
const placeIn = (form: FormData) => {
  const place = text(form, 'place')
  if (place.startsWith(BY_PLUGIN)) return { place: 'plugin' as const, store_plugin: place.slice(BY_PLUGIN.length) }
  return { place: place === 's3' ? ('s3' as const) : ('disk' as const) }
}

const send = async ({ call, form, url }: Submission) => {
  const [intent, id] = [text(form, 'intent'), text(form, 'id')]
  if (intent === 'uploads')
    return call(saveUploadStorage, {
      body: {
        ...placeIn(form),
        ...s3In(form),
        s3_links: form.has('s3_links'),
        keep_unscanned: form.has('keep_unscanned'),
        storage_pass: text(form, 'storage_pass') || undefined,
      },
    })
  if (intent === 'uploads_test') return call(testUploadStorage, { body: {} })
  const to = UPLOAD_STORES.find((place) => intent === `move_${place}`)
  if (to) await call(moveUploads, { body: { to } })
  else if (intent === 'measure') await call(measureStorage, { body: {} })
  else if (intent === 'make_smaller') await call(makeSmallerPictures, { body: {} })
  else if (intent === 'clean') await call(cleanStorage, { body: { kind: text(form, 'kind') as Cleanable } })
  else await call(setTaskStatus, { body: { id, status: intent === 'stop' ? 'stopped' : 'running' } })
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function StoragePage({ loaderData }: Route.ComponentProps) {
  const { measured_at, kinds, disk, largest, uploads, moving, measuring, cleaning, making } = loaderData
  const t = useText('admin_operations')
  const { tag } = useLanguage()
  const outcome = useActionData() as Outcome | undefined
  const inForm = outcome?.ok === false && ['uploads', 'uploads_test'].includes(outcome.intent)
  const bytes = (count: number) => formatBytes(tag, count)
  const disk_full = t('storage_disk', { free: bytes(disk.free), size: bytes(disk.bytes) })
  return (
    <>
      <PageHead title={t('storage_title')} lead={t('storage_lead')} outcome={inForm ? undefined : outcome} />
      <div className="task-progress">
        <Progress label={disk_full} value={disk.bytes - disk.free} max={disk.bytes} />
        <span>{disk_full}</span>
      </div>
      <TaskPanel
        kind="measure_storage"
        run={measuring}
        title={t('task_kind_measure_storage')}
        lead={t('storage_measure_lead')}
        begin={t('storage_measure')}
        intent="measure"
      >
        {(result) => t('storage_measured', { size: bytes((result as { bytes: number }).bytes) })}
      </TaskPanel>
      {measured_at > 0 && (
        <section className="operations-part" aria-label={t('storage_kinds')}>
          <Table
            caption={t('storage_kinds')}
            columns={[
              { name: t('storage_kind') },
              { name: t('backup_size'), number: true },
              { name: t('storage_files'), number: true },
              { name: <span className="visually-hidden">{t('acts')}</span> },
            ]}
          >
            {kinds.map((one) => (
              <KindRow key={one.kind} {...one} />
            ))}
          </Table>
          <p className="setting-help">
            {t('storage_when')} <Time at={measured_at} exact />
          </p>
        </section>
      )}
      {cleaning && (
        <TaskPanel
          kind="clean_storage"
          run={cleaning}
          title={t('task_kind_clean_storage')}
          lead={t('storage_clean_lead')}
        >
          {(result) => {
            const freed = result as { files: number; bytes: number }
            return t('storage_freed', { count: freed.files, size: bytes(freed.bytes) })
          }}
        </TaskPanel>
      )}
      <LargestUploads {...largest} />
      <UploadStoragePart now={uploads.storage} used={uploads.used} plugins={uploads.plugins} moving={moving} />
      <TaskPanel
        kind="make_smaller"
        run={making}
        title={t('task_kind_make_smaller')}
        lead={t('storage_smaller_lead')}
        begin={t('storage_make_smaller')}
        intent="make_smaller"
      >
        {(result) => t('storage_smaller_made', { count: (result as { made: number }).made })}
      </TaskPanel>
    </>
  )
}

function KindRow({ kind, files, bytes, cleanable }: Measured) {
  const t = useText('admin_operations')
  const { tag, number } = useLanguage()
  const name = t(`storage_${kind}`)
  const hasFiles = kind !== 'database' && kind !== 'search'
  return (
    <tr>
      <th scope="row" data-label={t('storage_kind')}>
        {name}
        <span className="job-answer">{t(`storage_${kind}_help`)}</span>
      </th>
      <td className="number" data-label={t('backup_size')}>
        {formatBytes(tag, bytes)}
      </td>
      <td className="number" data-label={t('storage_files')}>
        {hasFiles ? number(files) : '–'}
      </td>
      <td className="actions">
        {cleanable && cleanable.files > 0 && (
          <Form method="post" preventScrollReset className="job-acts">
            <FormToken />
            <input type="hidden" name="kind" value={kind} />
            <Confirm
              align="end"
              summaryClass="button button-small button-danger"
              summary={
                <>
                  {t('storage_clean')}
                  <span className="visually-hidden">{` ${name}`}</span>
                </>
              }
              question={t('storage_clean_sure')}
            >
              {(cancel) => (
                <>
                  <p>
                    {t('storage_would_go', { count: cleanable.files, size: formatBytes(tag, cleanable.bytes), name })}
                  </p>
                  <p className="setting-help">{t(`storage_clean_${kind as Cleanable}`)}</p>
                  <div className="dialog-buttons">
                    {cancel}
                    <SubmitButton name="intent" value="clean" look="danger-fill">
                      {t('storage_clean')}
                    </SubmitButton>
                  </div>
                </>
              )}
            </Confirm>
          </Form>
        )}
      </td>
    </tr>
  )
}
