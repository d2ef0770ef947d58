import { withCauses } from './causes.ts'
import { currentJob, currentRequest } from './current-request.ts'

const LEVELS = ['silent', 'error', 'info', 'debug'] as const
export type LogLevel = (typeof LEVELS)[number]

/** A line longer than this is somebody's attempt to fill the disk. */
const LONGEST = 4096
const LONGEST_TEXT = 1500

/** One JSON object on each line, for log collectors. No bodies, no values of queries, no addresses of people. */
export interface Log {
  /** Ours to mend: shown at every level but `silent`. */
  fault(where: string, error: unknown): void
  /** Something that a person should know of, though it went well. */
  warning(event: string, facts: Record<string, unknown>): void
  note(event: string, facts: Record<string, unknown>): void
}

/** Passwords in database addresses, and e-mail addresses that mail servers quote. */
const masked = (text: string) =>
  text
    .slice(0, LONGEST_TEXT)
    .replace(/\/\/[^\s/@]{0,200}@/g, '//…@')
    .replace(/[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,8}/g, '…@…')

/** The path without its query, which may contain codes. */
const place = (where: string) => masked(where.split('?', 1)[0]!)

const describe = (error: unknown) => {
  if (!(error instanceof Error))
    return { error: masked(typeof error === 'string' ? error : (JSON.stringify(error) ?? 'nothing')) }
  const { name, message, stack = '', code } = error as Error & { code?: unknown }
  return {
    error: masked(`${name}: ${message}`),
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: masked(withCauses(error.cause)) }),
    stack: masked(stack.slice(stack.indexOf('\n    at ') + 1))
      .split(/\n +/)
      .map((line) => line.trim())
      .filter(Boolean),
  }
}

export const createLog = (
  level: LogLevel,
  write: { out(line: string): void; err(line: string): void } = {
    out: (line) => process.stdout.write(line),
    err: (line) => process.stderr.write(line),
  },
): Log => {
  const wanted = LEVELS.indexOf(level)
  const line = (name: string, event: string, facts: Record<string, unknown>) => {
    const [request, job] = [currentRequest(), currentJob()]
    const whole = {
      time: new Date().toISOString(),
      level: name,
      event,
      ...(request && { request_id: request.id, request: request.what }),
      ...(job && { job_id: job.id, job: job.what }),
      ...facts,
    }
    const text = JSON.stringify(whole)
    return `${text.length > LONGEST ? JSON.stringify({ ...whole, ...Object.fromEntries(Object.keys(facts).map((key) => [key, '…'])), cut: text.length }) : text}\n`
  }
  return {
    fault: (where, error) => {
      if (wanted >= 1) write.err(line('error', 'fault', { where: place(where), ...describe(error) }))
    },
    warning: (event, facts) => {
      if (wanted >= 1) write.err(line('warning', event, facts))
    },
    note: (event, facts) => {
      if (wanted >= 2) write.out(line('info', event, facts))
    },
  }
}
