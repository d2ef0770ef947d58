import { createHash, type Hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { NewerDatabase, refuseNewer } from '../../../db/migrate.ts'
import { KEPT_TABLES, type Table } from '../../../db/rows.ts'
import { DamagedArchive, type Member, readAll, readArchive } from '../../../lib/archive.ts'
import { type Manifest, UPLOAD_PATH } from './views.ts'
import { BackupProblem, damaged, FORMAT, LARGEST_PART, MANIFEST, PART } from './format.ts'

const isManifest = (found: unknown): found is Manifest => {
  const { askwell_backup, tables, members, migrations } = (found ?? {}) as Partial<Manifest>
  return (
    typeof askwell_backup === 'number' &&
    typeof tables === 'object' &&
    typeof members === 'object' &&
    Array.isArray(migrations)
  )
}

const manifestOf = async ({ content, size }: Member): Promise<Manifest> => {
  if (size > LARGEST_PART) throw damaged('its table of contents is too large')
  try {
    const found: unknown = JSON.parse((await readAll(content)).toString())
    if (isManifest(found)) return found
  } catch (error) {
    if (error instanceof DamagedArchive) throw error
  }
  throw damaged("its table of contents can't be read")
}

const refuseOther = ({ askwell_backup, version, migrations, tables }: Manifest) => {
  const newer = new BackupProblem(
    `This backup was made by a newer Askwell (${version}); install that, or take an older backup.`,
  )
  if (askwell_backup > FORMAT) throw newer
  try {
    refuseNewer(migrations)
  } catch (error) {
    throw error instanceof NewerDatabase ? newer : error
  }
  for (const table of Object.keys(tables)) if (!KEPT_TABLES.includes(table as Table)) throw newer
}

/** Reads a whole backup and compares it with its own table of contents. Nothing of it is trusted before. */
export const verifyBackup = async (file: string, onBytes?: (count: number) => void): Promise<Manifest> => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new BackupProblem(`There is no file ${file}.`)
  const seen: Record<string, string> = {}
  const tables = new Map<string, Hash>()
  let manifest: Manifest | undefined
  try {
    for await (const member of readArchive(file, onBytes)) {
      const { path, size, content } = member
      if (manifest) throw damaged('there is something behind its end')
      if (path === MANIFEST) {
        manifest = await manifestOf(member)
        continue
      }
      const [, table] = PART.exec(path) ?? []
      if (
        (table && size > LARGEST_PART) ||
        (!table && !(path.startsWith('uploads/') && UPLOAD_PATH.test(path.slice('uploads/'.length)))) ||
        path in seen
      )
        throw damaged(`"${path.slice(0, 100)}" doesn't belong there`)
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
    throw error instanceof DamagedArchive ? damaged(error.message) : error
  }
  if (!manifest) throw damaged('its end is missing')
  refuseOther(manifest)
  const wrong = [...new Set([...Object.keys(seen), ...Object.keys(manifest.members)])].find(
    (path) => seen[path] !== manifest.members[path],
  )
  if (wrong !== undefined) throw damaged(`"${wrong.slice(0, 100)}" isn't what was written`)
  for (const [table, { sha256 }] of Object.entries(manifest.tables))
    if ((tables.get(table) ?? createHash('sha256')).digest('hex') !== sha256)
      throw damaged(`the rows of ${table} aren't what was written`)
  return manifest
}
