import type { Task } from '@askwell/contract/tasks.ts'
import { useText } from '../../i18n/text.tsx'
import { Time } from '../../ui/time.tsx'

/** Its words, as `task_done`, are in the locale files of several pages. */
export const stateOf = ({ undone_at, refused, status }: Task) =>
  undone_at ? 'task_undone' : refused ? 'task_refused' : (`task_${status}` as const)

/** In a word, and when it was taken back. */
export function TaskState({ task }: { task: Task }) {
  const t = useText('admin_operations')
  if (!task.undone_at) return t(stateOf(task))
  return (
    <>
      {t(stateOf(task))} <Time at={task.undone_at} exact />
    </>
  )
}
