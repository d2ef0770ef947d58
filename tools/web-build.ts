import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFolder } from './compress.ts'
import { arePluginBundlesThere, bundlePlugins, sourcesOfMainParts } from './plugin-bundles.ts'
import { shortenRouteList } from './route-list.ts'
import { run } from './shell.ts'
import { switchBuild } from './switch-build.ts'

const TOP = join(import.meta.dirname, '..')
const BUILD = join(TOP, 'web/build')
const FRESH = join(TOP, 'web/.react-router/build/fresh')
const STAMP = 'made-from'

/** All that the pages are made from. By content, not by time: a checkout touches files without changing them. */
const SOURCES = [
  'web/*.*',
  'web/{app,public}/**/*.*',
  '{contract,plugin-kit}/src/**/*.ts',
  'plugins/*/browser/*.ts',
  'locales/**/*.json',
  'package-lock.json',
  'tools/{web-build,plugin-bundles,switch-build,route-list,compress}.ts',
  'server/src/plugin-host/isolated/allowed-modules.ts',
]

const fingerprint = (top: string) => {
  const hash = createHash('sha256')
  for (const path of globSync([...SOURCES, ...sourcesOfMainParts()], { cwd: top, exclude: ['**/*.test.*'] }).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(top, path)))
      .update('\0')
  return hash.digest('hex')
}

export const isStale = () => {
  const stamp = join(BUILD, STAMP)
  return !arePluginBundlesThere() || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(TOP)
}

/** Builds the pages beside those that are there, and says so while it lasts; what the builder says is shown only when it fails. */
export const buildPages = async () => {
  const madeFrom = fingerprint(TOP)
  const started = performance.now()
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`
  const live = process.stdout.isTTY
  process.stdout.write('Building the pages …')
  const ticking = live && setInterval(() => process.stdout.write(`\rBuilding the pages … ${seconds()}`), 1000)
  rmSync(FRESH, { recursive: true, force: true })
  const { code, output } = await run(process.execPath, [join(TOP, 'node_modules/.bin/react-router'), 'build'], {
    cwd: join(TOP, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const assets = join(FRESH, 'client/assets')
  if (code === 0) {
    shortenRouteList(assets)
    await compressFolder(assets)
    await bundlePlugins()
  }
  if (ticking) clearInterval(ticking)
  process.stdout.write(`${live ? '\rBuilding the pages …' : ''} ${code === 0 ? 'done' : 'failed'} in ${seconds()}\n`)
  if (code !== 0) {
    process.stderr.write(output)
    return false
  }
  writeFileSync(join(FRESH, STAMP), madeFrom)
  switchBuild(FRESH, BUILD)
  return true
}

if (import.meta.main && isStale() && !(await buildPages())) process.exitCode = 1
