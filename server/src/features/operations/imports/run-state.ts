import type { Tx } from '../../../events/events.ts'
import { listTaskStates, setTaskState } from '../../../events/tasks/queries.ts'

/** What an import from the page has saved; nothing before its first row may come in. */
export interface RunState {
  site: string
  /** What was there before: what a process has brought in before it was killed counts, too. */
  before: Record<string, number>
  /** When what had come from its site was taken back. */
  undone_at?: number
}

const stateOf = (state: string) => (state ? (JSON.parse(state) as RunState) : undefined)

/** 0 for one that wasn't taken back. */
export const undoneAt = ({ kind, state }: { kind: string; state: string }) =>
  (kind === 'import_dump' && stateOf(state)?.undone_at) || 0

export const markRunsUndone = async ({ db, now }: Tx, site: string) => {
  for (const { id, state } of await listTaskStates(db, 'import_dump')) {
    const saved = stateOf(state)!
    if (saved.site === site && !saved.undone_at)
      await setTaskState(db, id, JSON.stringify({ ...saved, undone_at: now() } satisfies RunState))
  }
}
