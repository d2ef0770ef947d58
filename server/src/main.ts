import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { restart } from './lib/restart.ts'

// Read when the first thread is needed, so it is said before anything else: pictures and passwords take up to four of them, and files never wait.
process.env.UV_THREADPOOL_SIZE ??= '8'

// glibc keeps for each of many threads what they once took: 150 MB and more. It reads this as a process begins, so this one begins once more, under its number.
if (process.platform === 'linux' && !process.channel && !process.env.MALLOC_ARENA_MAX)
  restart({ env: { ...process.env, MALLOC_ARENA_MAX: '2' } })

// Nearly two thousand modules: compiled once and kept beside the packages, they begin in half the time. Where that can't be written, they don't.
const compiled = join(import.meta.dirname, '../../node_modules/.cache/askwell')
enableCompileCache(compiled)
// Threads look for it here; without it each needs 25 MB more to make JavaScript of our files.
process.env.NODE_COMPILE_CACHE ??= compiled

// Whatever the process writes is for its own user only.
process.umask(0o077)

const { start } = await import('./start.ts')
process.exitCode = await start(process.argv.slice(2), process.env)
