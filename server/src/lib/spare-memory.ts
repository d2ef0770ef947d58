import { collectGarbage } from './collect-garbage.ts'

const LOOK_MS = 2000
/** Less of a processor than this is nobody using the site. */
const QUIET_SHARE = 0.05
const QUIET_LOOKS = 5
/** So much must have been heaped up since the last time for the pause to be worth it. */
const WORTH_BYTES = 32 * 2 ** 20

/**
 * V8 collects while something is allocated and keeps what it once took, so a busy hour would stay in memory all night.
 * Once nobody has asked for ten seconds it gives that back, in a pause of about a tenth of a second.
 */
export const spareMemory = (lookMs = LOOK_MS) => {
  let [used, quiet, kept] = [process.cpuUsage(), 0, 0]
  const look = () => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    quiet = (user + system) / 1000 < lookMs * QUIET_SHARE ? quiet + 1 : 0
    if (quiet < QUIET_LOOKS || process.memoryUsage().heapTotal < kept + WORTH_BYTES) return
    collectGarbage()
    kept = process.memoryUsage().heapTotal
  }
  return setInterval(look, lookMs).unref()
}
