import { sql } from 'kysely'
import { sqliteFile } from '../lib/folders.ts'
import { BadRequest, AppError } from '../lib/errors.ts'
import { DEFAULT_LANGUAGE, translate } from '../lib/messages.ts'
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
/** For SQLite: not writable, damaged, full, can't be opened, no database. */
const SQLITE: Record<number, string> = {
  8: 'is read-only',
  11: 'is damaged',
  13: 'has no room left on its disk',
  14: "can't be opened",
  26: 'is a file of another kind: no database',
}

/** What is wrong with the database or the disk, if an admin can do something about it; undefined for a fault of ours. */
export const storageSentence = (error: unknown, database = '') => {
  if (error instanceof AppError) return translate(DEFAULT_LANGUAGE, `reasons.${error.reason}`, error.values)
  const cause = systemError(error)
  const { code = '', errcode, path, message = '' } = cause
  const named = sqliteFile(database)
  const file = named === undefined ? '' : ` ${named}`
  const sqlite = errcode === undefined ? undefined : SQLITE[errcode & 0xff]
  if (sqlite) return `The database${file} ${sqlite}.`
  if (storageTrouble(cause) === 'full') return `There is no room left on the disk${path ? ` for ${path}` : ''}.`
  if (code === NO_RIGHT) return `The database lets its user do too little: ${message}. Make that user its owner.`
  if (NO_SUCH_LOGIN.test(code)) return `The database's server says no: ${message}.`
  if (isAway(error)) return `The database can't be reached: ${message || code}.`
  if (PLACE.test(code) && path) return `${path} can't be used: ${message.replace(/^[A-Z]+: |, .*$/gs, '')}.`
  return undefined
}
