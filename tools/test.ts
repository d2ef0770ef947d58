import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import './stop-with-parent.ts'
import { findChromium, findPostgres, install } from './debian.ts'
import { placeForFiles, startPostgres } from './postgres.ts'
import { run } from './shell.ts'
import {
  closingLine,
  failedJourneys,
  failuresOf,
  type Report,
  type Totals,
  totalsOf,
  withSecondTry,
} from './test-totals.ts'
import { buildPages, isStale } from './web-build.ts'

// `npm test`: everything the tests need, the tests, and a closing line. What stands after `--` goes to Vitest: a part of a path, `-t name`.
const TOP = join(import.meta.dirname, '..')
const VITEST = join(TOP, 'node_modules/vitest/vitest.mjs')
const chosen = process.argv.slice(2)
const strict = process.env.CI === 'true' || process.env.CI === '1'
const folder = mkdtempSync(join(placeForFiles(), 'askwell-test-'))
chmodSync(folder, 0o755) // some tests become another user
/** Tests may take this long to end when told to. */
const PATIENCE_MS = 3000
const NOTHING_RAN: Totals = { passed: 0, failed: 1, skipped: 0 }

let interrupted = false
let stopTests = () => {}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true
    stopTests()
  })

/** A program the tests need: found, or installed where one may, or not to be had. */
const need = async (what: string, find: () => string | undefined, packages: string[]) => {
  const found = find() ?? ((await install(packages)) ? find() : undefined)
  if (!found)
    console.log(
      `\n  !! ${what} is missing and could not be installed here (Debian: apt-get install ${packages.join(' ')}).\n  !! The tests that need it are ${strict ? 'counted as failed' : 'skipped'}.\n`,
    )
  return found
}

interface Run {
  totals: Totals
  failures: string[]
  report?: Report
}

const runTests = (args: string[], env: NodeJS.ProcessEnv) =>
  new Promise<Run>((resolve) => {
    const file = join(folder, 'report.json')
    rmSync(file, { force: true })
    const reporters = ['default', 'json', join(TOP, 'tools/slowest-files.ts')].map((name) => `--reporter=${name}`)
    const usual = ['run', '--passWithNoTests', ...reporters, `--outputFile.json=${file}`]
    // A group of its own, so that sites and browsers which the tests started can be stopped with them.
    const child = spawn(process.execPath, [VITEST, ...usual, ...args], {
      cwd: TOP,
      env,
      stdio: 'inherit',
      detached: true,
    })
    const stop = (signal: NodeJS.Signals) => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal)
    }
    stopTests = () => {
      stop('SIGTERM')
      setTimeout(stop, PATIENCE_MS, 'SIGKILL').unref()
    }
    child.once('close', (ended) => {
      const code = ended ?? 1
      const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
      resolve({ totals: totalsOf(report, code), failures: failuresOf(report, code), report })
    })
  })

/** On CI a journey that failed is run once more, by itself; what passes only then is named, and is to be looked at. */
const tryAgain = async (first: Run, env: NodeJS.ProcessEnv): Promise<Run> => {
  const failed = strict && !interrupted ? failedJourneys(first.report) : []
  if (failed.length === 0) return first
  const again = await runTests(['--project=journeys', ...failed.map(({ file }) => file)], env)
  if (again.totals.failed === 0)
    for (const { file, tests } of failed)
      console.log(`\n  !! Passed only at the second try: ${file}: ${tests.join('; ') || 'the file itself'}.`)
  return { ...again, totals: withSecondTry(first.totals, again.totals) }
}

const countTests = async (project: string, postgres = '') => {
  const list = join(folder, 'list.json')
  await run(
    process.execPath,
    [VITEST, 'list', '--no-static-parse', `--project=${project}`, `--json=${list}`, ...chosen],
    { cwd: TOP, env: { ...process.env, ASKWELL_TEST_POSTGRES: postgres } },
  )
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as unknown[]).length : 0
}

/** How many tests could not be run: they are counted all the same. */
const countMissed = async (without: { chromium: boolean; postgres: boolean }) => {
  const journeys = without.chromium ? await countTests('journeys') : 0
  // With an address at hand, be there anything behind it or not, the suites list themselves once more for PostgreSQL.
  const onPostgres = without.postgres
    ? (await countTests('pieces', 'postgres://nowhere')) - (await countTests('pieces'))
    : 0
  return journeys + onPostgres
}

const runAll = async (): Promise<Totals> => {
  const chromium = await need('Chromium', findChromium, ['chromium-headless-shell', 'fonts-liberation'])
  const programs = await need('PostgreSQL', findPostgres, ['postgresql'])
  const built = !isStale() || (await buildPages())
  const postgres = programs && built ? await startPostgres(programs) : undefined
  try {
    if (!built || interrupted) return NOTHING_RAN
    const env = {
      ...process.env,
      TMPDIR: folder, // each site waits for the disk at every write
      ASKWELL_TEST_POSTGRES: postgres?.url ?? '',
      ASKWELL_E2E_CHROMIUM: chromium ?? '',
    }
    const { totals, failures } = await tryAgain(
      await runTests([...(chromium ? [] : ['--project=!journeys']), ...chosen], env),
      env,
    )
    if (failures.length && !interrupted) console.log(`\nFailed:\n${failures.join('\n')}\n`)
    const missed = await countMissed({ chromium: !chromium, postgres: !postgres })
    if (missed)
      console.log(
        `\n  !! ${missed} tests could not be run: ${[!chromium && 'Chromium', !postgres && 'PostgreSQL'].filter(Boolean).join(' and ')} missing.\n`,
      )
    return strict ? { ...totals, failed: totals.failed + missed } : { ...totals, skipped: totals.skipped + missed }
  } finally {
    await postgres?.stop()
  }
}

const totals = await runAll().catch((error: unknown) => {
  console.error(error)
  return NOTHING_RAN
})
rmSync(folder, { recursive: true, force: true })
if (totals.passed + totals.failed + totals.skipped === 0) console.log(`No test matches ${chosen.join(' ')}.`)
console.log(closingLine(totals))
process.exitCode = interrupted ? 130 : totals.failed || !totals.passed ? 1 : 0
