import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './shell.ts'

const isRoot = process.getuid?.() === 0

/** The first of these programs that exists, in PATH or at a path of its own. */
export const findProgram = (...names: string[]) =>
  names
    .flatMap((name) =>
      name.startsWith('/') ? [name] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
    )
    .find((path) => existsSync(path))

/** The headless shell comes first: without windows a page opens in half the time. */
export const findChromium = () =>
  findProgram(
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  )

/** The folder of PostgreSQL's own programs, newest first; Debian keeps them out of PATH. */
export const findPostgres = () => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const initdb = findProgram(...versions.map((version) => join(debian, version, 'bin/initdb')), 'initdb')
  return initdb && join(initdb, '..')
}

/** How this user may install packages, if at all: `ASKWELL_TEST_INSTALL=off` leaves the machine as it is. */
const installer = async (): Promise<string[] | undefined> => {
  if (process.env.ASKWELL_TEST_INSTALL === 'off') return undefined
  if (!findProgram('apt-get')) return undefined
  if (isRoot) return ['apt-get']
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n', 'apt-get'] : undefined
}

/** Installs Debian packages where this user may. @returns whether it could. */
export const install = async (packages: string[]) => {
  const command = await installer()
  if (!command) return false
  const [program, ...first] = command
  console.log(`Installing ${packages.join(' and ')} from Debian's packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another run may be installing.
  const apt = (...args: string[]) => run(program!, [...first, '-o', 'DPkg::Lock::Timeout=300', ...args], { env })
  const updated = await apt('-qq', 'update')
  const { code, output } =
    updated.code === 0 ? await apt('-qq', 'install', '--yes', '--no-install-recommends', ...packages) : updated
  if (code !== 0) process.stderr.write(output)
  return code === 0
}
