import { say } from '../lib/words.ts'
import { Invalid, Refusal } from '../lib/refusals.ts'

// The only file that knows status codes.
const STATUS: Record<Refusal['kind'], number> = { bad: 400, unauthorized: 401, forbidden: 403, 'not-found': 404, conflict: 409, 'too-large': 413, 'too-many': 429 }

export interface Envelope { code: number; reason: string; msg: string; data: unknown }

export const success = (data: unknown, language: string): Envelope => ({ code: 200, reason: 'base.success', msg: say(language, 'reasons.base.success'), data })

/** What a failed call answers: never a stack, and a fault of ours looks like nothing else. */
export const failure = (error: unknown, language: string): Envelope => {
  if (!(error instanceof Refusal)) return { code: 500, reason: 'base.server_error', msg: say(language, 'reasons.base.server_error'), data: null }
  const data = error instanceof Invalid
    ? error.fields.map(({ field, reason, values }) => ({ error_field: field, error_msg: say(language, `reasons.${reason}`, values) }))
    : error.data
  return { code: STATUS[error.kind], reason: error.reason, msg: say(language, `reasons.${error.reason}`, error.values), data }
}
