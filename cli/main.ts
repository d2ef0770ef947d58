import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { lean } from './lean.ts'

lean()

// As for the server: what is compiled once is kept beside the packages, and a command begins in little more than half the time.
const compiled = join(import.meta.dirname, '../node_modules/.cache/askwell')
enableCompileCache(compiled)
process.env.NODE_COMPILE_CACHE ??= compiled // for threads

// As for the server: what is written is for its own user only.
process.umask(0o077)

const { runCommand } = await import('./run.ts')
await runCommand(process.argv.slice(2))
