import { storageTrouble } from '../../db/dialect.ts'
import { say } from '../../lib/words.ts'
import { Bad, Invalid, Refusal } from '../../lib/errors.ts'

// The only file that knows status codes.
const STATUS: Record<Refusal['kind'], number> = {
  bad: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-type': 415,
  'too-many': 429,
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
  msg: say(language, 'reasons.base.success'),
  data,
})

/** What the web framework refuses itself, in our words; nothing where the fault is ours. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
  if (statusCode === 413) return new Refusal('too-large', 'base.body_too_large')
  if (statusCode === 415) return new Refusal('wrong-type', 'base.request_format_error')
  return statusCode >= 400 && statusCode < 500 ? new Bad('base.request_format_error') : undefined
}

const AGAIN_SECONDS = 5
const TROUBLE = { gone: 'base.storage_gone', full: 'base.storage_full', 'read-only': 'base.storage_read_only' }

/** Where nothing can be stored, or read, whoever asks: our fault, but one that passes, so one may come again. */
const asTrouble = (error: unknown): Refusal | undefined => {
  const trouble = storageTrouble(error)
  return trouble && new Refusal('unavailable', TROUBLE[trouble], { data: { retry_after: AGAIN_SECONDS } })
}

/** What a failed call answers: never a stack, and a fault of ours looks like nothing else. */
export const failure = (error: unknown, language: string): Envelope => {
  const refusal = asRefusal(error) ?? asTrouble(error)
  if (!refusal)
    return { code: 500, reason: 'base.server_error', msg: say(language, 'reasons.base.server_error'), data: null }
  const fields =
    refusal instanceof Invalid
      ? refusal.fields
      : refusal.field
        ? [{ field: refusal.field, reason: refusal.reason, values: refusal.values }]
        : undefined
  const data = fields
    ? fields.map(({ field, reason, values }) => ({
        error_field: field,
        error_msg: say(language, `reasons.${reason}`, values),
      }))
    : refusal.data
  return {
    code: STATUS[refusal.kind],
    reason: refusal.reason,
    msg: say(language, `reasons.${refusal.reason}`, refusal.values),
    data,
  }
}
