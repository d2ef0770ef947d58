import { restart } from '@askwell/server/lib/restart.ts'

/** A smaller young generation and earlier garbage collection halve the heap. Neither can be changed once a process runs. */
const LEAN = ['--max-semi-space-size=4', '--heap-growing-percent=20']

/** For glibc, which otherwise keeps what each thread once took, and soon no longer gives large pieces back. */
const LEAN_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Commands that all texts of a site go through. */
const LARGE = ['import']

/** Starts such a command again with a small heap, as the same process. */
export const lean = () => {
  const [verb = ''] = process.argv.slice(2)
  if (LARGE.includes(verb) && !LEAN.every((flag) => process.execArgv.includes(flag)))
    restart({ flags: LEAN, env: { ...LEAN_MALLOC, ...process.env } })
}
