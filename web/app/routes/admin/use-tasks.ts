import { ACTIVE_TASK, type Task, tasks } from '@askwell/contract/tasks.ts'
import { useEffect, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../session.ts'

const LOOK_MS = 1000

export const isActive = (task: Task | undefined) =>
  task !== undefined && (ACTIVE_TASK as readonly string[]).includes(task.status)

/** Long work as it goes on, of one kind or, without a kind, of all. Without scripts it is as it was when the page was loaded. */
export const useTasks = (kind: string, loaded: Task[]) => {
  const [seen, setSeen] = useState<{ loaded: Task[]; now: Task[] }>()
  const list = seen?.loaded === loaded ? seen.now : loaded
  const active = list.some(isActive)
  const { revalidate } = useRevalidator()
  const ended = loaded.some(isActive) && !active
  // What came of it stands elsewhere on the page, too.
  useEffect(() => {
    if (ended) void revalidate()
  }, [ended, revalidate])
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => {
      // What can't be asked just now is asked a second later.
      void call(tasks, { query: { kind } }).then(
        (now) => setSeen({ loaded, now }),
        () => {},
      )
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [kind, loaded, active])
  return list
}

/** The latest run of a kind. */
export const useLatestTask = (kind: string, loaded: Task | undefined) =>
  useTasks(
    kind,
    useMemo(() => (loaded ? [loaded] : []), [loaded]),
  )[0]
