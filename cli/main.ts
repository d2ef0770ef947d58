import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// As for the server: what is compiled once is kept beside the packages, and a command begins in little more than half the time.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/askwell'))

const { runCommand } = await import('./run.ts')
await runCommand(process.argv.slice(2))
