import type { CallName, Calls } from './calls.ts'
import { NotFound } from './errors.ts'
import { listen } from './listening.ts'
import { type CallOptions, type Options, send, type Settings } from './sending.ts'

export type { CallName, Calls, Reason } from './calls.ts'
export {
  BadRequest,
  Conflict,
  type FieldError,
  fieldsOf,
  Forbidden,
  NotFound,
  Refused,
  TooMany,
  Unauthorized,
  Unavailable,
  Unreachable,
} from './errors.ts'
export type { CallOptions, Options } from './sending.ts'

export type InputOf<N extends CallName> = Calls[N]['input']
export type ReplyOf<N extends CallName> = Calls[N]['reply']

/** Nothing needs to be said where nothing has to be. */
type Asked<Input> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

/** Calls that answer a list by pages. */
export type PagedCall = {
  [N in CallName]: 'page' extends keyof InputOf<N>
    ? ReplyOf<N> extends { count: number; list: unknown[] }
      ? N
      : never
    : never
}[CallName]
export type ItemOf<N extends PagedCall> = ReplyOf<N> extends { list: (infer Item)[] } ? Item : never

/** Calls that take a file. */
export type UploadCall = 'uploadFile' | 'uploadBackup' | 'uploadDump' | 'uploadPlugin'

const DEFAULTS = { token: '', language: '', timeout: 10_000, retries: 2, patience: 60 }

/** A site, as a program speaks with it. */
export class Askwell {
  readonly #settings: Settings
  constructor({ url, ...more }: Options) {
    this.#settings = { ...DEFAULTS, ...more, url }
  }

  /** One call, by its name in `/answer/openapi.json`. Throws `Refused` where the site says no, and `Unreachable` where it says nothing. */
  call<N extends CallName>(name: N, ...[input, options]: Asked<InputOf<N>>): Promise<ReplyOf<N>> {
    return send(this.#settings, name, input ?? {}, options) as Promise<ReplyOf<N>>
  }

  /** The items of a list, page after page, as long as the loop goes on. A list that changes meanwhile may leave one out, or bring it twice. */
  async *each<N extends PagedCall>(name: N, ...[input, options]: Asked<InputOf<N>>): AsyncGenerator<ItemOf<N>, void> {
    const size = { page_size: 100, ...input }
    for (let page = 1, seen = 0; ; page++) {
      const asked = { ...size, page }
      const { count, list } = (await send(this.#settings, name, asked, options).catch((error: unknown) => {
        if (page > 1 && error instanceof NotFound) return { count: 0, list: [] } // it has become shorter
        throw error
      })) as { count: number; list: ItemOf<N>[] }
      yield* list
      seen += list.length
      if (list.length === 0 || seen >= count) return
    }
  }

  /** Hands a file over; `name` is what others see of it. */
  upload<N extends UploadCall>(
    name: N,
    { file, name: fileName, ...fields }: InputOf<N> & { file: Blob; name?: string },
    options?: CallOptions,
  ): Promise<ReplyOf<N>> {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value)) // before the file: sites read in this order
    form.append('file', file, fileName ?? (file instanceof File ? file.name : 'file'))
    return send(this.#settings, name, {}, { ...options, file: form }) as Promise<ReplyOf<N>>
  }

  /** Goes round at once, and again whenever the question or what stands below it may have changed. */
  changesOf(question_id: string, options?: CallOptions): AsyncGenerator<undefined, void> {
    return listen(this.#settings, `/live/${encodeURIComponent(question_id)}`, options)
  }
}
