import type { Values } from '@askwell/contract/text.ts'

export interface FieldError {
  field: string
  reason: string
  values?: Values
}

/** Why a request is refused. Reasons are names (contract/src/reasons.ts); the text and the status come later, in http/api/errors.ts. */
export class AppError extends Error {
  readonly kind:
    | 'bad'
    | 'unauthorized'
    | 'forbidden'
    | 'not-found'
    | 'conflict'
    | 'too-large'
    | 'wrong-type'
    | 'too-many'
    | 'not-implemented'
    | 'unavailable'
  readonly reason: string
  readonly values: Values | undefined
  /** Sent as `data`, for clients that act on it: `{ type: 'inactive' }`, `{ err_type: 'toast' }`. */
  readonly data: unknown
  /** The field that needs a privilege, if only that is wrong. */
  readonly field: string | undefined
  constructor(kind: AppError['kind'], reason: string, more: { values?: Values; data?: unknown; field?: string } = {}) {
    super(reason)
    this.kind = kind
    this.reason = reason
    this.values = more.values
    this.data = more.data ?? null
    this.field = more.field
  }
}

/** Time enough for a crowd to thin out. */
export const OVERLOAD_SECONDS = 5
/** There is more to do than can be done just now. */
export const overloaded = new AppError('unavailable', 'base.overloaded', {
  values: { seconds: OVERLOAD_SECONDS },
  data: { retry_after: OVERLOAD_SECONDS },
})

/** Uploads can't be stored or read just now: no refusal, so whoever runs the site reads why in the log. */
export class FilesUnavailable extends Error {
  constructor(cause: AppError) {
    super(`uploads: ${cause.reason}`, { cause })
  }
}

/** What is not there, and just so what one may not see. */
export class NotFound extends AppError {
  constructor(reason = 'base.not_found_error') {
    super('not-found', reason)
  }
}

/** One may not. */
export class Forbidden extends AppError {
  constructor(reason: string, more?: { values?: Values; data?: unknown; field?: string }) {
    super('forbidden', reason, more)
  }
}

/** It makes no sense as asked, but no single field is to blame. */
export class BadRequest extends AppError {
  constructor(reason: string, more?: { values?: Values; data?: unknown }) {
    super('bad', reason, more)
  }
}

/** Fields to mend; all of them at once. */
export class Invalid extends AppError {
  readonly fields: FieldError[]
  constructor(fields: FieldError[], reason = 'base.request_format_error') {
    super('bad', reason)
    this.fields = fields
  }
}

/** The same refusals for a caller whose fields have other names. */
export const withFieldNames = async <T>(names: Record<string, string>, work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const fields = error.fields.map((fault) => ({ ...fault, field: names[fault.field] ?? fault.field }))
    throw new Invalid(fields, error.reason)
  }
}

export class Conflict extends AppError {
  constructor(reason: string, more?: { values?: Values; data?: unknown }) {
    super('conflict', reason, more)
  }
}

/** A policy's answer: yes, or the reason why not. */
export type Verdict = true | { reason: string; values?: Values }

export const allow = (verdict: Verdict, field?: string) => {
  if (verdict !== true) throw new Forbidden(verdict.reason, { values: verdict.values, field })
}
