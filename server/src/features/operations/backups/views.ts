import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The last member of an archive: what it holds, and what that must come to. */
export interface Manifest {
  askwell_backup: number
  version: string
  made_at: number
  engine: 'sqlite' | 'postgres'
  /** The steps that its tables have been through. */
  migrations: string[]
  /** `sha256` is over all rows, one JSON object a line, columns by name: equal on both engines. */
  tables: Record<string, { rows: number; sha256: string; last_id: number }>
  /** SHA-256 of each other member. */
  members: Record<string, string>
}

export interface Upload {
  path: string
  place: string
  bytes: number
}

/** A name that stays inside the folder, and can be kept on any system. */
export const UPLOAD_PATH = /^\w[\w-]*\/[\w-][\w.-]*$/

/** Every upload there is, complete ones only. */
export const listUploads = async (data: string): Promise<Upload[]> => {
  const top = join(data, 'uploads')
  const names = await readdir(top, { recursive: true }).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: Upload[] = []
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
    const path = name.replaceAll('\\', '/')
    if (!UPLOAD_PATH.test(path) || path.endsWith('.new')) continue
    const about = await stat(join(top, name)).catch(() => undefined) // removed meanwhile
    if (about?.isFile()) found.push({ path, place: join(top, name), bytes: about.size })
  }
  return found
}
