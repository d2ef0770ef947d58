import { type Task, TASK_KINDS } from '@askwell/contract/tasks.ts'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { dumpDialog } from './dump-dialog.ts'
import { TaskState } from './task-state.tsx'
import { isActive, useTasks } from './use-tasks.ts'

/** Long work of every kind, as it goes on; without scripts as it was when the page was loaded. */
export function TaskList({ loaded }: { loaded: Task[] }) {
  const t = useText('admin_operations')
  const list = useTasks('', loaded)
  return (
    <Panel title={t('tasks_title')}>
      {list.length === 0 ? (
        <p className="page-lead">{t('tasks_none')}</p>
      ) : (
        <Table
          caption={t('tasks_title')}
          columns={[
            { name: t('task_kind') },
            { name: t('task_state') },
            { name: t('task_begun') },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {list.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function TaskRow({ task }: { task: Task }) {
  const t = useText('admin_operations')
  const kind = TASK_KINDS.find((one) => one === task.kind)
  // words: admin_operations.task_kind_*
  const what = kind ? t(`task_kind_${kind}`) : task.kind
  const name = task.dump ? t('task_of_dump', { task: what, name: task.dump.name }) : what
  const active = isActive(task)
  return (
    <tr>
      <th scope="row" data-label={t('task_kind')}>
        {name}
        {task.status === 'failed' && !task.undone_at && <p className="job-error">{task.error}</p>}
      </th>
      <td data-label={t('task_state')}>
        <TaskState task={task} />
        {active && task.total > 0 && <Progress label={name} value={task.done} max={task.total} />}
      </td>
      <td data-label={t('task_begun')}>
        {task.begun_by}, <Time at={task.created_at} exact />
      </td>
      <td className="actions">
        {task.refused && task.dump && (
          <ButtonLink size="small" to={dumpDialog(task.dump)}>
            {t('import_choose_again')}
            <span className="visually-hidden">{` ${task.dump.name}`}</span>
          </ButtonLink>
        )}
        {!task.refused && !task.undone_at && (active || task.status === 'stopped' || task.status === 'failed') && (
          <Form method="post" preventScrollReset>
            <FormToken />
            <input type="hidden" name="id" value={task.id} />
            <Button
              type="submit"
              size="small"
              name="intent"
              value={active ? 'stop' : 'continue'}
              disabled={task.status === 'stopping'}
            >
              {t(active ? 'task_stop' : 'task_continue')}
              <span className="visually-hidden">{` ${name}`}</span>
            </Button>
          </Form>
        )}
      </td>
    </tr>
  )
}
