import { readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** For how many milliseconds a thread had something to do and no processor for it; 0 where the system doesn't tell. The main thread of a process has its number. */
export const waitedForProcessor = async (pid: number, thread = pid) => {
  const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) / 1e6
}

/** The system's number of the thread that asks; 0 where it doesn't tell. */
export const ownThread = () => {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return 0
  }
}
