import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { canRestart, restart } from './lib/restart.ts'

// Read when the first thread is needed, so it is said before anything else: pictures and passwords take up to four of them, and files never wait.
process.env.UV_THREADPOOL_SIZE ??= '8'

// Nearly two thousand modules: compiled once and kept beside the packages, they begin in half the time. Where that can't be written, they don't.
// Threads look for it in the environment, and so does the process that begins once more below: without it each needs 15 to 25 MB to make JavaScript of our files.
const compiled = join(import.meta.dirname, '../../node_modules/.cache/askwell')
process.env.NODE_COMPILE_CACHE ??= compiled

// glibc keeps for each of many threads what they once took, 150 MB and more; V8 gives what is young 64 MB, which rendering pages fills and never needs. Both are read as a process begins, so this one begins once more, under its number.
const YOUNG = '--max-semi-space-size'
const flags = [...process.execArgv, process.env.NODE_OPTIONS].some((said) => said?.includes(YOUNG))
  ? []
  : [`${YOUNG}=8`]
const arenas = process.platform === 'linux' && !process.env.MALLOC_ARENA_MAX ? { MALLOC_ARENA_MAX: '2' } : {}
if (canRestart() && (flags.length || Object.keys(arenas).length)) restart({ flags, env: { ...process.env, ...arenas } })

enableCompileCache(compiled) // where it hasn't begun once more

// Whatever the process writes is for its own user only.
process.umask(0o077)

const { start } = await import('./start.ts')
process.exitCode = await start(process.argv.slice(2), process.env)
