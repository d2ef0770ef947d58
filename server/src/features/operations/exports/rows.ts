import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/dialect.ts'
import { listApplied } from '../../../db/migrate.ts'
import { BACKUP_TABLES, lastIds, type Row, rowsOf, type Table } from '../../../db/rows.ts'
import { isSecretKey } from '../plugins/storage/queries.ts'
import { createLines } from './lines.ts'
import { type OpenRows, ROWS, ROWS_FORMAT, tableFile } from './open-rows.ts'

/** What lets somebody in, speaks for the site elsewhere or would be done twice is in no export. */
const LEFT_OUT: ReadonlySet<Table> = new Set<Table>([
  'jobs',
  'one_time_secrets',
  'passkeys',
  'push_subscriptions',
  'recovery_codes',
])
/** Settings that are secrets as a whole: the site's own keys, and what plugins have, which alone know what is secret of it. */
const SECRET_SETTING = /^(secret|vapid|probe|plugin:.*)$/
const SECRET_FIELD = /secret|password|access_key|token/

const withoutSecretFields = (value: string) => {
  const parsed: unknown = JSON.parse(value)
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return value
  const fields = Object.entries(parsed)
  if (!fields.some(([name, field]) => SECRET_FIELD.test(name) && typeof field === 'string' && field !== ''))
    return value
  return JSON.stringify(
    Object.fromEntries(
      fields.map(([name, field]) => [name, SECRET_FIELD.test(name) && typeof field === 'string' ? '' : field]),
    ),
  )
}

/** A row as it is exported; undefined if it isn't at all. */
const CLEANED: Partial<Record<Table, (row: Row) => Row | undefined>> = {
  users: ({ password_hash: _, ...row }) => row,
  member_settings: (row) => ({ ...row, secrets: '{}' }),
  plugin_storage: (row) => (isSecretKey(String(row.key)) ? undefined : row),
  settings: (row) =>
    SECRET_SETTING.test(String(row.name)) ? undefined : { ...row, value: withoutSecretFields(String(row.value)) },
}

const writeTable = async (db: Db, folder: string, table: Table) => {
  const lines = createLines(join(folder, tableFile(table)))
  const clean = CLEANED[table] ?? ((row: Row) => row)
  const hash = createHash('sha256')
  let count = 0
  for await (const batch of rowsOf(db, table))
    for (const one of batch) {
      const row = clean(one)
      if (!row) continue
      await lines.add(row)
      hash.update(`${JSON.stringify(row)}\n`)
      count++
    }
  await lines.close()
  return { rows: count, sha256: hash.digest('hex'), last_id: 0 }
}

/** All rows but those, so that an import makes an equal site of them, with the same numbers. Inside `atOneMoment`. */
export const writeRows = async (db: Db, folder: string, version: string) => {
  await mkdir(join(folder, ROWS), { recursive: true })
  const tables: OpenRows['tables'] = {}
  for (const table of BACKUP_TABLES) if (!LEFT_OUT.has(table)) tables[table] = await writeTable(db, folder, table)
  const last = await lastIds(db)
  for (const [table, its] of Object.entries(tables)) its.last_id = last[table] ?? 0
  const about: OpenRows = { askwell_rows: ROWS_FORMAT, version, migrations: await listApplied(db), tables }
  await writeFile(join(folder, ROWS, 'contents.json'), `${JSON.stringify(about, null, 1)}\n`, { mode: 0o640 })
}
