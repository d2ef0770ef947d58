import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import type { App } from '../events.ts'
import { AppError } from '../../lib/errors.ts'
import type { Doing } from '../doing.ts'

/** Long work that an admin sees, stops and lets go on; after a crash it goes on by itself. */
export interface TaskDoing extends Doing {
  /** What was saved last; undefined at the very beginning. */
  state: unknown
  /** From here it goes on if it is stopped. What was done before must not matter if it is done again. */
  save(state: unknown): Promise<void>
}

/** What was asked can't be done: nothing was begun, and to try the same again wouldn't help. No fault, so no log has it. */
export class NotBegun extends AppError {
  constructor(reason: Reason, values?: Values) {
    super('conflict', reason, { ...(values && { values }) })
  }
}

/** Looks at its signal between two steps and throws when it is aborted. @returns what came of it, for whoever asks later. */
export type TaskWork = (app: App, args: never, doing: TaskDoing) => Promise<unknown>
export type TaskTable = Record<string, TaskWork>
