import { setTimeout as sleep } from 'node:timers/promises'
import { PluginAway } from '../../lib/isolated-plugin.ts'
import { type PluginProcess, startPlugin } from './plugin-process.ts'

/** So many faults within `FAULT_SPAN_MS`, and the plugin is switched off. */
export const FAULTS_MAX = 5
const FAULT_SPAN_MS = 60 * 60_000
const SLOWEST_RESTART_MS = 60_000
/** Another one has taken its place: calls on their way may take this long. */
const LEAVE_MS = 10_000

export interface Supervision extends Omit<Parameters<typeof startPlugin>[0], 'onEnd' | 'onFault'> {
  /** Before the first restart; each pause is twice the one before. */
  pauseMs?: number
  /** So long after the last call its process ends, until the next call; without it, it stays. */
  restMs?: number
  /** Whenever a process of it is gone, to begin anew or not. */
  onGone?(): void
  /** A fault that doesn't end it for good. */
  onTrouble?(why: string): void
  /** It went wrong again and again: it isn't started any more. */
  onGivenUp(why: string): void
}

/** A plugin's process, begun anew where it ends, after growing pauses, and given up after five faults. */
export const superviseProcess = ({
  pauseMs = 1000,
  restMs,
  onGivenUp,
  onGone = () => {},
  onTrouble = () => {},
  ...starting
}: Supervision) => {
  let current: ReturnType<typeof startPlugin> | undefined
  let faults: number[] = []
  let timer: NodeJS.Timeout | undefined
  let over: Error | undefined
  const calls = new Set<Promise<unknown>>()
  let resting: NodeJS.Timeout | undefined
  let isAtRest = false

  const count = (why: string) => {
    if (over) return
    const now = performance.now()
    faults = [...faults.filter((at) => now - at < FAULT_SPAN_MS), now]
    starting.onLog(`fault ${faults.length} of ${FAULTS_MAX}: ${why}`)
    if (faults.length < FAULTS_MAX) return onTrouble(why)
    over = new PluginAway(`it was switched off: ${why}`)
    clearTimeout(timer)
    current?.stop()
    onGone()
    onGivenUp(why)
  }
  const beginLater = () => {
    if (over) return
    timer = setTimeout(begin, Math.min(SLOWEST_RESTART_MS, pauseMs * 2 ** (faults.length - 1)))
    timer.unref()
  }
  const begin = () => {
    try {
      current = startPlugin({
        ...starting,
        onFault: count,
        onEnd() {
          onGone()
          beginLater()
        },
      })
    } catch (error) {
      // The machine has no room for one more process just now: what a timer throws would end the site.
      count(`its process can't be started: ${(error as Error).message}`)
      beginLater()
    }
  }
  const rest = () => {
    clearTimeout(timer)
    current?.stop()
    current = undefined
    isAtRest = true
    onGone()
  }
  const restLater = () => {
    if (restMs === undefined || over) return
    clearTimeout(resting)
    resting = setTimeout(rest, restMs)
    resting.unref()
  }
  begin()
  restLater()

  const callNow = async (name: string, given: unknown, ms: number) => {
    if (over) throw over
    if (isAtRest) begin()
    isAtRest = false
    clearTimeout(resting)
    if (!current) throw new PluginAway("its process can't be started")
    const running: PluginProcess = await current.loaded
    return running.call(name, given, ms)
  }
  const stop = () => {
    over ??= new PluginAway('it was switched off')
    clearTimeout(timer)
    clearTimeout(resting)
    current?.stop()
    onGone()
  }
  return {
    async call(name: string, given: unknown, ms: number) {
      const answer = callNow(name, given, ms)
      calls.add(answer)
      try {
        return await answer
      } finally {
        calls.delete(answer)
        if (calls.size === 0) restLater()
      }
    },
    stop,
    /** Takes no more calls, and ends once those on their way are answered. */
    async leave() {
      over ??= new PluginAway('another one has taken its place')
      clearTimeout(timer)
      await Promise.race([Promise.allSettled(calls), sleep(LEAVE_MS, undefined, { ref: false })])
      stop()
    },
  }
}
export type SupervisedPlugin = ReturnType<typeof superviseProcess>
