import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { followFolder } from '../../lib/follow-folder.ts'
import type { FoundPlugin, PluginSource } from '../../lib/isolated-plugin.ts'
import type { BrowserModules } from '../../lib/plugin-ports/browser.ts'
import { powersOf } from './manifest.ts'
import { type PluginPackage, readPackage, readPackages, unpackedAt, whatIsWrong } from './package-files.ts'
import { startPlugin } from './plugin-process.ts'
import { type Supervision, superviseProcess, type SupervisedPlugin } from './supervised.ts'

/** Plugins that come with the site and run in processes of their own. */
const PROGRAM = join(import.meta.dirname, '../../../../plugins')
const LOOK_AFTER_MS = 300
const LOG_LINES = 100
const LOG_BYTES = 256 * 1024
/** What was unpacked of a former version is deleted after this long: other processes of the site may still run it, and begin anew from it. */
const FORMER_MS = 60 * 60_000

export interface BrokenPlugin {
  /** What its folder is called; of an upload its name. */
  folder: string
  source: PluginSource
  why: string
}
/** A package that an admin has uploaded, as it is in the database. */
export interface UploadedPackage {
  slug_name: string
  digest: string
  read(): Promise<Buffer>
}

type Known = FoundPlugin & { folder: string; open(): Promise<PluginPackage> }

const known = (
  source: PluginSource,
  folder: string,
  { manifest, digest, icon, stylesheet }: PluginPackage,
  open: Known['open'],
): Known => ({
  manifest,
  digest,
  icon,
  stylesheet,
  source,
  folder,
  powers: powersOf(manifest),
  open,
})

