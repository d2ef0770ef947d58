import {
  deleteDump,
  examineDump,
  fetchDump,
  importDump,
  type ImportReport,
  importSources,
  type ImportSources,
  examineUndo,
  undoImport,
  type UndoReport,
  uploadDump,
} from '@askwell/contract/imports.ts'
import { setTaskStatus, type Task, type TaskKind, tasks } from '@askwell/contract/tasks.ts'
import { redirect, useActionData } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, PageForm, type Submission, text } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { FormButtons, SubmitButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { PageHead } from './page-head.tsx'
import { chosenFile } from './chosen-file.ts'
import { dumpDialog } from './dump-dialog.ts'
import { DumpList } from './dump-list.tsx'
import { DumpUpload } from './dump-upload.tsx'
import { Fetching } from './fetching.tsx'
import { ImportReportView } from './import-report.tsx'
import { ImportedSites } from './imported-sites.tsx'
import { TaskPanel } from './task-panel.tsx'
import { TaskState } from './task-state.tsx'
import { UndoReportView } from './undo-report.tsx'
import { useArrival } from './use-arrival.ts'
import './operations.css'
import type { Route } from './+types/import.ts'

const load = async ({ call, url: { searchParams } }: RouteContext) => {
  const source = (['upload', 'folder'] as const).find((one) => searchParams.get(one))
  const [sources, [fetching], trials, runs, [undoTrial], [undo]] = await Promise.all([
    call(importSources),
    call(tasks, { query: { kind: 'fetch_dump' } }),
    call(tasks, { query: { kind: 'examine_dump' } }),
    call(tasks, { query: { kind: 'import_dump' } }),
    call(tasks, { query: { kind: 'examine_undo' } }),
    call(tasks, { query: { kind: 'undo_import' } }),
  ])
  return {
    ...sources,
    fetching,
    trials,
    runs,
    undoTrial,
    undo,
    chosen: source && { source, name: searchParams.get(source)! },
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Which dump it is, and what is chosen of it. */
const dumpIn = (form: FormData) => ({
  source: text(form, 'source') === 'folder' ? ('folder' as const) : ('upload' as const),
  name: text(form, 'name'),
  site: text(form, 'site').trim() || undefined,
  map: text(form, 'map') || undefined,
  files: text(form, 'files') || undefined,
  settings: form.has('settings'),
})

const send = async ({ call, form, upload, url }: Submission) => {
  const [intent, id, name] = [text(form, 'intent'), text(form, 'id'), text(form, 'name')]
  /** Back to the page, where what was begun stands. */
  const to = (kind: TaskKind) => redirect(`${url.pathname}#task-${kind}`)
  if (intent === 'examine' || form.has('trial')) {
    await call(examineDump, { body: dumpIn(form) })
    return to('examine_dump')
  }
  if (intent === 'import') {
    const others = {
      same_names_are_others: form.has('same_names_are_others'),
      same_questions_are_others: form.has('same_questions_are_others'),
    }
    await call(importDump, { body: { ...dumpIn(form), ...others } })
    return to('import_dump')
  }
  if (intent === 'examine_undo') {
    await call(examineUndo, { body: { site: text(form, 'site') } })
    return to('examine_undo')
  }
  if (intent === 'undo') {
    await call(undoImport, { body: { site: text(form, 'site') } })
    return to('undo_import')
  }
  if (intent === 'upload') await upload(uploadDump, { source: 'dump', file: chosenFile(form, 'dump_file') })
  else if (intent === 'fetch')
    await call(fetchDump, { body: { plugin_slug_name: name, file: text(form, 'file') || undefined } })
  else if (intent === 'delete') await call(deleteDump, { body: { name } })
  else await call(setTaskStatus, { body: { id, status: intent === 'stop' ? 'stopped' : 'running' } })
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const reportOf = (task: Task | undefined) => (task?.status === 'done' ? (task.result as ImportReport) : undefined)
const undoneBy = (task: Task | undefined) => (task?.status === 'done' ? (task.result as UndoReport) : undefined)
/** What would go has gone. */
const isPast = (trial: Task | undefined, undo: Task | undefined) => {
  const [would, has] = [undoneBy(trial), undoneBy(undo)]
  return would !== undefined && would.site === has?.site && trial!.ended_at <= undo!.ended_at
}
const cameIn = (task: Task) => reportOf(task)?.files.reduce((sum, { added }) => sum + added, 0)

export default function Import({ loaderData }: Route.ComponentProps) {
  const {
    uploads,
    files,
    folders,
    file_folders,
    maps,
    sites,
    plugins,
    upload_bytes,
    fetching,
    trials,
    runs,
    undoTrial,
    undo,
    chosen,
  } = loaderData
  const t = useText('admin_operations')
  const { number } = useLanguage()
  const outcome = useActionData() as Outcome | undefined
  const refusedHere = outcome?.ok === false && !['upload', 'import'].includes(outcome.intent)
  const [run] = runs
  const [trial] = trials
  const trialReport = reportOf(trial)
  const report = reportOf(run)
  useArrival('import_dump', run)
  useArrival('examine_dump', trial)
  const dumpOf = (one: Task) => {
    const told = reportOf(one)
    return told ? t('import_site', { name: told.name, site: told.site }) : one.dump!.name
  }
  return (
    <>
      <PageHead title={t('import_title')} lead={t('import_lead')} outcome={refusedHere ? outcome : undefined} />
      {chosen && <ImportDialog {...chosen} {...{ trials, maps, file_folders }} />}
      {run && (
        <TaskPanel
          kind="import_dump"
          run={run}
          title={t('task_kind_import_dump')}
          lead={t(run.undone_at ? 'import_undone_lead' : 'import_run_lead')}
        >
          {() => null}
        </TaskPanel>
      )}
      {report && <ImportReportView report={report} isTrial={false} isUndone={run!.undone_at > 0} />}
      {trial && (
        <TaskPanel kind="examine_dump" run={trial} title={t('task_kind_examine_dump')} lead={t('import_trial_lead')}>
          {() => null}
        </TaskPanel>
      )}
      {trialReport && <ImportReportView report={trialReport} isTrial />}
      <Undoing kind="undo_import" run={undo} />
      {!isPast(undoTrial, undo) && <Undoing kind="examine_undo" run={undoTrial} />}
      <Fetching plugins={plugins} uploads={[...files, ...uploads]} run={fetching} />
      <DumpList {...{ uploads, files, folders, maps }} />
      <DumpUpload most={upload_bytes} endings={plugins.flatMap((plugin) => plugin.files)} />
      {sites.length > 0 && (
        <ImportedSites sites={sites} undoneAt={(site) => runs.find((one) => reportOf(one)?.site === site)?.undone_at} />
      )}
      {runs.length > 1 && (
        <Panel title={t('import_history')}>
          <Table
            caption={t('import_history')}
            columns={[
              { name: t('task_begun') },
              { name: t('task_state') },
              { name: t('dump_name') },
              { name: t('import_added'), number: true },
            ]}
          >
            {runs.map((one) => (
              <tr key={one.id}>
                <th scope="row" data-label={t('task_begun')}>
                  {one.begun_by}, <Time at={one.created_at} exact />
                </th>
                <td data-label={t('task_state')}>
                  <TaskState task={one} />
                </td>
                <td data-label={t('dump_name')}>{dumpOf(one)}</td>
                <td className="number" data-label={t('import_added')}>
                  {cameIn(one) === undefined ? '–' : number(cameIn(one)!)}
                </td>
              </tr>
            ))}
          </Table>
        </Panel>
      )}
    </>
  )
}

function Undoing({ kind, run }: { kind: 'undo_import' | 'examine_undo'; run: Task | undefined }) {
  const t = useText('admin_operations')
  const report = undoneBy(run)
  useArrival(kind, run)
  const isTrial = kind === 'examine_undo'
  return (
    <>
      {run && (
        <TaskPanel
          kind={kind}
          run={run}
          title={t(`task_kind_${kind}`)}
          lead={t(isTrial ? 'undo_look_lead' : 'undo_lead')}
        >
          {() => null}
        </TaskPanel>
      )}
      {report && <UndoReportView report={report} isTrial={isTrial} />}
    </>
  )
}

interface DialogProps {
  source: 'upload' | 'folder'
  name: string
  trials: Task[]
  maps: ImportSources['maps']
  file_folders: string[]
}

function ImportDialog({ source, name, trials, maps, file_folders }: DialogProps) {
  const t = useText('admin_operations')
  const back = paths.admin('import')
  const tried = trials.map(reportOf).find((report) => report?.source === source && report.name === name)
  return (
    <PageDialog title={t('import_dialog')} back={back} wide={Boolean(tried)}>
      <div className="operations-preview">
        <p className="operations-file">{name}</p>
        {tried ? <ImportReportView report={tried} isTrial /> : <Notice kind="warning" title={t('import_untried')} />}
        <p>{t('import_means')}</p>
      </div>
      <PageForm
        intent="import"
        action={dumpDialog({ source, name })}
        labels={{ site: t('import_site_name'), map: t('import_map'), files: t('import_files') }}
      >
        {(field, { busy }) => (
          <>
            <input type="hidden" name="source" value={source} />
            <input type="hidden" name="name" value={name} />
            <TextInput
              {...field('site')}
              label={t('import_site_name')}
              help={t('import_site_name_help')}
              maxLength={100}
              autoComplete="off"
            />
            {maps.length > 0 && (
              <Select
                {...field('map')}
                label={t('import_map')}
                help={t('import_map_help')}
                options={[
                  { value: '', label: t('import_map_none') },
                  ...maps.map((map) => ({ value: map.name, label: map.name })),
                ]}
              />
            )}
            {file_folders.length > 0 && (
              <Select
                {...field('files')}
                label={t('import_files')}
                help={t('import_files_help')}
                options={[
                  { value: '', label: t('import_files_beside') },
                  ...file_folders.map((folder) => ({ value: folder, label: folder })),
                ]}
              />
            )}
            <Checkbox name="settings" label={t('import_settings')} help={t('import_settings_help')} />
            <Checkbox
              name="same_names_are_others"
              label={t('import_same_names_are_others')}
              help={t('import_same_names_help')}
            />
            <Checkbox
              name="same_questions_are_others"
              label={t('import_same_questions_are_others')}
              help={t('import_same_questions_help')}
            />
            <FormButtons back={back} leave={t('cancel')}>
              <SubmitButton look="plain" name="trial" value="1" busy={busy}>
                {t('import_trial')}
              </SubmitButton>
              <SubmitButton look="primary" busy={busy}>
                {t('import_now')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}
