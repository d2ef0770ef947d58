import type { Reason } from '@askwell/contract/reasons.ts'
import { NotBegun } from '../../../events/tasks/task.ts'
import { AppError, Conflict } from '../../../lib/errors.ts'
import { ImportRunning } from './alone.ts'
import { NobodyHere, SameNames, SameQuestions } from './import-dump.ts'
import { NotADump } from './not-a-dump.ts'
import { PrivateSite } from './private-site.ts'

const refusalOf = (error: unknown) => {
  if (error instanceof SameNames) return new NotBegun('error.import.same_names', { names: error.names })
  if (error instanceof SameQuestions) return new NotBegun('error.import.same_questions', { titles: error.titles })
  if (error instanceof NobodyHere) return new NotBegun('error.import.nobody_here', { name: error.here })
  if (error instanceof PrivateSite) return new NotBegun('error.import.private')
  if (error instanceof AppError && !['unavailable', 'too-many'].includes(error.kind))
    return new NotBegun(error.reason as Reason, error.values)
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof NotADump ? new NotBegun(cause.problem.reason, cause.problem.values) : undefined
}

/** What a task fails with: before anything came in, what can't be done as asked is a refusal; another import only has to end. */
export const failureOf = (error: unknown, hasBegun: boolean) => {
  if (error instanceof ImportRunning) return new Conflict('error.import.running')
  const refusal = refusalOf(error)
  if (!refusal) return error
  return hasBegun ? new Conflict(refusal.reason, { values: refusal.values }) : refusal
}
