import { SingleBar } from 'cli-progress'

/** A bar on a terminal; elsewhere, as in a log, nothing. */
export const createBar = (total: number, what: string) => {
  const bar = new SingleBar({
    format: `{what} {bar} {percentage} % {eta_formatted}`,
    hideCursor: true,
    clearOnComplete: true,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    etaBuffer: 200,
  })
  const isShown = process.stderr.isTTY
  if (isShown) bar.start(total, 0, { what })
  return {
    to: (value: number, now = what) => {
      if (isShown) bar.update(value, { what: now })
    },
    stop: () => {
      if (isShown) bar.stop()
    },
  }
}
