import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { PLUGIN_PACKAGE_BYTES } from '@askwell/contract/limits.ts'
import { extract, pack } from 'tar-stream'
import { readAll } from '../../lib/archive.ts'
import { byteLimit } from '../../lib/byte-limit.ts'
import type { Manifest } from '../../lib/isolated-plugin.ts'
import { type PluginPicture, pluginPicture } from '../../lib/plugin-picture.ts'
import { callsOf } from '../../lib/plugin-ports/ports.ts'
import { readManifests } from './manifest.ts'
import { problemOfStylesheet } from './stylesheet.ts'

const UNPACKED_BYTES = 10 * 2 ** 20
const FILES_MAX = 500
/** With what stands around the files; in an archive that is no more than a few headers each. */
const ARCHIVE_BYTES = UNPACKED_BYTES + FILES_MAX * 4096
const ICON_BYTES = 32 * 1024
/** In a plugin's folder: of no use to the plugin. */
const PASSED_OVER = new Set(['.git', '.github', 'test', 'tests', 'package-lock.json'])

/** Of packages that come along: what they run, without types and texts. */
const RUNS = /\.[cm]?js$|^package\.json$/

/** Something is wrong with the package itself. */
export class WrongPackage extends Error {}

export interface PluginPackage {
  manifest: Manifest
  /** Of everything in it. */
  digest: string
  files: Map<string, Buffer>
  icon: PluginPicture | undefined
  /** CSS for all pages; empty without any. */
  stylesheet: string
}

const place = (path: string) => {
  if (
    path.length > 200 ||
    !/^[\w.@+-]+(\/[\w.@+-]+)*$/.test(path) ||
    path.split('/').some((part) => part === '..' || part === '.')
  )
    throw new WrongPackage(`it has a file with a name that isn't accepted: ${path.slice(0, 100)}`)
  return path
}

const collecting = () => {
  const files = new Map<string, Buffer>()
  /** There are file systems that tell no letters apart by their case. */
  const names = new Set<string>()
  let size = 0
  return {
    files,
    room: () => UNPACKED_BYTES - size,
    add(path: string, content: Buffer) {
      if (names.has(path.toLowerCase())) throw new WrongPackage(`it has ${path} twice`)
      names.add(path.toLowerCase())
      size += content.length
      if (files.size >= FILES_MAX || size > UNPACKED_BYTES)
        throw new WrongPackage(`it has more than ${FILES_MAX} files or ${UNPACKED_BYTES / 2 ** 20} MB`)
      files.set(path, content)
    },
  }
}

const foldersOf = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))

const ensureNoFileIsFolder = (files: Map<string, Buffer>) => {
  const folder = [...files.keys()].flatMap(foldersOf).find((name) => files.has(name))
  if (folder !== undefined) throw new WrongPackage(`it has ${folder} as a file and as a folder`)
}

/** What the manifest names has to be there; what is wrong with all of it is said at once. */
const problemsOfNamed = (manifest: Manifest, files: Map<string, Buffer>) => {
  const { kinds, main, icon, stylesheet } = manifest
  const runs = callsOf(kinds, manifest).length > 0
  const named = { main: runs ? main : '', module: manifest.module, dialog: manifest.dialog, icon, stylesheet }
  return Object.entries(named).flatMap(([key, path]) => {
    if (!path) return []
    const content = files.get(path)
    if (!content) return `${path} isn't there, which "${key}" names`
    if (key === 'icon' && content.length > ICON_BYTES) return `${path} is larger than ${ICON_BYTES / 1024} KB`
    const problem = key === 'stylesheet' && problemOfStylesheet(content.toString('utf8'))
    return problem ? `${path} ${problem}` : []
  })
}

const iconOf = ({ slug_name, icon }: Manifest, files: Map<string, Buffer>) => {
  const picture = files.get(icon)
  return picture && pluginPicture(slug_name, icon.endsWith('.svg') ? 'svg' : 'png', picture)
}

