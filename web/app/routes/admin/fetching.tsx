import type { FetchReport, ImportSources } from '@askwell/contract/imports.ts'
import type { Task } from '@askwell/contract/tasks.ts'
import { Form } from 'react-router'
import { PluginIcon } from '../../components/plugins/plugin-icon.tsx'
import { FormToken } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { readableBy } from './readable-by.ts'
import { TaskPanel } from './task-panel.tsx'

type Importer = ImportSources['plugins'][number]
type Uploads = ImportSources['uploads']

interface Props {
  plugins: Importer[]
  /** Of which each plugin reads those with its endings. */
  uploads: Uploads
  run: Task | undefined
}

/** Plugins that fetch a community from elsewhere, and how far the one that does is. */
export function Fetching({ plugins, uploads, run }: Props) {
  const t = useText('admin_operations')
  const made = run?.status === 'done' ? (run.result as FetchReport).name : undefined
  const told = (result: unknown) => {
    const { name, rows } = result as FetchReport
    return t('fetch_done', {
      name,
      questions: t('fetch_questions', { count: rows.questions }),
      answers: t('fetch_answers', { count: rows.answers }),
      members: t('fetch_members', { count: rows.members }),
    })
  }
  return (
    <>
      {run && (
        <TaskPanel kind="fetch_dump" run={run} title={t('task_kind_fetch_dump')} lead={t('fetch_run_lead')}>
          {told}
        </TaskPanel>
      )}
      {plugins.length > 0 && (
        <Panel title={t('fetch_title')}>
          <p className="task-lead">{t('fetch_lead')}</p>
          <Table
            caption={t('fetch_title')}
            columns={[{ name: t('dump_name') }, { name: <span className="visually-hidden">{t('acts')}</span> }]}
          >
            {plugins.map((plugin) => (
              <PluginRow key={plugin.slug_name} plugin={plugin} files={readableBy(plugin, uploads, made)} />
            ))}
          </Table>
        </Panel>
      )}
    </>
  )
}

function PluginRow({
  plugin: { slug_name, name, icon, files },
  files: readable,
}: {
  plugin: Importer
  files: string[]
}) {
  const t = useText('admin_operations')
  const hasNothing = files.length > 0 && readable.length === 0
  return (
    <tr>
      <th scope="row" data-label={t('dump_name')}>
        {icon && <PluginIcon src={icon} />} {name}
      </th>
      <td className="actions">
        {hasNothing ? (
          <span className="setting-help">{t('fetch_upload_first', { endings: files.join(', ') })}</span>
        ) : (
          <Form method="post" preventScrollReset className="job-acts">
            <FormToken />
            <input type="hidden" name="name" value={slug_name} />
            {files.length > 0 && (
              <Select
                key={readable[0]}
                id={`file-${slug_name}`}
                name="file"
                label={t('fetch_file', { name })}
                hideLabel
                options={readable.map((file) => ({ value: file, label: file }))}
              />
            )}
            <SubmitButton name="intent" value="fetch" look="plain" size="small">
              {t(files.length ? 'fetch_read' : 'fetch_do')}
              <span className="visually-hidden">{` ${name}`}</span>
            </SubmitButton>
          </Form>
        )}
      </td>
    </tr>
  )
}
