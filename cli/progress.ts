import { SingleBar } from 'cli-progress'

/** Without a terminal, as in a log or under cron. */
const LINE_EVERY_MS = 5000

const createLines = (total: number) => {
  let last = performance.now()
  return {
    to: (value: number, what: string) => {
      if (performance.now() - last < LINE_EVERY_MS) return
      last = performance.now()
      console.error(`${what}: ${Math.floor((100 * value) / Math.max(total, 1))} %`)
    },
    stop: () => {},
  }
}

const createTerminalBar = (total: number, what: string) => {
  const bar = new SingleBar({
    format: `{what} {bar} {percentage} % {eta_formatted}`,
    hideCursor: true,
    clearOnComplete: true,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    etaBuffer: 200,
    gracefulExit: false,
  })
  bar.start(total, 0, { what })
  return { to: (value: number, now: string) => bar.update(value, { what: now }), stop: () => bar.stop() }
}

/** How far it is: a bar on a terminal, elsewhere a line now and then. */
export const createBar = (total: number, what: string) => {
  const bar = process.stderr.isTTY ? createTerminalBar(total, what) : createLines(total)
  return { to: (value: number, now = what) => bar.to(value, now), stop: () => bar.stop() }
}