/** Each of the plugins in it. */
const asPackages = (files: Map<string, Buffer>): PluginPackage[] => {
  ensureNoFileIsFolder(files)
  const text = files.get('package.json')
  if (!text) throw new WrongPackage('it has no package.json')
  const manifests = readManifests(text.toString('utf8'))
  const problems = manifests.flatMap((manifest) => problemsOfNamed(manifest, files))
  if (problems.length) throw new WrongPackage(problems.join('; '))
  const hash = createHash('sha256')
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path)!
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  const digest = hash.digest('hex').slice(0, 32)
  return manifests.map((manifest) => ({
    manifest,
    digest,
    files,
    icon: iconOf(manifest, files),
    stylesheet: files.get(manifest.stylesheet)?.toString('utf8') ?? '',
  }))
}

const onlyOne = ([found, ...more]: PluginPackage[]) => {
  if (!found || more.length) throw new WrongPackage('it has several plugins, which only a folder may have')
  return found
}

const ensureFits = (archive: Buffer) => {
  if (archive.length > PLUGIN_PACKAGE_BYTES)
    throw new WrongPackage(`it is larger than ${PLUGIN_PACKAGE_BYTES / 2 ** 20} MB`)
}

/** Throws if an archive of it would be too large for an upload, which a folder may be. */
export const ensureUploadable = async ({ files }: PluginPackage) => {
  const archive = pack()
  for (const [path, content] of files) archive.entry({ name: `package/${path}` }, content)
  archive.finalize()
  ensureFits(await readAll(archive.pipe(createGzip({ level: 9 }))))
}

