import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpus } from '../server/test/corpus.ts'
import { engines, freshDatabase } from '../server/test/world.ts'

// The lines that README.md and docs/operations.md print are run here as they stand there.

const TOP = join(import.meta.dirname, '..')
const temporary = mkdtempSync(join(tmpdir(), 'askwell-documented-'))
const at = (...path: string[]) => join(temporary, ...path)
const checkout = at('opt/askwell')
const pages = ['README.md', 'docs/operations.md'].map((name) => ({ name, text: readFileSync(join(TOP, name), 'utf8') }))

/** What takes a machine of one's own. A line more here is a line less that is known to work, so it has to be written down. */
const NOT_RUN: [RegExp, string][] = [
  [/^npm ci$/, 'the packages are there already, and shared with all other tests'],
  [/^npm test$/, 'is what runs this'],
  [/^npm run build$/, 'the pages are built before the tests, and shared with them'],
  [/^git clone … \S+$/, 'there is no repository to clone from; a folder of links to this one stands for it'],
  [/^git fetch --tags$/, 'there is no other repository'],
  [/^git checkout v0\.1\.0$/, 'would change the files that are being tested'],
  [/^useradd /, 'makes a user on the machine'],
  [/^chgrp askwell /, 'needs that user'],
  [/^systemctl /, 'needs a running systemd'],
  [/^ASKWELL_DATABASE_PASSWORD=\S+ docker compose up --build$/, 'needs Docker, and images from elsewhere'],
  [/^docker compose cp /, 'needs Docker'],
  [/ files move --to s3$/, 'needs a storage; cli/operations.test.ts moves uploads into one'],
]

/** Where things are on a machine of one's own, and whose word stands for what. */
const placed = (text: string, postgres: string) =>
  text
    .replaceAll(/^(\s*)sudo -u askwell /gm, '$1') // the tests already run as the site's user
    .replaceAll(/^(\s*)docker compose exec askwell /gm, '$1') // inside, it is this command
    .replaceAll('/opt/askwell', checkout)
    .replaceAll('/var/lib/askwell', at('var'))
    .replaceAll('/etc/systemd/system', at('etc'))
    .replaceAll('/etc/askwell.env', at('etc/askwell.env'))
    .replaceAll('/usr/local/bin', at('bin'))
    .replaceAll('/backups', at('backups'))
    .replaceAll('/data/', `${at('backups')}/`)
    .replaceAll('path/to/the/dump', corpus('stackexchange-conlang-meta-2020') ?? '')
    .replaceAll('postgres://askwell:…@127.0.0.1/askwell', postgres)
    .replaceAll('--password …', '--password a-long-password')
    .replaceAll(/\bFILE\b/g, at('backups/askwell-2026-11-21.tar.gz'))

interface Box {
  page: string
  language: string
  /** What begins a box, to be found by. */
  lines: string[]
}

const boxes: Box[] = pages.flatMap(({ name, text }) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, content]) => ({
    page: name,
    language: language!,
    lines: content!
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, ''))
      .filter(Boolean),
  })),
)
const stepsOf = (line: string) => line.split(/ && (?!find)/)
const isNotRun = (step: string) => NOT_RUN.some(([pattern]) => pattern.test(step))

/** `npm start` goes on for ever: until the site is ready is enough. */
const startAndStop = async (command: string, env: NodeJS.ProcessEnv) => {
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd: checkout, env: { ...env, ASKWELL_PORT: '0' } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (said += chunk))
  const ended = once(child, 'close')
  while (!said.includes('Askwell is ready') && child.exitCode === null && child.signalCode === null)
    await Promise.race([once(child.stdout, 'data'), ended])
  child.kill('SIGTERM')
  await ended
  return said
}

