import type { Task, TaskKind } from '@askwell/contract/tasks.ts'
import { useEffect, useRef } from 'react'
import { isActive } from './use-tasks.ts'

const show = (heading: HTMLElement) => {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}

/** Long work that was begun elsewhere on the page comes into view with the focus, and once more with its outcome, unless one has turned to something else. For the page, which is there before the panel of the first run. */
export const useArrival = (kind: TaskKind, run: Task | undefined) => {
  const task = run?.id
  const active = isActive(run)
  const seen = useRef({ task, active })
  useEffect(() => {
    const before = seen.current
    seen.current = { task, active }
    if (before.task === task && before.active === active) return
    const heading = document.getElementById(`task-${kind}`)
    const isAsIt = [document.body, heading].includes(document.activeElement as HTMLElement)
    if (heading && (before.task !== task || isAsIt)) show(heading)
  }, [kind, task, active])
}
