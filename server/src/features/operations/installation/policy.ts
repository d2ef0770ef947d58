import { resolve } from 'node:path'
import type { DatabaseChoice } from '@askwell/contract/installation.ts'
import { sqliteAddress, SQLITE_FILE } from '../../../lib/folders.ts'
import type { FieldError } from '../../../lib/errors.ts'

const REQUIRED = ['db_host', 'db_name', 'db_username'] as const

/** A database server needs all its fields, and an address that can be parsed. */
export const wrongDatabase = (choice: DatabaseChoice): FieldError[] => {
  if (choice.db_type === 'sqlite3') return []
  const missing = REQUIRED.filter((field) => !choice[field]?.trim())
  if (missing.length) return missing.map((field) => ({ field, reason: 'field.required' }))
  const url = URL.parse(`postgres://${choice.db_host!.trim()}/`)
  return url?.hostname && url.pathname === '/' && !url.username && !url.search
    ? []
    : [{ field: 'db_host', reason: 'field.bad_host' }]
}

/** The ways to connect to a server in order of preference; pg only knows whether to use TLS, and what to verify. */
const WAYS = {
  disable: ['disable'],
  allow: ['disable', 'require'],
  prefer: ['require', 'disable'],
  require: ['require'],
  'verify-ca': ['verify-ca'],
  'verify-full': ['verify-full'],
}

/** The database addresses for the fields of the wizard; a relative path is inside the data folder. */
export const databaseUrls = (choice: DatabaseChoice, data: string): string[] => {
  if (choice.db_type === 'sqlite3') return [sqliteAddress(resolve(data, choice.db_file?.trim() || SQLITE_FILE))]
  return WAYS[choice.ssl_enabled ? choice.ssl_mode || 'require' : 'disable'].map((sslmode) => {
    const url = new URL(`postgres://${choice.db_host!.trim()}/${encodeURIComponent(choice.db_name!.trim())}`)
    url.username = encodeURIComponent(choice.db_username!.trim())
    url.password = encodeURIComponent(choice.db_password ?? '')
    url.searchParams.set('sslmode', sslmode)
    if (sslmode === 'disable') return url.href
    url.searchParams.set('uselibpqcompat', 'true') // sslmode as PostgreSQL's own programs read it
    for (const [name, path] of [
      ['sslrootcert', choice.ssl_root_cert],
      ['sslcert', choice.ssl_cert],
      ['sslkey', choice.ssl_key],
    ] as const)
      if (path) url.searchParams.set(name, path)
    return url.href
  })
}
