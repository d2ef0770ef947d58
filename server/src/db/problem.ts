import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import { sql } from 'kysely'
import { sqliteFile } from '../lib/folders.ts'
import { BadRequest, AppError } from '../lib/errors.ts'
import { DEFAULT_LANGUAGE, translateReason } from '../lib/messages.ts'
import { type Db, isPostgres, saysAway, storageTrouble } from './dialect.ts'

/** What a database must be before anything is put into it. Also tells whether it is there at all. */
export const refuseUnsuitable = async (db: Db) => {
  const query = isPostgres(db)
    ? sql<{
        encoding: string
        may: boolean
      }>`select current_setting('server_encoding') as encoding, coalesce(has_schema_privilege(current_schema(), 'create'), false) as may`
    : sql<{ encoding: string; may: number }>`select encoding, 1 as may from pragma_encoding`
  const { encoding, may } = (await query.execute(db)).rows[0]!
  const alert = { err_type: 'alert' }
  if (!/^UTF-?8$/.test(encoding)) throw new BadRequest('error.database.not_utf8', { values: { encoding }, data: alert })
  if (!may) throw new BadRequest('error.database.no_rights', { data: alert })
}

interface SystemError {
  code?: string
  errcode?: number
  path?: string
  syscall?: string
  address?: string
  port?: number
  message?: string
  errors?: unknown[]
}
/** If a host name has several addresses, each was tried, and each failure is a part of the whole. */
const systemError = (error: unknown): SystemError => {
  const found = (error ?? {}) as SystemError
  return found.errors?.length ? systemError(found.errors[0]) : found
}

/** The database server isn't there, or not yet. Only this problem may be solved by trying again. */
export const isAway = (error: unknown) => {
  const { code = '', syscall, message = '' } = systemError(error)
  return syscall !== 'listen' && saysAway(code, message)
}

const NO_SUCH_LOGIN = /^(28...|3D000)$/
const NO_RIGHT = '42501'
/** What can be wrong with a named file or folder. */
const PLACE = /^(ENOENT|EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST|ELOOP|ENAMETOOLONG)$/
/** For SQLite, by its code. */
const SQLITE: Record<number, Reason> = {
  8: 'error.storage.read_only',
  11: 'error.storage.damaged',
  13: 'error.storage.full',
  14: 'error.storage.not_opened',
  26: 'error.storage.no_database',
}

/** A refusal as it is stored and told: each person reads it in their own language. */
export interface Problem {
  reason: Reason
  values?: Values
  /** What was asked can't be done, and nothing of it was begun. */
  refused?: true
}

/** What is wrong with the database or the disk, if an admin can do something about it; undefined for a fault of ours. */
const storageProblem = (error: unknown, database: string): Problem | undefined => {
  const cause = systemError(error)
  const { code = '', errcode, path = '', message = '' } = cause
  const named = sqliteFile(database)
  const sqlite = errcode === undefined ? undefined : SQLITE[errcode & 0xff]
  if (sqlite) return { reason: sqlite, values: { file: named === undefined ? '' : ` ${named}` } }
  if (storageTrouble(cause) === 'full')
    return path ? { reason: 'error.storage.no_room_for', values: { path } } : { reason: 'error.storage.no_room' }
  if (code === NO_RIGHT) return { reason: 'error.storage.no_right', values: { message } }
  if (NO_SUCH_LOGIN.test(code)) return { reason: 'error.storage.refused', values: { message } }
  if (isAway(error)) return { reason: 'error.storage.away', values: { message: message || code } }
  if (PLACE.test(code) && path)
    return { reason: 'error.storage.place', values: { path, message: message.replace(/^[A-Z]+: |, .*$/gs, '') } }
  return undefined
}

/** Of what went wrong in the background, for whoever looks later. A fault of ours is told with the words it came with. */
export const problemOf = (error: unknown): Problem =>
  error instanceof AppError
    ? { reason: error.reason as Reason, ...(error.values && { values: error.values }) }
    : (storageProblem(error, '') ?? { reason: 'error.task.fault', values: { message: String(error) } })

export const tellProblem = (language: string, { reason, values }: Problem) => translateReason(language, reason, values)

/** The same in a sentence for the person at the terminal; undefined for a fault of ours. */
export const storageSentence = (error: unknown, database = '') => {
  const problem = error instanceof AppError ? problemOf(error) : storageProblem(error, database)
  return problem && tellProblem(DEFAULT_LANGUAGE, problem)
}
