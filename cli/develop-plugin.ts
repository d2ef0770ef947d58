import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { followFolder } from '@askwell/server/lib/follow-folder.ts'
import type { PluginPackage } from '@askwell/server/plugin-host/isolated/package-files.ts'
import { readOrSay } from './check-plugin.ts'

const READ_AGAIN_MS = 500

/** A site that runs sees the change by itself. */
const copyInto = (plugins: string, { manifest, files }: PluginPackage) => {
  const folder = join(plugins, manifest.slug_name)
  rmSync(folder, { recursive: true, force: true })
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  console.log(`${manifest.slug_name} ${manifest.version} is in the site: ${folder}`)
  return folder
}

/** What is written into the log from now on. */
const follow = async (file: string) => {
  let at = existsSync(file) ? statSync(file).size : 0
  for (;;) {
    await new Promise((resume) => setTimeout(resume, READ_AGAIN_MS))
    if (!existsSync(file)) continue
    const { size } = statSync(file)
    if (size < at) at = 0
    if (size === at) continue
    const handle = await open(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - at), 0, size - at, at)
    await handle.close()
    at += bytesRead
    process.stdout.write(buffer.subarray(0, bytesRead))
  }
}

/** Puts it into the site, follows changes, and shows its log. */
export const developPlugin = async (folder: string, data: string) => {
  const plugins = join(data, 'plugins')
  const first = await readOrSay(folder)
  if (!first) return void (process.exitCode = 1)
  const placed = copyInto(plugins, first)
  const end = () => {
    console.log(`${first.manifest.slug_name} stays in the site. To take it out, delete ${placed}`)
    process.exit()
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  console.log(
    'Switch it on at Administration → Installed plugins. Changes come into the site by themselves; Ctrl+C ends this.',
  )
  let last = first
  const again = async () => {
    const now = await readOrSay(folder, last)
    if (!now || now.digest === last.digest) return
    last = now
    copyInto(plugins, now)
  }
  await followFolder(folder, { afterMs: READ_AGAIN_MS, persistent: true, onChange: () => void again() }).look()
  await follow(join(plugins, '.logs', `${first.manifest.slug_name}.log`))
}
