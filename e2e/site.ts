import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FirstSite } from '@askwell/contract/installation.ts'
import pg from 'pg'
import { type Call, callsOf } from './calls.ts'
import { startProxy } from './proxy.ts'

const TOP = join(import.meta.dirname, '..')
const PATIENCE_MS = 45_000

export interface SiteOptions {
  /** False: a site nobody has installed yet. */
  installed?: boolean
  database?: 'sqlite' | 'postgres'
  /** This many processes behind a balancer, on one PostgreSQL; ASKWELL_E2E_PROCESSES sets it for all journeys. */
  processes?: number
  /** Offers pseudo-languages as well (pseudo-languages.ts). */
  pseudo?: boolean
  /** Where pushes to `PUSH_HOST` go (push-route.ts). */
  push?: string
  /** Its disk can be filled (full-disk.ts). */
  disk?: boolean
  /** The folder below which dumps may lie. */
  imports?: string
  /** Whether rate limits hold: most journeys do more than one person may. */
  limits?: boolean
  /** Whether badges are awarded: their dialog would stand over what most journeys are about. */
  badges?: boolean
  /** What the wizard would be told otherwise. */
  first?: Partial<FirstSite>
}

/** A site in a process of its own, as somebody who runs it would have it. Journeys speak HTTP with it. */
export interface Site {
  url: string
  /** Where each of its processes answers by itself. */
  processes: string[]
  /** Its data folder. */
  data: string
  /** The address of its database on PostgreSQL. */
  database: string | undefined
  call: Call
  /** Fills the disk, or makes room again, where that was wished for. */
  turnDisk(): void
  /** What the journey makes the process complain of. */
  expect(complaint: RegExp): void
  stop(): Promise<void>
}

export const ADMIN = { name: 'admin', e_mail: 'admin@example.com', pass: 'admin-password-1' }

/** A database of its own in the PostgreSQL that the tests started. */
export const freshDatabase = async () => {
  const server = process.env.ASKWELL_TEST_POSTGRES
  if (!server) throw new Error('ASKWELL_TEST_POSTGRES is not set: run this journey with npm test')
  const name = `journey_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** What it says at its start; and how long its database took, which depends on what else the machine does. */
const QUIET = /^Askwell is ready|"event":"slow query"/

/** The developer's own settings must not reach the site under test. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ASKWELL_')))

const launch = async (
  data: string,
  database: string | undefined,
  expected: RegExp[],
  {
    pseudo = false,
    limits = false,
    push,
    disk = false,
    imports,
  }: Pick<SiteOptions, 'pseudo' | 'limits' | 'push' | 'disk' | 'imports'> = {},
) => {
  const child = spawn(
    process.execPath,
    [
      ...(pseudo ? ['--import', join(TOP, 'e2e/pseudo-languages.ts')] : []),
      ...(push ? ['--import', join(TOP, 'e2e/push-route.ts')] : []),
      ...(disk ? ['--import', join(TOP, 'e2e/full-disk.ts')] : []),
      join(TOP, 'server/src/main.ts'),
      '--port',
      '0',
      '--data',
      data,
      '--limits',
      limits ? '1' : 'off',
      ...(database ? ['--database', database] : []),
      ...(imports ? ['--import-folder', imports] : []),
    ],
    {
      cwd: TOP,
      env: { ...environment(), NODE_ENV: 'production', ...(push && { JOURNEY_PUSH_SERVICE: push }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += String(chunk)
      const ready = /Askwell is ready at (http:\S+)/.exec(said)
      if (ready) resolve(ready[1]!)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const timer = setTimeout(
      () => reject(new Error(`the site was not ready in ${PATIENCE_MS} ms:\n${said}`)),
      PATIENCE_MS,
    )
    void ended.then(() => reject(new Error(`the site ended before it was ready:\n${said}`)))
    void ended.then(() => clearTimeout(timer))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    // What the process complained of belongs to the journey that made it complain.
    const complaints = said
      .split('\n')
      .filter((line) => line && !QUIET.test(line) && !expected.some((one) => one.test(line)))
    if (complaints.length) throw new Error(`the site said:\n${complaints.join('\n')}`)
    if (child.exitCode !== 0) throw new Error(`the site ended with ${child.exitCode ?? child.signalCode} on SIGTERM`)
  }
  return { url, stop, turnDisk: () => void child.kill('SIGUSR2') }
}

const OFTEN = Number(process.env.ASKWELL_E2E_PROCESSES ?? 1)

/** More of the same behind one address; they begin with a site that is installed already. */
const balance = async (
  first: { url: string; stop(): Promise<void> },
  data: string,
  database: string,
  count: number,
  expected: RegExp[],
) => {
  const proxy = await startProxy([first.url])
  const others: { url: string; stop(): Promise<void> }[] = []
  return {
    proxy,
    async addOthers() {
      while (others.length < count - 1) others.push(await launch(data, database, expected))
      proxy.targets.push(...others.map(({ url }) => url))
    },
    async stop() {
      await proxy.stop()
      for (const one of [first, ...others]) await one.stop()
    },
  }
}

const switchBadgesOff = async (call: Call) => {
  const { access_token: token } = await call<{ access_token: string }>('POST', '/answer/api/v1/user/login/email', {
    body: { e_mail: ADMIN.e_mail, pass: ADMIN.pass },
  })
  const { list } = await call<{ list: { id: string }[] }>('GET', '/answer/admin/api/badges?page_size=100', { token })
  await Promise.all(
    list.map(({ id }) => call('PUT', '/answer/admin/api/badge/status', { token, body: { id, status: 'inactive' } })),
  )
}

export const startSite = async ({
  installed = true,
  database = OFTEN > 1 ? 'postgres' : 'sqlite',
  push,
  processes = installed && database === 'postgres' && !push ? OFTEN : 1,
  pseudo = false,
  disk = false,
  imports,
  limits = false,
  badges = false,
  first = {},
}: SiteOptions = {}): Promise<Site> => {
  const data = mkdtempSync(join(tmpdir(), 'askwell-journey-'))
  const place = database === 'postgres' ? await freshDatabase() : undefined
  const expected: RegExp[] = []
  const single = await launch(data, place, expected, {
    pseudo,
    limits,
    disk,
    ...(push && { push }),
    ...(imports && { imports }),
  })
  const several = place && processes > 1 ? await balance(single, data, place, processes, expected) : undefined
  const [url, stop] = several ? [several.proxy.url, several.stop] : [single.url, single.stop]
  const call = callsOf(url)
  const site: Site = {
    url,
    data,
    call,
    turnDisk: single.turnDisk,
    expect: (complaint) => void expected.push(complaint),
    database: place,
    processes: several ? several.proxy.targets : [url],
    async stop() {
      try {
        await stop()
      } finally {
        rmSync(data, { recursive: true, force: true })
      }
    },
  }
  if (!installed) return site
  try {
    await call('POST', '/installation/init', {
      body: { db_type: database === 'sqlite' ? 'sqlite3' : 'postgres', db_file: join(data, 'askwell.db') },
    })
    await call('POST', '/installation/base-info', {
      body: {
        lang: 'en_US',
        site_name: 'Journeys',
        site_url: url,
        contact_email: 'desk@example.com',
        name: ADMIN.name,
        email: ADMIN.e_mail,
        password: ADMIN.pass,
        login_required: false,
        external_content_display: 'always_display',
        ...first,
      } satisfies FirstSite,
    })
    if (!badges) await switchBadgesOff(call)
    await several?.addOthers()
  } catch (error) {
    await site.stop()
    throw error
  }
  return site
}
