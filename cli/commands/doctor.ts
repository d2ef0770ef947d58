import { examine, type Fault } from '@askwell/server/features/upkeep/service.ts'
import { command, configOf, siteFlags } from '../command.ts'
import { createBar } from '../progress.ts'
import { withApp, withReader } from '../with-site.ts'

const lineOf = ({ check, says, found, repaired, rows }: Fault) => {
  const left = found - repaired
  const named = rows.length < left ? [...rows, `and ${left - rows.length} more`] : rows
  return [
    ...(repaired ? [`${check}: ${repaired} put right`] : []),
    ...(left ? [`${check}: ${left} wrong: ${named.join(', ')} (${says})`] : []),
  ].join('\n')
}

const SHARES = 1000

export const doctor = command({
  command: 'doctor',
  describe: 'hold every count, copy and promise against the facts',
  builder: (flags) =>
    siteFlags(flags)
      .option('fix', { type: 'boolean', describe: "put right what can be made afresh, and say what can't" })
      .example('$0 doctor', 'only looks; the site may be running')
      .example('$0 doctor --fix', '')
      .epilogue("Ends with 1 where something is wrong that wasn't put right."),
  async handler(given) {
    const config = configOf(given)
    const bar = createBar(SHARES, 'posts')
    const onProgress = (part: string, share: number) => bar.to(Math.round(share * SHARES), part)
    const began = performance.now()
    try {
      const faults = given.fix
        ? await withApp(config, (app) => examine(app, { repair: app.transaction, onProgress }))
        : await withReader(config, (reader) => examine(reader, { onProgress }))
      bar.stop()
      for (const fault of faults) console.log(lineOf(fault))
      if (faults.length === 0)
        console.log(`Everything is as it should be; ${((performance.now() - began) / 1000).toFixed(1)} s.`)
      const left = faults.filter(({ found, repaired }) => found > repaired)
      if (left.length === 0) return
      console.log(
        given.fix
          ? "What is left can't be made afresh from anything else: it takes a person, or a backup."
          : '`npm run askwell -- doctor --fix` puts right what can be made afresh.',
      )
      process.exitCode = 1
    } finally {
      bar.stop()
    }
  },
})