const foldersIn = async (top: string) =>
  (await readdir(top, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()

/** Those that have a manifest. */
const isPlugin = async (folder: string) => {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
  return /"askwell"\s*:\s*[[{]/.test(text)
}

const pluginIn = async (folder: string, slug_name: string) => {
  const found = (await readPackages(folder)).find(({ manifest }) => manifest.slug_name === slug_name)
  if (!found) throw new Error(`there is no plugin ${slug_name} any more`)
  return found
}

/** What plugins there are, and those of them that run in this process of the site. */
export const createInstalled = ({ data }: { data: string }) => {
  const top = join(data, 'plugins')
  const ready = join(top, '.ready')
  const logs = join(top, '.logs')
  let found = new Map<string, Known>()
  /** How often something in the folders has changed: what was read meanwhile is perhaps half of it. */
  let changes = 0
  let inFolders: { plugins: Known[]; broken: BrokenPlugin[] } | undefined
  let broken: BrokenPlugin[] = []
  const uploads = new Map<string, Known>()
  const running = new Map<string, SupervisedPlugin>()
  /** Those that still answer what they were asked before others took their places. */
  const leaving = new Map<SupervisedPlugin, string>()
  /** Folders that this process has no use for, and since when. */
  const formerSince = new Map<string, number>()
  const lastLines = new Map<string, string[]>()
  const logBytes = new Map<string, number>()
  const writing = new Map<string, Promise<void>>()
  let onChange = () => {}
  const followed = followFolder(top, {
    afterMs: LOOK_AFTER_MS,
    onChange() {
      inFolders = undefined
      changes++
      onChange()
    },
  })

  const readFolders = async () => {
    const plugins: Known[] = []
    const wrong: BrokenPlugin[] = []
    for (const [source, folder] of [
      ['site', PROGRAM],
      ['folder', top],
    ] as const)
      for (const name of await foldersIn(folder)) {
        const path = join(folder, name)
        if (source === 'site' && !(await isPlugin(path))) continue
        try {
          for (const found of await readPackages(path))
            plugins.push(known(source, name, found, () => pluginIn(path, found.manifest.slug_name)))
        } catch (error) {
          wrong.push({ folder: name, source, why: whatIsWrong(error) })
        }
      }
    return { plugins, broken: wrong }
  }
  const readUploads = async (uploaded: readonly UploadedPackage[], wrong: BrokenPlugin[]) => {
    const plugins: Known[] = []
    for (const { slug_name, digest, read } of uploaded) {
      const before = uploads.get(digest)
      try {
        const open = async () => readPackage(await read())
        const now = before ?? known('upload', slug_name, await open(), open)
        uploads.set(digest, now)
        plugins.push(now)
      } catch (error) {
        wrong.push({ folder: slug_name, source: 'upload', why: whatIsWrong(error) })
      }
    }
    return plugins
  }
  const clearFormer = async () => {
    const wanted = new Set([...found.values()].map(({ manifest, digest }) => `${manifest.slug_name}-${digest}`))
    const names = (await readdir(ready).catch(() => [])).filter((name) => !wanted.has(name))
    for (const name of formerSince.keys()) if (!names.includes(name)) formerSince.delete(name)
    for (const name of names) {
      const since = formerSince.get(name) ?? Date.now()
      formerSince.set(name, since)
      if (Date.now() - since > FORMER_MS) await rm(join(ready, name), { recursive: true, force: true })
    }
  }

  const log = (slug_name: string) => (line: string) => {
    const text = `${new Date().toISOString()} ${line}\n`
    const lines = [...(lastLines.get(slug_name) ?? []), text].slice(-LOG_LINES)
    lastLines.set(slug_name, lines)
    const bytes = (logBytes.get(slug_name) ?? LOG_BYTES) + Buffer.byteLength(text)
    const file = join(logs, `${slug_name}.log`)
    const isFull = bytes > LOG_BYTES
    logBytes.set(slug_name, isFull ? Buffer.byteLength(lines.join('')) : bytes)
    const write = async () => {
      await mkdir(logs, { recursive: true, mode: 0o700 })
      await (isFull ? writeFile(file, lines.join(''), { mode: 0o600 }) : appendFile(file, text))
    }
    // One after another: lines that are written at once would stand in any order.
    const written = (writing.get(slug_name) ?? Promise.resolve()).then(write)
    writing.set(
      slug_name,
      written.catch(() => {}), // a log that can't be written stops no plugin
    )
  }

  let looking: Promise<void> = Promise.resolve()
  const lookNow = async (uploaded: readonly UploadedPackage[], taken: ReadonlySet<string>, anew: boolean) => {
    if (anew) inFolders = undefined
    await followed.look()
    const changesBefore = changes
    const read = inFolders ?? (await readFolders())
    inFolders = changes === changesBefore ? read : undefined
    const wrong = [...read.broken]
    const now = new Map<string, Known>()
    for (const plugin of [...read.plugins, ...(await readUploads(uploaded, wrong))]) {
      const { slug_name } = plugin.manifest
      if (taken.has(slug_name) || now.has(slug_name))
        wrong.push({ folder: plugin.folder, source: plugin.source, why: `there is a plugin ${slug_name} already` })
      else now.set(slug_name, plugin)
    }
    found = now
    broken = wrong
    const digests = new Set(uploaded.map(({ digest }) => digest))
    for (const digest of uploads.keys()) if (!digests.has(digest)) uploads.delete(digest)
    await clearFormer()
  }

  const unpacked = async (of: string) => {
    const plugin = found.get(of)
    if (!plugin) throw new Error(`there is no plugin ${of}`)
    await mkdir(ready, { recursive: true, mode: 0o700 })
    const contents = await plugin.open()
    return { folder: await unpackedAt(ready, contents), main: contents.manifest.main }
  }

  /** How patient it is; tests change it. */
  const supervision: Pick<Supervision, 'pauseMs' | 'limits'> = {}

  return {
    supervision,
    list: (): FoundPlugin[] => [...found.values()],
    find: (slug_name: string): FoundPlugin | undefined => found.get(slug_name),
    broken: () => broken,
    /** Looks again at what there is, one look after another, so that what was asked for last counts. `anew`: at the folders too, even if nothing says that they have changed. */
    look(uploaded: readonly UploadedPackage[], taken: ReadonlySet<string>, { anew = false } = {}) {
      const again = () => lookNow(uploaded, taken, anew)
      return (looking = looking.then(again, again))
    },
    /** Called when something in the folder of plugins has changed. */
    onChange(listener: () => void) {
      onChange = listener
    },
    /** Starts a process for the plugin, or for one more of it. `relieve` has the one before end; until then it answers. */
    async start(slug_name: string, of: string, starting: Omit<Supervision, 'folder' | 'main' | 'onLog'>) {
      const process = superviseProcess({
        ...supervision,
        ...starting,
        ...(await unpacked(of)),
        onLog: log(slug_name),
      })
      const before = running.get(slug_name)
      running.set(slug_name, process)
      const relieve = async () => {
        if (!before) return
        leaving.set(before, slug_name)
        await before.leave()
        leaving.delete(before)
      }
      return { call: process.call, relieve }
    },
    /** Calls one of its functions, in a process that ends with the answer. */
    async callOnce(of: string, name: string, ms: number, starting: Pick<Supervision, 'config' | 'language' | 'serve'>) {
      const { loaded, stop } = startPlugin({
        ...starting,
        ...(await unpacked(of)),
        limits: supervision.limits,
        calls: [name],
        onLog: log(of),
        onFault() {},
        onEnd() {},
      })
      try {
        return await (await loaded).call(name, null, ms)
      } finally {
        stop()
      }
    },
    /** What browsers run of it. */
    async modulesOf(of: string): Promise<BrowserModules> {
      const plugin = found.get(of)
      if (!plugin?.manifest.module && !plugin?.manifest.dialog) return {}
      const { files, manifest } = await plugin.open()
      const read = (path: string) => {
        const code = files.get(path)?.toString('utf8')
        return code === undefined
          ? undefined
          : { code, hash: createHash('sha256').update(code).digest('hex').slice(0, 32) }
      }
      return { module: read(manifest.module), dialog: read(manifest.dialog) }
    },
    /** Also what the version before it is still answering. */
    stop(slug_name: string) {
      running.get(slug_name)?.stop()
      running.delete(slug_name)
      for (const [plugin, its] of leaving) if (its === slug_name) plugin.stop()
    },
    /** Writes into its log. */
    logFor: log,
    /** The last lines of its log. */
    logOf: (slug_name: string) => lastLines.get(slug_name) ?? [],
    close() {
      followed.close()
      for (const plugin of [...running.values(), ...leaving.keys()]) plugin.stop()
      running.clear()
    },
  }
}
export type Installed = ReturnType<typeof createInstalled>
