import type { FetchReport, ImportSources } from '@askwell/contract/imports.ts'
import type { Task } from '@askwell/contract/tasks.ts'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { TaskPanel } from './task-panel.tsx'

interface Props {
  plugins: ImportSources['plugins']
  run: Task | undefined
}

/** Plugins that fetch a community from elsewhere, and how far the one that does is. */
export function Fetching({ plugins, run }: Props) {
  const t = useText('admin_operations')
  const { number } = useLanguage()
  const told = (result: unknown) => {
    const { name, rows } = result as FetchReport
    const [questions, answers, members] = [rows.questions, rows.answers, rows.members].map(number)
    return t('fetch_done', { name, questions: questions!, answers: answers!, members: members! })
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
            {plugins.map(({ slug_name, name }) => (
              <tr key={slug_name}>
                <th scope="row" data-label={t('dump_name')}>
                  {name}
                </th>
                <td className="actions">
                  <Form method="post" preventScrollReset className="job-acts">
                    <FormToken />
                    <input type="hidden" name="name" value={slug_name} />
                    <SubmitButton name="intent" value="fetch" look="plain" size="small">
                      {t('fetch_do')}
                      <span className="visually-hidden">{` ${name}`}</span>
                    </SubmitButton>
                  </Form>
                </td>
              </tr>
            ))}
          </Table>
        </Panel>
      )}
    </>
  )
}
