import { PluginAway, type PluginProcess, startPlugin } from './plugin-process.ts'

/** So many faults within `FAULT_SPAN_MS`, and the plugin is switched off. */
export const FAULTS_MAX = 5
const FAULT_SPAN_MS = 60 * 60_000
const SLOWEST_RESTART_MS = 60_000

export interface Supervision extends Omit<Parameters<typeof startPlugin>[0], 'onEnd' | 'onFault'> {
  /** Before the first restart; each pause is twice the one before. */
  pauseMs?: number
  /** Whenever a process of it is gone, to begin anew or not. */
  onGone?(): void
  /** It went wrong again and again: it isn't started any more. */
  onGivenUp(why: string): void
}

/** A plugin's process, begun anew where it ends, after growing pauses, and given up after five faults. */
export const superviseProcess = ({ pauseMs = 1000, onGivenUp, onGone = () => {}, ...starting }: Supervision) => {
  let current: ReturnType<typeof startPlugin> | undefined
  let faults: number[] = []
  let timer: NodeJS.Timeout | undefined
  let over: Error | undefined

  const count = (why: string) => {
    if (over) return
    const now = performance.now()
    faults = [...faults.filter((at) => now - at < FAULT_SPAN_MS), now]
    starting.onLog(`fault ${faults.length} of ${FAULTS_MAX}: ${why}`)
    if (faults.length < FAULTS_MAX) return
    over = new PluginAway(`it was switched off: ${why}`)
    clearTimeout(timer)
    current?.stop()
    onGone()
    onGivenUp(why)
  }
  const begin = () => {
    current = startPlugin({
      ...starting,
      onFault: count,
      onEnd() {
        onGone()
        if (over) return
        timer = setTimeout(begin, Math.min(SLOWEST_RESTART_MS, pauseMs * 2 ** (faults.length - 1)))
        timer.unref()
      },
    })
  }
  begin()

  return {
    async call(name: string, given: unknown, ms: number) {
      if (over) throw over
      const running: PluginProcess = await current!.loaded
      return running.call(name, given, ms)
    },
    stop() {
      over ??= new PluginAway('it was switched off')
      clearTimeout(timer)
      current?.stop()
      onGone()
    },
  }
}
export type SupervisedPlugin = ReturnType<typeof superviseProcess>
