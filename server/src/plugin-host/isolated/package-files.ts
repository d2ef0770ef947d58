import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { PLUGIN_PACKAGE_BYTES } from '@askwell/contract/limits.ts'
import { extract } from 'tar-stream'
import type { Manifest } from '../../lib/isolated-plugin.ts'
import { callsOf } from '../../lib/plugin-ports/ports.ts'
import { readManifest, WrongManifest } from './manifest.ts'
import { problemOfStylesheet } from './stylesheet.ts'

const UNPACKED_BYTES = 10 * 2 ** 20
const FILES_MAX = 500
const ICON_BYTES = 32 * 1024
/** In a plugin's folder: of no use to the plugin. */
const PASSED_OVER = new Set(['.git', '.github', 'test', 'tests', 'package-lock.json'])

/** Something is wrong with the package itself. */
export class WrongPackage extends Error {}

export interface PluginPackage {
  manifest: Manifest
  /** Of everything in it. */
  digest: string
  files: Map<string, Buffer>
  /** The picture as an address; empty without one. */
  icon: string
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
  let size = 0
  return {
    files,
    room: () => UNPACKED_BYTES - size,
    add(path: string, content: Buffer) {
      if (files.has(path)) throw new WrongPackage(`it has ${path} twice`)
      size += content.length
      if (files.size >= FILES_MAX || size > UNPACKED_BYTES)
        throw new WrongPackage(`it has more than ${FILES_MAX} files or ${UNPACKED_BYTES / 2 ** 20} MB`)
      files.set(path, content)
    },
  }
}

const iconOf = ({ icon }: Manifest, files: Map<string, Buffer>) => {
  if (!icon) return ''
  const picture = files.get(icon)
  if (!picture || picture.length > ICON_BYTES)
    throw new WrongPackage(`${icon} isn't there, or larger than ${ICON_BYTES / 1024} KB`)
  return `data:image/${icon.endsWith('.svg') ? 'svg+xml' : 'png'};base64,${picture.toString('base64')}`
}

const stylesheetOf = ({ stylesheet }: Manifest, files: Map<string, Buffer>) => {
  if (!stylesheet) return ''
  const css = files.get(stylesheet)?.toString('utf8')
  const problem = css === undefined ? `isn't there` : problemOfStylesheet(css)
  if (problem) throw new WrongPackage(`${stylesheet} ${problem}`)
  return css!
}

const asPackage = (files: Map<string, Buffer>): PluginPackage => {
  const text = files.get('package.json')
  if (!text) throw new WrongPackage('it has no package.json')
  const manifest = readManifest(text.toString('utf8'))
  if (callsOf(manifest.kinds).length && !files.has(manifest.main))
    throw new WrongPackage(`${manifest.main} isn't there, which "main" names`)
  const hash = createHash('sha256')
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path)!
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  for (const key of ['module', 'dialog'] as const)
    if (manifest[key] && !files.has(manifest[key]))
      throw new WrongPackage(`${manifest[key]} isn't there, which "${key}" names`)
  return {
    manifest,
    digest: hash.digest('hex').slice(0, 32),
    files,
    icon: iconOf(manifest, files),
    stylesheet: stylesheetOf(manifest, files),
  }
}

/** The package in an archive as npm makes it: everything in one folder. Nothing but plain files is accepted, and no more than fits; nothing of it is run. */
export const readPackage = async (archive: Buffer): Promise<PluginPackage> => {
  if (archive.length > PLUGIN_PACKAGE_BYTES)
    throw new WrongPackage(`it is larger than ${PLUGIN_PACKAGE_BYTES / 2 ** 20} MB`)
  const collected = collecting()
  const unzipped = createGunzip()
  const entries = extract()
  try {
    Readable.from([archive])
      .on('error', () => {})
      .pipe(unzipped)
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
    entries.destroy()
  }
  return asPackage(collected.files)
}

/** A folder, without what links lead to. */
export const readFolder = async (folder: string): Promise<PluginPackage> => {
  const collected = collecting()
  const walk = async (below: string): Promise<void> => {
    for (const entry of (await readdir(join(folder, below), { withFileTypes: true })).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = below ? `${below}/${entry.name}` : entry.name
      if (PASSED_OVER.has(entry.name) || entry.name.startsWith('.') || /\.test\.\w+$/.test(entry.name)) continue
      if (path === 'node_modules/@askwell') continue // the site has a kit of its own
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) collected.add(place(path), await readPlain(join(folder, path), collected.room()))
      else throw new WrongPackage(`${path} is no plain file`)
    }
  }
  await walk('')
  return asPackage(collected.files)
}

const readPlain = async (path: string, room: number) => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    if ((await handle.stat()).size > room) throw new WrongPackage(`it has more than ${UNPACKED_BYTES / 2 ** 20} MB`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** A folder of its own with what is in the package: complete, or not there. It is named after its content, so it never changes. */
export const unpackedAt = async (top: string, { manifest, digest, files }: PluginPackage) => {
  const folder = join(top, `${manifest.slug_name}-${digest}`)
  if (await lstat(folder).catch(() => undefined)) return folder
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

export const whatIsWrong = (error: unknown) =>
  error instanceof WrongPackage || error instanceof WrongManifest
    ? error.message
    : error instanceof Error
      ? error.message
      : String(error)
