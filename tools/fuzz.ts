import { parseArgs } from 'node:util'
import './stop-with-parent.ts'
import { findPostgres, install } from './debian.ts'
import { startPostgres } from './postgres.ts'

// `npm run fuzz -- --calls 1000000 --engine sqlite --seed 7`: generated calls, right and wrong, on sites of their own.
// Without an engine both; without a seed one by the clock, which is said. One seed makes one site's calls, so a fault is found again.

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1000000' }, engine: { type: 'string' }, seed: { type: 'string' } },
})
const calls = Number(values.calls)
let seed = Number(values.seed ?? Math.floor(Date.now() / 1000))
if (!Number.isSafeInteger(calls) || calls < 1 || !Number.isSafeInteger(seed))
  throw new Error('--calls and --seed are whole numbers')
/** This many calls on one site; then a new one, with the next seed. */
const ON_ONE_SITE = 20_000

const programs =
  values.engine === 'sqlite'
    ? undefined
    : (findPostgres() ?? ((await install(['postgresql'])) ? findPostgres() : undefined))
if (!programs && values.engine !== 'sqlite') console.log('PostgreSQL is missing: only SQLite is tried.')
const postgres = programs ? await startPostgres(programs) : undefined
process.env.ASKWELL_TEST_POSTGRES = postgres?.url ?? ''

const { engines } = await import('../server/test/world.ts')
const { fuzz } = await import('../server/test/fuzz/fuzz.ts')

const chosen = engines.filter((engine) => !values.engine || engine === values.engine)
const each = Math.ceil(calls / Math.max(1, chosen.length))
const found: string[] = []
for (const engine of chosen) {
  const statuses: Record<number, number> = {}
  let done = 0
  const began = performance.now()
  while (done < each && found.length === 0) {
    const before = done
    const outcome = await fuzz(engine, {
      seed: seed++,
      calls: Math.min(ON_ONE_SITE, each - done),
      onProgress: (now) =>
        process.stderr.write(
          `\r${engine}: ${before + now} of ${each} calls, ${Math.round((before + now) / ((performance.now() - began) / 1000))} a second `,
        ),
    })
    done += outcome.calls
    found.push(...outcome.failures)
    for (const [status, times] of Object.entries(outcome.byStatus))
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times
  }
  process.stderr.write('\n')
  console.log(
    `${engine}: ${done} calls, seeds up to ${seed - 1}; answers ${Object.entries(statuses)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ')}; ${found.length} failures`,
  )
}
for (const failure of found) console.log(`\n${failure}`)
await postgres?.stop()
process.exitCode = found.length || chosen.length === 0 ? 1 : 0
