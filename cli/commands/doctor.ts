import type { Fault } from '@askwell/server/features/operations/integrity/findings.ts'
import { onSite, watched } from '../on-site.ts'
import { withReader } from '../with-site.ts'
import { command, configOf, siteFlags } from '../command.ts'

const lineOf = ({ check, says, found, repaired, rows }: Fault) => {
  const left = found - repaired
  const named = rows.length < left ? [...rows, `and ${left - rows.length} more`] : rows
  return [
    ...(repaired ? [`${check}: ${repaired} put right`] : []),
    ...(left ? [`${check}: ${left} wrong: ${named.join(', ')} (${says})`] : []),
  ].join('\n')
}

export const doctor = command({
  builder: (flags) =>
    siteFlags(flags)
      .option('fix', { type: 'boolean', describe: "put right what can be made afresh, and say what can't" })
      .example('$0 doctor', 'only looks')
      .example('$0 doctor --fix', '')
      .epilogue("The site may be running. Ends with 1 where something is wrong that wasn't put right."),
  async handler(given) {
    const config = configOf(given)
    const began = performance.now()
    const faults = given.fix
      ? await onSite('repair', config, {})
      : await watched('posts', ({ progress }) =>
          withReader(config, async (reader) => {
            const { examine } = await import('@askwell/server/features/operations/integrity/service.ts')
            return examine(reader, { onProgress: (part, share) => progress(share, 1, part) })
          }),
        )
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
  },
})
