import { existsSync } from 'node:fs'
import { lstat, readdir, realpath, rm } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { type ImportSources, PLUGIN_FILE_ENDINGS, WITH_FILES, WITH_SETTINGS } from '@askwell/contract/imports.ts'
import type { App } from '../../../events/events.ts'
import type { Doing } from '../../../events/doing.ts'
import { BadRequest, NotFound } from '../../../lib/errors.ts'
import { makeFolder } from '../../../lib/folders.ts'
import { isArchiveName, unpack } from './archives.ts'
import { FILE_NAMES, sourceOf } from './sources.ts'

export interface Dump {
  source: 'upload' | 'folder'
  name: string
}

type Site = Pick<App, 'config'>

export const importsFolder = (data: string) => join(data, 'imports')
/** What was unpacked of an archive is beside it. */
export const unpackedOf = (archive: string) => `${archive}.unpacked`
/** What was unpacked of it for a plugin. */
export const filesOf = (archive: string) => `${archive}.files`

const NAME = /^[\w-][\w.-]{0,150}$/
const isMapName = (name: string) => /\.csv$/i.test(name)
/** Only plugins read these. */
export const isPluginFile = (name: string) =>
  !isArchiveName(name) && PLUGIN_FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
const isUploadName = (name: string) => NAME.test(name) && (isArchiveName(name) || isMapName(name) || isPluginFile(name))

/** As it was called, without what isn't plain, under a name that isn't taken. */
export const newUploadPlace = (data: string, given: string) => {
  const folder = importsFolder(data)
  makeFolder(folder, 0o700)
  const [, stem = '', ending = ''] =
    /^(.*?)(\.zip|\.tar\.gz|\.tgz|\.csv|\.xml|\.jsonl?|\.sql|\.txt)$/i.exec(basename(given)) ?? []
  const plain =
    stem
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 100) || 'dump'
  for (let n = 1; ; n++) {
    const name = `${plain}${n === 1 ? '' : `-${n}`}${ending.toLowerCase()}`
    if (!existsSync(join(folder, name))) return { name, place: join(folder, name) }
  }
}

const listOf = async (data: string, isMeant: (name: string) => boolean): Promise<ImportSources['uploads']> => {
  const folder = importsFolder(data)
  const names = (await readdir(folder).catch(() => [])).filter((name) => isUploadName(name) && isMeant(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const about = await lstat(join(folder, name)).catch(() => undefined)
      return about?.isFile() ? [{ name, bytes: about.size, uploaded_at: Math.floor(about.mtimeMs / 1000) }] : []
    }),
  )
  return found.flat().toSorted((a, b) => b.uploaded_at - a.uploaded_at || (a.name < b.name ? -1 : 1))
}

export const listUploads = (data: string) => listOf(data, isArchiveName)
export const listPluginFiles = (data: string) => listOf(data, isPluginFile)
/** Lists of members. */
export const listMaps = (data: string) => listOf(data, isMapName)

export const existingUpload = (app: Site, name: string) => {
  const place = join(importsFolder(app.config.data), name)
  if (!isUploadName(name) || !existsSync(place)) throw new NotFound('error.object.not_found')
  return place
}

export const existingMap = (app: Site, name: string) => {
  if (!isMapName(name)) throw new NotFound('error.object.not_found')
  return existingUpload(app, name)
}

/** With what was unpacked of it. */
export const removeUpload = async (place: string) => {
  await rm(unpackedOf(place), { recursive: true, force: true })
  await rm(filesOf(place), { recursive: true, force: true })
  await rm(place, { force: true })
}

const hasDump = (folder: string) => sourceOf(folder) !== undefined

const MOST_FOLDERS = 200
/** The allowed folder itself is a point. */
const ITSELF = '.'

/** Folders with a dump in the one that is allowed; null where none is. Links don't count. */
export const listFolders = async ({ config: { importFolder } }: Site): Promise<ImportSources['folders']> => {
  if (!importFolder) return null
  const entries = await readdir(importFolder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const found = [ITSELF, ...names.toSorted()].filter((name) => hasDump(join(importFolder, name)))
  return found.slice(0, MOST_FOLDERS)
}

/** Folders in the one that is allowed, where the uploads of an old site may lie. */
export const listFileFolders = async ({ config: { importFolder } }: Site) => {
  if (!importFolder) return []
  const entries = await readdir(importFolder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return names.toSorted().slice(0, MOST_FOLDERS)
}

const isBelow = (top: string, place: string) => {
  const way = relative(top, place)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}

const refused = () => new BadRequest('error.import.folder')

/** A named folder as it really is, which is the allowed one or lies below it. */
const folderBelow = async ({ config: { importFolder } }: Site, name: string) => {
  if (!importFolder || name.includes('\0')) throw refused()
  const top = await realpath(importFolder).catch(() => undefined)
  const folder = await realpath(join(importFolder, name)).catch(() => undefined)
  if (!top || !folder || !isBelow(top, folder) || !(await lstat(folder)).isDirectory()) throw refused()
  return folder
}

/** One with a dump: nothing in it may lead out of the allowed one. */
const allowedFolder = async (app: Site, name: string) => {
  const folder = await folderBelow(app, name)
  if (!hasDump(folder)) throw refused()
  for (const file of FILE_NAMES) {
    const about = await lstat(join(folder, file)).catch(() => undefined)
    if (about && !about.isFile()) throw refused()
  }
  return folder
}

/** What else an admin names or wants beside the dump itself. */
export interface Choices {
  /** An uploaded list of members. */
  map?: string
  /** A folder with the uploads of the old site. */
  files?: string
  settings?: boolean
}

/** Refuses what can't be a dump before long work is begun for it. */
export const ensureThere = async (app: Site, { source, name, map, files }: Dump & Choices) => {
  if (map !== undefined) existingMap(app, map)
  if (files !== undefined) await folderBelow(app, files)
  if (source === 'folder') await allowedFolder(app, name)
  else existingUpload(app, name)
}

/** The choices as the import takes them. Those that would do nothing with this dump are refused, rather than that somebody believes in them. */
export const chosenOf = async (app: Site, folder: string, { map, files, settings }: Choices) => {
  const form = sourceOf(folder)!
  if ((files !== undefined && !WITH_FILES.includes(form)) || (settings && !WITH_SETTINGS.includes(form)))
    throw new BadRequest('error.import.choices')
  return {
    ...(map !== undefined && { map: existingMap(app, map) }),
    ...(files !== undefined && { files: await folderBelow(app, files) }),
    ...(settings && { settings }),
  }
}

/** The folder to read from; an archive is unpacked first. */
export const openDump = async (app: Site, { source, name }: Dump, doing: Pick<Doing, 'signal' | 'progress'>) => {
  if (source === 'folder') return allowedFolder(app, name)
  if (!isArchiveName(name)) throw new BadRequest('error.import.no_dump')
  const archive = existingUpload(app, name)
  await unpack(archive, unpackedOf(archive), doing)
  if (!hasDump(unpackedOf(archive))) throw new BadRequest('error.import.no_dump')
  return unpackedOf(archive)
}

/** What an old site is called if nobody says: as the folder or the archive is. */
export const nameOfDump = (app: Site, { source, name }: Dump) =>
  source === 'upload'
    ? name.replace(/\.(zip|tar\.gz|tgz)$/i, '')
    : basename(name === ITSELF ? (app.config.importFolder ?? name) : name)
