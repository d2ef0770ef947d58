import { createHash, type Hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { NewerDatabase, refuseNewer } from '../../../db/migrate.ts'
import { BACKUP_TABLES, type Table } from '../../../db/rows.ts'
import { DamagedArchive, type ArchiveEntry, readAll, readArchive } from '../../../lib/archive.ts'
import { UPLOAD_PATH } from '../files/stores/store.ts'
import type { Manifest } from './views.ts'
import { BackupProblem, FORMAT, LARGEST_PART, MANIFEST, PART } from './format.ts'

/** Letters of a name in the archive that are told. */
const SHOWN = 100

const isManifest = (found: unknown): found is Manifest => {
  const { askwell_backup, tables, members: users, migrations } = (found ?? {}) as Partial<Manifest>
  return (
    typeof askwell_backup === 'number' &&
    typeof tables === 'object' &&
    typeof users === 'object' &&
    Array.isArray(migrations)
  )
}

const manifestOf = async ({ content, size }: ArchiveEntry): Promise<Manifest> => {
  if (size > LARGEST_PART) throw new BackupProblem('error.backup.damaged_contents')
  try {
    const found: unknown = JSON.parse((await readAll(content)).toString())
    if (isManifest(found)) return found
  } catch (error) {
    if (error instanceof DamagedArchive) throw error
  }
  throw new BackupProblem('error.backup.damaged_contents')
}

/** What a newer program wrote isn't understood here. */
export const refuseOther = ({
  askwell_backup,
  version,
  migrations,
  tables,
}: Pick<Manifest, 'askwell_backup' | 'version' | 'migrations' | 'tables'>) => {
  const newer = new BackupProblem('error.backup.newer', { version })
  if (askwell_backup > FORMAT) throw newer
  try {
    refuseNewer(migrations)
  } catch (error) {
    throw error instanceof NewerDatabase ? newer : error
  }
  for (const table of Object.keys(tables)) if (!BACKUP_TABLES.includes(table as Table)) throw newer
}

/** Reads a whole backup and compares it with its own table of contents. Nothing of it is trusted before. */
export const verifyBackup = async (file: string, onBytes?: (count: number) => void): Promise<Manifest> => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new BackupProblem('error.backup.no_file', { path: file })
  const seen: Record<string, string> = {}
  const tables = new Map<string, Hash>()
  let manifest: Manifest | undefined
  try {
    for await (const user of readArchive(file, onBytes)) {
      const { path, size, content } = user
      if (manifest) throw new BackupProblem('error.backup.damaged_behind')
      if (path === MANIFEST) {
        manifest = await manifestOf(user)
        continue
      }
      const [, table] = PART.exec(path) ?? []
      if (
        (table && size > LARGEST_PART) ||
        (!table && !(path.startsWith('uploads/') && UPLOAD_PATH.test(path.slice('uploads/'.length)))) ||
        path in seen
      )
        throw new BackupProblem('error.backup.damaged_foreign', { path: path.slice(0, SHOWN) })
      const hash = createHash('sha256')
      const whole = table ? (tables.get(table) ?? createHash('sha256')) : undefined
      if (table) tables.set(table, whole!)
      for await (const chunk of content) {
        hash.update(chunk)
        whole?.update(chunk)
      }
      seen[path] = hash.digest('hex')
    }
  } catch (error) {
    throw error instanceof DamagedArchive
      ? new BackupProblem('error.backup.damaged', { message: error.message })
      : error
  }
  if (!manifest) throw new BackupProblem('error.backup.damaged_end')
  refuseOther(manifest)
  const wrong = [...new Set([...Object.keys(seen), ...Object.keys(manifest.members)])].find(
    (path) => seen[path] !== manifest.members[path],
  )
  if (wrong !== undefined) throw new BackupProblem('error.backup.damaged_part', { path: wrong.slice(0, SHOWN) })
  for (const [table, { sha256 }] of Object.entries(manifest.tables))
    if ((tables.get(table) ?? createHash('sha256')).digest('hex') !== sha256)
      throw new BackupProblem('error.backup.damaged_part', { path: `tables/${table}` })
  return manifest
}
