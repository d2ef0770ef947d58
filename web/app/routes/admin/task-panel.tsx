import type { Task } from '@askwell/contract/tasks.ts'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Time } from '../../ui/time.tsx'
import { dumpDialog } from './dump-dialog.ts'
import { stateOf } from './task-state.tsx'
import { isActive, useLatestTask } from './use-tasks.ts'
import './task-panel.css'

interface Props {
  kind: string
  run: Task | undefined
  title: string
  lead: string
  /** On the button that begins it, and what that sends; absent where it is begun elsewhere. */
  begin?: string
  intent?: string
  /** What came of it, in a sentence. */
  children: (result: unknown) => ReactNode
}

/** Long work: a button to begin it, how far it is, a button to stop it, and what came of it. */
export function TaskPanel({ kind, run: loaded, title, lead, begin, intent, children }: Props) {
  const t = useText('badge_admin')
  const run = useLatestTask(kind, loaded)
  const active = isActive(run)
  const percent = run && run.total > 0 ? Math.floor((run.done / run.total) * 100) : 0
  return (
    <Panel title={run?.dump ? t('task_of_dump', { task: title, name: run.dump.name }) : title} id={`task-${kind}`}>
      <p className="task-lead">{lead}</p>
      {run && active && (
        <div className="task-progress">
          <Progress label={title} value={percent} />
          <span>{t('percent', { count: percent })}</span>
        </div>
      )}
      {run && (
        <p className="task-state" role="status">
          {/* words: badge_admin.task_* */}
          {t(stateOf(run), { name: run.begun_by })} {run.status === 'done' && children(run.result)}{' '}
          {!active && run.ended_at > 0 && <Time at={run.undone_at || run.ended_at} exact={run.undone_at > 0} />}
          {active && <span className="without-script">{t('task_load_again')}</span>}
        </p>
      )}
      {run?.status === 'failed' && !run.undone_at && <Notice kind="danger">{run.error}</Notice>}
      <Form method="post" preventScrollReset className="button-row">
        <FormToken />
        {run && <input type="hidden" name="id" value={run.id} />}
        {active ? (
          <Button type="submit" name="intent" value="stop" disabled={run?.status === 'stopping'}>
            {t('task_stop')}
          </Button>
        ) : (
          <>
            {run?.refused && run.dump && (
              <ButtonLink to={dumpDialog(run.dump)} keepScroll>
                {t('import_choose_again')}
              </ButtonLink>
            )}
            {!run?.refused && !run?.undone_at && (run?.status === 'stopped' || run?.status === 'failed') && (
              <SubmitButton name="intent" value="continue">
                {t('task_continue')}
              </SubmitButton>
            )}
            {begin && (
              <SubmitButton name="intent" value={intent} look="plain">
                {begin}
              </SubmitButton>
            )}
          </>
        )}
      </Form>
    </Panel>
  )
}
