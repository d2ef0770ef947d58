import { restart } from '@askwell/server/lib/restart.ts'

/** A smaller young generation and earlier garbage collection halve the heap. Neither can be changed once a process runs. */
const LEAN = ['--max-semi-space-size=8', '--heap-growing-percent=20']

/** Commands that all texts of a site go through. */
const LARGE = ['import']

/** Starts such a command again with a small heap, as the same process. */
export const lean = () => {
  const [verb = ''] = process.argv.slice(2)
  if (LARGE.includes(verb) && !LEAN.every((flag) => process.execArgv.includes(flag)))
    restart({ flags: LEAN, env: { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' } })
}
