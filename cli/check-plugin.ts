import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsOf } from '@askwell/server/lib/plugin-ports/ports.ts'
import { problemsOfBrowserModules } from '@askwell/server/plugin-host/isolated/browser-module.ts'
import {
  ensureUploadable,
  type PluginPackage,
  readFolder,
  unpackedAt,
  whatIsWrong,
} from '@askwell/server/plugin-host/isolated/package-files.ts'
import { startPlugin } from '@askwell/server/plugin-host/isolated/plugin-process.ts'
import { wordHints } from '@askwell/server/plugin-host/isolated/words.ts'

/** `before`: hints that its author has read already. */
export const readOrSay = async (folder: string, before?: PluginPackage) => {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    console.error(`There is no folder ${folder}.`)
    return undefined
  }
  try {
    const found = await readFolder(folder)
    const known = new Set(before && wordHints(before.manifest))
    for (const hint of wordHints(found.manifest)) if (!known.has(hint)) console.warn(`Hint: ${hint}`)
    return found
  } catch (error) {
    console.error(`${folder} is no plugin that a site would take: ${whatIsWrong(error)}`)
    return undefined
  }
}

/** Of a stack: nothing that its author has written. */
const OURS = /^ +at .*(node:|isolated\/child\.ts)/

/** Loads it once as a site would: in a process that may do nothing. It throws what keeps it from that. */
const loadOnce = async (found: PluginPackage) => {
  const { config, kinds, main } = found.manifest
  const calls = callsOf(kinds, found.manifest)
  if (calls.length === 0) return
  const top = mkdtempSync(join(realpathSync(tmpdir()), 'askwell-plugin-'))
  const folder = await unpackedAt(top, found)
  const readable = (text: string) => text.replaceAll(`file://${folder}/`, '').replaceAll(`${folder}/`, '')
  const empty = ({ kind, default: given }: (typeof config)[number]) => given ?? (kind === 'switch' ? false : '')
  const starting = startPlugin({
    folder,
    main,
    config: Object.fromEntries(config.map((field) => [field.name, empty(field)])),
    language: 'en_US',
    calls,
    serve: () => Promise.reject(new Error('no site is there while a plugin is checked')),
    onLog: (line) => void (OURS.test(line) || console.error(readable(line))),
    onFault() {},
    onEnd() {},
  })
  try {
    await starting.loaded
  } catch (error) {
    throw new Error(readable(whatIsWrong(error)), { cause: error })
  } finally {
    starting.stop()
    rmSync(top, { recursive: true, force: true })
  }
}

/** Says what a site would refuse. */
export const checkPlugin = async (folder: string) => {
  const found = await readOrSay(folder)
  if (!found) return void (process.exitCode = 1)
  const { slug_name, version } = found.manifest
  try {
    await ensureUploadable(found)
  } catch (error) {
    console.error(`${folder} is no plugin that could be uploaded: ${whatIsWrong(error)}`)
    process.exitCode = 1
  }
  try {
    await loadOnce(found)
    const problems = await problemsOfBrowserModules(found, folder)
    if (problems.length) throw new Error(problems.join('; '))
    console.log(`${slug_name} ${version} is a plugin; ${found.files.size} files.`)
  } catch (error) {
    console.error(`${folder} is no plugin that would run: ${whatIsWrong(error)}`)
    process.exitCode = 1
  }
}
