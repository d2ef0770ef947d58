import { existsSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Export, EXPORT_FORMATS, EXPORT_SCOPES } from '@askwell/contract/exports.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import { makeFolder } from '../../../lib/folders.ts'

/** An export stays this long, and then goes by itself. */
export const EXPORT_LIFE = 7 * DAY

export const exportFolder = (data: string) => join(data, 'exports')

type Wanted = Pick<Export, 'scope' | 'format'>

const NAME = new RegExp(
  `^askwell-export-[\\dT-]{19}-(${EXPORT_SCOPES.join('|')})-(${EXPORT_FORMATS.join('|')})\\.tar\\.gz$`,
)

/** By its name, since nothing else says so; undefined for a name that isn't one of ours. */
export const wantedIn = (name: string) => {
  const [, scope, format] = NAME.exec(name) ?? []
  return scope ? ({ scope, format } as Wanted) : undefined
}

const moment = (now: number) => new Date(now * 1000).toISOString().slice(0, 19).replaceAll(':', '-')
/** A name that isn't taken: `askwell-export-2026-11-21T03-00-00-public-all.tar.gz`. */
export const newExportName = (data: string, now: number, { scope, format }: Wanted) => {
  for (let n = 0; ; n++) {
    const name = `askwell-export-${moment(now + n)}-${scope}-${format}.tar.gz`
    if (!existsSync(join(exportFolder(data), name))) return name
  }
}

export const makeExportFolder = (data: string) => makeFolder(exportFolder(data), 0o700)

/** What a process that was killed has left of one. Only one is made at a time. */
export const removeUnfinished = async (data: string) => {
  for (const name of await readdir(exportFolder(data)).catch(() => []))
    if (name.includes('.unfinished')) await rm(join(exportFolder(data), name), { recursive: true, force: true })
}

/** The newest first. */
export const listExports = async (data: string): Promise<Export[]> => {
  const names = await readdir(exportFolder(data)).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const wanted = wantedIn(name)
      const about = wanted && (await lstat(join(exportFolder(data), name)).catch(() => undefined))
      if (!about?.isFile()) return []
      const made_at = Math.floor(about.mtimeMs / 1000)
      return [{ name, bytes: about.size, made_at, expires_at: made_at + EXPORT_LIFE, ...wanted! }]
    }),
  )
  return found.flat().toSorted((a, b) => b.made_at - a.made_at || (a.name < b.name ? 1 : -1))
}

/** The file of an export that is there. */
export const existingExport = (app: Pick<App, 'config'>, name: string) => {
  const file = join(exportFolder(app.config.data), name)
  if (!wantedIn(name) || !existsSync(file)) throw new NotFound('error.object.not_found')
  return file
}

/** Those whose time has passed. */
export const deleteOldExports = async (app: App) => {
  for (const { name, expires_at } of await listExports(app.config.data))
    if (expires_at <= app.clock.now()) await rm(join(exportFolder(app.config.data), name), { force: true })
}
