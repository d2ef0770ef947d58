import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import { BadRequest } from './errors.ts'

/** Uploads can't be kept or read where they lie; for an admin. */
export class StoreProblem extends BadRequest {
  /** `cause`: for the log; whoever asked reads only the reason. */
  constructor(reason: Reason & `error.${'s3' | 'store'}.${string}`, values?: Values, cause?: unknown) {
    super(reason, { values })
    this.cause = cause
  }
}