/** The package in an archive as npm makes it: everything in one folder. Nothing but plain files is accepted, and no more than fits; nothing of it is run. */
export const readPackage = async (archive: Buffer): Promise<PluginPackage> => {
  ensureFits(archive)
  const collected = collecting()
  const unzipped = createGunzip()
  // Whatever it is: the parser keeps long names whole, and folders have no end.
  const bound = byteLimit({
    most: ARCHIVE_BYTES,
    problem: () => new WrongPackage(`it has more than ${UNPACKED_BYTES / 2 ** 20} MB`),
  })()
  const entries = extract()
  try {
    Readable.from([archive])
      .on('error', () => {})
      .pipe(unzipped)
      .on('error', (error) => entries.destroy(error))
      .pipe(bound)
      .on('error', (error) => entries.destroy(error))
      .pipe(entries)
    for await (const entry of entries) {
      const { type, name } = entry.header
      if (type === 'directory') {
        entry.resume()
        continue
      }
      if (type !== 'file') throw new WrongPackage('it has something in it that is no plain file')
      const parts: Buffer[] = []
      let size = 0
      for await (const part of entry as AsyncIterable<Buffer>) {
        size += part.length
        if (size > collected.room()) throw new WrongPackage(`it has more than ${UNPACKED_BYTES / 2 ** 20} MB`)
        parts.push(part)
      }
      collected.add(place(name.replace(/^(\.\/)?[^/]+\//, '')), Buffer.concat(parts))
    }
  } catch (error) {
    throw error instanceof WrongPackage
      ? error
      : new WrongPackage(`it is no .tgz that can be read: ${(error as Error).message}`)
  } finally {
    unzipped.destroy()
    bound.destroy()
    entries.destroy()
  }
  return onlyOne(asPackages(collected.files))
}

/** Packages that npm has installed for nothing but development, by its own record. */
const onlyForDevelopment = async (folder: string) => {
  const record = await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8').catch(() => '{}')
  const { packages = {} } = JSON.parse(record) as { packages?: Record<string, { dev?: boolean }> }
  return new Set(Object.keys(packages).filter((path) => packages[path]!.dev === true))
}

/** The folder whose `node_modules` has a package: it may be one above, as npm has it in a workspace. */
const holderOf = async (folder: string, name: string): Promise<string | undefined> => {
  const found = await lstat(join(folder, 'node_modules', name, 'package.json')).catch(() => undefined)
  if (found) return folder
  return dirname(folder) === folder ? undefined : holderOf(dirname(folder), name)
}

/** What it runs of other packages; types do nothing, and the site has a kit of its own. */
const neededBy = async (folder: string) => {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')) as {
    dependencies?: Record<string, string>
  }
  return Object.keys(dependencies).filter((name) => !/^@(types|askwell)\//.test(name))
}

/** Packages in folders above that come along, each with where it is to be: what the plugin needs, and what they need. */
const neededFromAbove = async (folder: string) => {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const bring = async (from: string, name: string): Promise<void> => {
    const holder = await holderOf(from, name)
    if (holder === undefined || holder === folder) return // it isn't there, or is already
    const at = join(holder, 'node_modules', name)
    if (seen.has(at)) return
    seen.add(at)
    if (holder !== from) found.set(`node_modules/${name}`, at) // what is inside of another comes with it
    for (const needed of await neededBy(at)) await bring(at, needed)
  }
  for (const name of await neededBy(folder)) await bring(folder, name)
  return found
}

/** A folder, without what links lead to, and each of the plugins in it. */
export const readPackages = async (folder: string): Promise<PluginPackage[]> => {
  const collected = collecting()
  const passedOver = (await onlyForDevelopment(folder)).add('node_modules/@askwell') // the site has a kit of its own
  const walk = async (top: string, to: string, isWanted: (name: string) => boolean): Promise<void> => {
    for (const entry of (await readdir(top, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = to ? `${to}/${entry.name}` : entry.name
      if (PASSED_OVER.has(entry.name) || entry.name.startsWith('.') || /\.test\.\w+$/.test(entry.name)) continue
      if (passedOver.has(path)) continue
      const from = join(top, entry.name)
      if (entry.isDirectory()) await walk(from, path, isWanted)
      else if (!entry.isFile()) throw new WrongPackage(`${path} is no plain file`)
      else if (isWanted(entry.name)) collected.add(place(path), await readPlain(from, collected.room()))
    }
  }
  await walk(folder, '', () => true)
  for (const [to, from] of await neededFromAbove(folder)) await walk(from, to, (name) => RUNS.test(name))
  return asPackages(collected.files)
}

export const readFolder = async (folder: string): Promise<PluginPackage> => onlyOne(await readPackages(folder))

const readPlain = async (path: string, room: number) => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    if ((await handle.stat()).size > room) throw new WrongPackage(`it has more than ${UNPACKED_BYTES / 2 ** 20} MB`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** A power cut can leave files without what was in them. */
const isWhole = async (folder: string, files: Map<string, Buffer>) => {
  for (const [path, content] of files) {
    const there = await readFile(join(folder, path)).catch(() => undefined)
    if (!there?.equals(content)) return false
  }
  return true
}

/** A folder of its own with what is in the package: complete, or not there. It is named after its content, so it never changes. */
export const unpackedAt = async (top: string, { manifest, digest, files }: PluginPackage) => {
  const folder = join(top, `${manifest.slug_name}-${digest}`)
  if (await lstat(folder).catch(() => undefined)) {
    if (await isWhole(folder, files)) return folder
    await rm(folder, { recursive: true, force: true })
  }
  // Not by the number of the process: in containers that share a folder it is the same for all.
  const unfinished = `${folder}.${randomUUID()}.unfinished`
  for (const [path, content] of files) {
    await mkdir(dirname(join(unfinished, path)), { recursive: true, mode: 0o700 })
    await writeFile(join(unfinished, path), content, { mode: 0o600, flag: 'wx' })
  }
  await rename(unfinished, folder).catch(async (error: { code?: string }) => {
    await rm(unfinished, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error // another process was faster
  })
  return folder
}

export const whatIsWrong = (error: unknown) => (error instanceof Error ? error.message : String(error))
