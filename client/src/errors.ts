import type { CallName, Calls, Reason } from './calls.ts'

type KeysOf<T> = T extends unknown ? Extract<keyof T, string> : never

/** A call by its name, or the stream of changes. */
type Asked = CallName | 'listen'

/** What is wrong with one field of what was sent. */
export interface FieldError<Field extends string = string> {
  field: Field
  message: string
}

interface Envelope {
  reason: string
  msg: string
  data: unknown
}

/** The site has answered, and it was no. `message` is for people, in the language that was asked for. */
export class Refused extends Error {
  override name = 'Refused'
  readonly call: Asked
  /** Of HTTP. */
  readonly status: number
  /** Why, as a name; sites of later versions may have others. */
  readonly reason: Reason | (string & {})
  /** What is wrong with which field; empty where it isn't about fields. */
  readonly fields: readonly FieldError[]
  readonly data: unknown
  constructor(call: Asked, status: number, { reason, msg, data }: Envelope) {
    super(msg || reason)
    this.call = call
    this.status = status
    this.reason = reason
    this.data = data
    this.fields = Array.isArray(data)
      ? (data as { error_field: string; error_msg: string }[]).map(({ error_field, error_msg }) => ({
          field: error_field,
          message: error_msg,
        }))
      : []
  }
  /** Of what kind it is, where programs act on that: `scope`, `session_only`, `inactive`, `suspended` … */
  get type() {
    return (this.data as { type?: string } | null)?.type
  }
  /** How many seconds it asks to wait; 0 where it says nothing of that. */
  get retryAfter() {
    return (this.data as { retry_after?: number } | null)?.retry_after ?? 0
  }
}

/** 400: what was sent can't be done; `fields` may say where. */
export class BadRequest extends Refused {
  override name = 'BadRequest'
}
/** 401: a login or a token is needed, or the token has ended. */
export class Unauthorized extends Refused {
  override name = 'Unauthorized'
}
/** 403: not with these rights, or not with the scopes of this token. */
export class Forbidden extends Refused {
  override name = 'Forbidden'
}
/** 404: not there, or not to be seen by this member. */
export class NotFound extends Refused {
  override name = 'NotFound'
}
/** 409: it has changed meanwhile. */
export class Conflict extends Refused {
  override name = 'Conflict'
}
/** 429: too many calls. */
export class TooMany extends Refused {
  override name = 'TooMany'
}
/** 503: the site is busy, or closed for a while. */
export class Unavailable extends Refused {
  override name = 'Unavailable'
}

/** No answer, none in time, or one that isn't the site's. Whether something was done isn't known. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly call: Asked
  constructor(call: Asked, message: string, options?: ErrorOptions) {
    super(message, options)
    this.call = call
  }
}

const BY_STATUS: Record<number, typeof Refused> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  429: TooMany,
  503: Unavailable,
}

export const refusal = (call: Asked, status: number, envelope: Envelope) =>
  new (BY_STATUS[status] ?? Refused)(call, status, envelope)

/** What is wrong with the fields of this call, by their names; undefined where the error says nothing of fields, or is of another call. */
export const fieldsOf = <N extends CallName>(
  error: unknown,
  call: N,
): Partial<Record<KeysOf<Calls[N]['input']>, string>> | undefined =>
  error instanceof Refused && error.call === call && error.fields.length > 0
    ? (Object.fromEntries(error.fields.map(({ field, message }) => [field, message])) as never)
    : undefined