describe('what the pages say to type', { timeout: 300_000 }, () => {
  let postgres: Awaited<ReturnType<typeof freshDatabase>> | undefined
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    for (const folder of ['opt/askwell', 'etc', 'bin', 'backups', 'home']) mkdirSync(at(folder), { recursive: true })
    for (const name of readdirSync(TOP))
      if (!name.startsWith('.git') && name !== 'data') symlinkSync(join(TOP, name), join(checkout, name))
    if (engines.includes('postgres')) postgres = await freshDatabase('postgres')
    const clean = Object.entries(process.env).filter(([name]) => !/^(ASKWELL_|npm_)/.test(name))
    env = {
      ...Object.fromEntries(clean),
      HOME: at('home'),
      PATH: `${at('bin')}:${join(TOP, 'node_modules/.bin')}:${process.env.PATH}`,
      ASKWELL_ENV_FILE: '/dev/null', // not that of a site which this machine may have
    }
  }, 60_000)
  afterAll(async () => {
    await postgres?.remove()
    rmSync(temporary, { recursive: true, force: true })
  })

  const type = (line: string, more: NodeJS.ProcessEnv = {}, cwd = checkout) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', placed(line, postgres?.url ?? '')], {
      encoding: 'utf8',
      cwd,
      env: { ...env, ...more },
    })
    return { line, status, stdout, stderr }
  }
  /** All steps of all lines of a box, but for those that can't be. */
  const typeAll = async (box: Box, more?: NodeJS.ProcessEnv) => {
    for (const line of box.lines)
      for (const step of stepsOf(line)) {
        if (isNotRun(step)) continue
        if (step.includes('postgres://') && !postgres) continue
        if (step.startsWith('cd ')) continue // everything is typed there
        if (step === 'npm start') expect(await startAndStop(step, { ...env, ...more })).toContain('Askwell is ready')
        else expect(type(step, more)).toMatchObject({ line: step, status: 0 })
      }
  }
  const boxWith = (text: string) => {
    const found = boxes.filter(({ lines }) => lines.some((line) => line.includes(text)))
    expect(found.map(({ lines }) => lines[0])).toHaveLength(1)
    return found[0]!
  }
  const service = { ASKWELL_ENV_FILE: at('etc/askwell.env') }

  test('every box says what it is in, and each is tried below', () => {
    expect(boxes.map(({ language, lines }) => `${language} ${lines[0]!.split(' ').slice(0, 5).join(' ')}`)).toEqual([
      'sh npm ci && npm start',
      'sh npm run askwell -- import',
      'sh ASKWELL_DATABASE_PASSWORD=letters-and-digits docker compose up --build',
      'sh npm run askwell -- install',
      'sh npm run askwell -- make-admin',
      'sh git clone … /opt/askwell &&',
      'sh sudo -u askwell askwell doctor',
      'sh docker compose exec askwell askwell',
      'sh npm run askwell -- backup',
      'cron 15 3 * * *',
      'sh docker compose exec askwell askwell',
      'sh npm run askwell -- restore',
      'sh npm run askwell -- files',
      'sh sudo -u askwell askwell backup',
    ])
  })

  test('nothing is left out that isn’t said, and nothing is said that isn’t left out', () => {
    const steps = boxes.flatMap(({ lines }) => lines.flatMap(stepsOf))
    expect(NOT_RUN.filter(([pattern]) => !steps.some((step) => pattern.test(step)))).toEqual([])
    expect(NOT_RUN).toHaveLength(12)
    expect(steps.filter((step) => !isNotRun(step)).length).toBeGreaterThanOrEqual(18)
  })

  test('in a checkout: first start, install, import, backup, restore, also onto PostgreSQL', async () => {
    await typeAll(boxWith('npm start'))
    rmSync(join(checkout, 'data'), { recursive: true, force: true })
    await typeAll(boxWith('askwell -- install'))
    if (corpus('stackexchange-conlang-meta-2020')) await typeAll(boxWith('import stackexchange'))
    await typeAll(boxWith('-- make-admin'))
    await typeAll(boxWith('-- backup /backups'))
    rmSync(join(checkout, 'data'), { recursive: true })
    await typeAll(boxWith('-- restore /backups'))
    if (postgres) {
      const { database } = JSON.parse(readFileSync(join(checkout, 'data/config.json'), 'utf8')) as { database: string }
      expect(database).toBe(postgres.url)
    }
    expect(await startAndStop('npm start', env)).toContain('Askwell is ready')
    await typeAll(boxWith('-- files move'))
    expect(type('npm run askwell -- doctor').stdout).toContain('Everything is as it should be')
  })

  test('as a service: the settings, the command, its doctor, nightly backups, an update', async () => {
    await typeAll(boxWith('systemctl daemon-reload'))
    expect(readFileSync(at('etc/askwell.env'), 'utf8')).toContain('ASKWELL_DATA=/var/lib/askwell')
    writeFileSync(at('etc/askwell.env'), `ASKWELL_DATA=${at('var')}\n`)
    const [install] = boxWith('askwell -- install').lines
    expect(type(install!.replace('npm run askwell --', 'askwell'), service, temporary).status).toBe(0)
    expect(existsSync(at('var/askwell.db'))).toBe(true)
    await typeAll(boxWith('sudo -u askwell askwell doctor'), service)
    const [cron] = boxWith('15 3 * * *').lines
    const nightly = cron!.replace(/^[\d *]+/, '').replaceAll('\\%', '%')
    expect(type(nightly, service, temporary)).toMatchObject({ status: 0 })
    await typeAll(boxWith('systemctl restart askwell'), service)
    expect(readdirSync(at('backups')).filter((name) => name.endsWith('.tar.gz')).length).toBeGreaterThanOrEqual(2)
  })

  test('in a container: its environment says where the site lives', async () => {
    cpSync(at('var'), at('container'), { recursive: true })
    expect(boxes.filter(({ lines }) => lines[0]!.startsWith('docker compose exec'))).toHaveLength(2)
    const container = { ASKWELL_DATA: at('container') }
    for (const box of boxes.filter(({ lines }) => lines[0]!.startsWith('docker compose exec')))
      await typeAll(box, container)
  })

  test('commands that are only named exist, and take what is said of them', () => {
    const named = pages.flatMap(({ text }) => [
      ...text.matchAll(/`(?:npm run askwell --|sudo -u askwell askwell|docker compose exec askwell askwell) ([^`]+)`/g),
    ])
    expect(named.length).toBeGreaterThan(8)
    const verbs = [...new Set(named.map(([, rest]) => rest!.split(' ')[0]!))].filter((verb) => !verb.startsWith('-'))
    for (const verb of verbs) expect(type(`askwell ${verb} --help`)).toMatchObject({ status: 0 })
  })

  test('the unit file is one', () => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
    const unit = readFileSync(join(TOP, 'docs/examples/askwell.service'), 'utf8')
    for (const wanted of ['Restart=always', 'RestartSec=5', 'StartLimitIntervalSec=0']) expect(unit).toContain(wanted)
    writeFileSync(at('etc/askwell.service'), unit.replaceAll('/opt/askwell', TOP))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', at('etc/askwell.service')], {
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })
})
