import { existsSync, mkdirSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type PluginPackage, readFolder, whatIsWrong } from '@askwell/server/plugin-host/isolated/package-files.ts'
import { command, configOf, siteFlags } from '../command.ts'
import { createPlugin, KINDS } from 'create-askwell-plugin/src/create-plugin.ts'

const READ_AGAIN_MS = 500

const make = (folder: string, kind: string) => {
  createPlugin(folder, kind)
  console.log(`${folder} is a plugin now. Test it with \`npm test\` there, and try it in a site with \`plugin dev\`.`)
}

const readOrSay = async (folder: string) => {
  try {
    return await readFolder(folder)
  } catch (error) {
    console.error(`${folder} is no plugin that a site would take: ${whatIsWrong(error)}`)
    return undefined
  }
}

/** A site that runs sees the change by itself. */
const copyInto = (plugins: string, { manifest, files }: PluginPackage) => {
  const folder = join(plugins, manifest.slug_name)
  rmSync(folder, { recursive: true, force: true })
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  console.log(`${manifest.slug_name} ${manifest.version} is in the site: ${folder}`)
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

const develop = async (folder: string, data: string) => {
  const plugins = join(data, 'plugins')
  const first = await readOrSay(folder)
  if (!first) return void (process.exitCode = 1)
  copyInto(plugins, first)
  console.log(
    'Switch it on at Administration → Installed plugins. Changes come into the site by themselves; Ctrl+C ends this.',
  )
  let last = first.digest
  let waiting: NodeJS.Timeout | undefined
  const again = async () => {
    const now = await readOrSay(folder)
    if (!now || now.digest === last) return
    last = now.digest
    copyInto(plugins, now)
  }
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void again(), READ_AGAIN_MS)
  })
  await follow(join(plugins, '.logs', `${first.manifest.slug_name}.log`))
}

export const plugin = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('act', { choices: ['new', 'check', 'dev'] as const, demandOption: true, describe: 'what to do' })
      .positional('folder', { type: 'string', demandOption: true, describe: 'of the plugin' })
      .option('kind', { choices: KINDS, default: 'render', describe: 'what a new one begins as' })
      .example('$0 plugin new shout --kind event', 'makes a plugin that works, with a test')
      .example('$0 plugin check shout', 'says what a site would refuse')
      .example('$0 plugin dev shout', 'puts it into the site, follows changes, and shows its log')
      .epilogue('docs/plugins.md says what a plugin can be.'),
  async handler({ act, folder: given, kind, ...site }) {
    const folder = resolve(given)
    if (act === 'new') return make(folder, kind)
    if (act === 'dev') return develop(folder, configOf(site).data)
    const found = await readOrSay(folder)
    if (!found) process.exitCode = 1
    else console.log(`${found.manifest.slug_name} ${found.manifest.version} is a plugin; ${found.files.size} files.`)
  },
})
