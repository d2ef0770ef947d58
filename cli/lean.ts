/** A smaller young generation and earlier garbage collection halve the heap. Neither can be changed once a process runs. */
const LEAN = ['--max-semi-space-size=8', '--heap-growing-percent=20']

/** Commands that all texts of a site go through. */
const LARGE = ['import']

/** Starts such a command again with a small heap, as the same process; if the system can't do that, it goes on as it is. */
export const lean = () => {
  const [verb = ''] = process.argv.slice(2)
  if (!LARGE.includes(verb) || !process.execve || LEAN.every((flag) => process.execArgv.includes(flag))) return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...LEAN, ...process.argv.slice(1)])
}
