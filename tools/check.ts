import { globSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { missingAddresses, type RouteEntry } from './checks/addresses.ts'
import { outsideCitations } from './checks/citations.ts'
import { mapGaps } from './checks/map.ts'
import { focusedTests, htmlSinks, strayedEnvironment, strayedSql } from './checks/places.ts'
import { wrongPackages } from './checks/packages.ts'
import { pluginPageGaps } from './checks/plugin-pages.ts'
import { pluginsThere } from './plugins-there.ts'
import { featureRings, wrongDirections } from './checks/server-directions.ts'
import { foreignWrites, unownedTables } from './checks/table-writes.ts'
import { wrongWebDirections } from './checks/web-directions.ts'
import { wrongVersions } from './checks/versions.ts'
import { localeGaps, unusedMessages } from './checks/messages.ts'
import { englishOf, staleReference } from './checks/reference.ts'
import { run } from './shell.ts'
import { type Files, readFiles, TOP } from './source.ts'

/** What it says is wrong; silence is health. */
type Check = () => Promise<string[]> | string[]

const BIN = join(TOP, 'node_modules/.bin')
// Programs of packages begin with `env node`, and oxlint looks for its type checker in the PATH.
const env = { ...process.env, PATH: [dirname(process.execPath), BIN, process.env.PATH].join(delimiter) }

const program =
  (name: string, args: string[], cwd = TOP): Check =>
  async () => {
    const { code, output } = await run(join(BIN, name), args, { cwd, env })
    return code === 0 ? [] : [output.trimEnd() || `${name} ended with ${code}`]
  }

/** A package or a version that the lock file lacks: `npm ci` would refuse to install anything. */
const lockFile: Check = async () => {
  const { code, output } = await run('npm', ['ci', '--dry-run', '--ignore-scripts', '--offline'], { cwd: TOP })
  return code === 0 ? [] : [`${output.trimEnd()}\nRun "npm install --ignore-scripts".`]
}

const inTurn =
  (...checks: Check[]): Check =>
  async () => {
    for (const check of checks) {
      const found = await check()
      if (found.length) return found
    }
    return []
  }

/** Tables and their owners, as the program itself knows them. */
const tableWrites =
  (files: Files): Check =>
  async () => {
    const { OWNER } = await import('../server/src/db/tables.ts')
    return [...unownedTables(files, OWNER), ...foreignWrites(files, OWNER)]
  }

// By its path, so that the pages' own types stay out of this program.
const addresses: Check = async () => {
  const { default: routes } = (await import(join(TOP, 'web/app/routes.ts'))) as {
    default: RouteEntry[] | Promise<RouteEntry[]>
  }
  return missingAddresses(await routes)
}

const messages =
  (files: Files): Check =>
  async () => {
    const { REASONS } = await import('../contract/src/reasons.ts')
    return unusedMessages(files, REASONS)
  }

/** Read while the check runs: the pages are made from the contract as it is now. */
const reference =
  (files: Files): Check =>
  async () => {
    const { referencePages } = await import('./reference/pages.ts')
    return staleReference(files, referencePages(englishOf(files)))
  }

const pluginPages =
  (files: Files): Check =>
  async () => {
    const paths = globSync('docs/plugins/pictures/*', { cwd: TOP }).map((path) => path.replaceAll('\\', '/'))
    const pictures = new Map(paths.map((path) => [path, statSync(join(TOP, path)).size]))
    return pluginPageGaps(files, await pluginsThere(files), pictures)
  }

const at = (path: string) => readFileSync(join(TOP, path), 'utf8')

const checks = (files: Files): Record<string, Check> => ({
  'types: server, cli, tools': program('tsc', ['-p', '.']),
  'types: pages': inTurn(
    program('react-router', ['typegen'], join(TOP, 'web')),
    program('tsc', ['-p', '.'], join(TOP, 'web')),
  ),
  'lock file': lockFile,
  lint: program('oxlint', ['--type-aware']),
  format: program('oxfmt', ['--check', '.']),
  packages: () => wrongPackages(files),
  'directions in the server': () => [...wrongDirections(files), ...featureRings(files)],
  'directions in the pages': () => wrongWebDirections(files),
  'tables and their owners': tableWrites(files),
  addresses,
  messages: messages(files),
  languages: () => localeGaps(files),
  'raw SQL': () => strayedSql(files),
  'HTML sinks': () => htmlSinks(files),
  'tests left out': () => focusedTests(files),
  settings: () => strayedEnvironment(files),
  'the map': () => mapGaps(files),
  'reference pages': reference(files),
  'pages of plugins': pluginPages(files),
  citations: () => outsideCitations(files),
  versions: () => wrongVersions(files, at('CHANGELOG.md'), at('package.json')),
})

const wanted = process.argv.slice(2)
const chosen = Object.entries(checks(readFiles())).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
const started = performance.now()
const results = await Promise.all(
  chosen.map(async ([name, check]) => {
    const begun = performance.now()
    const found = await (async () => check())().catch((error: Error) => [error.stack ?? error.message])
    console.log(
      `${found.length ? '✗' : '✓'} ${name.padEnd(28)}${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s${found.length ? `   ${found.length} found` : ''}`,
    )
    return { name, found }
  }),
)

const failed = results.filter(({ found }) => found.length > 0)
for (const { name, found } of failed) console.log(`\n── ${name}\n${found.join('\n')}`)
console.log(
  `\n${results.length - failed.length} of ${results.length} checks passed in ${((performance.now() - started) / 1000).toFixed(1)} s`,
)
process.exitCode = failed.length ? 1 : 0
