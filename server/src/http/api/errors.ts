import { storageTrouble } from '../../db/dialect.ts'
import { translate, translateReason } from '../../lib/messages.ts'
import { BadRequest, FilesUnavailable, Invalid, AppError } from '../../lib/errors.ts'

// The only file that knows status codes.
const STATUS: Record<AppError['kind'], number> = {
  bad: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-type': 415,
  'too-many': 429,
  'not-implemented': 501,
  unavailable: 503,
}

export interface Envelope {
  code: number
  reason: string
  msg: string
  data: unknown
}

export const success = (data: unknown, language: string): Envelope => ({
  code: 200,
  reason: 'base.success',
  msg: translate(language, 'reasons.base.success'),
  data,
})

/** What the web framework refuses itself, as our errors; undefined if the fault is ours. */
export const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
  if (statusCode === 413) return new AppError('too-large', 'base.body_too_large')
  if (statusCode === 415) return new AppError('wrong-type', 'base.request_format_error')
  return statusCode >= 400 && statusCode < 500 ? new BadRequest('base.request_format_error') : undefined
}

const AGAIN_SECONDS = 5
const TROUBLE = { gone: 'base.storage_gone', full: 'base.storage_full', 'read-only': 'base.storage_read_only' }

/** Nothing can be stored or read just now: our fault, but one that passes, so the client may try again. */
const asTrouble = (error: unknown): AppError | undefined => {
  if (error instanceof FilesUnavailable)
    return new AppError('unavailable', 'base.files_unavailable', { data: { retry_after: AGAIN_SECONDS } })
  const trouble = storageTrouble(error)
  return trouble && new AppError('unavailable', TROUBLE[trouble], { data: { retry_after: AGAIN_SECONDS } })
}

/** The reply to a failed call: never a stack, and all our own faults look the same. */
export const failure = (error: unknown, language: string): Envelope => {
  const refusal = asAppError(error) ?? asTrouble(error)
  if (!refusal)
    return { code: 500, reason: 'base.server_error', msg: translate(language, 'reasons.base.server_error'), data: null }
  const fields =
    refusal instanceof Invalid
      ? refusal.fields
      : refusal.field
        ? [{ field: refusal.field, reason: refusal.reason, values: refusal.values }]
        : undefined
  const data = fields
    ? fields.map(({ field, reason, values }) => ({
        error_field: field,
        error_msg: translateReason(language, reason, values),
      }))
    : refusal.data
  return {
    code: STATUS[refusal.kind],
    reason: refusal.reason,
    msg: translateReason(language, refusal.reason, refusal.values),
    data,
  }
}
