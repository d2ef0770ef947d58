import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { run } from './shell.ts'

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const unprivileged = async () => {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).output)),
  )
  return { uid, gid }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number }
        server.close(() => resolve(port))
      })
  })

const answers = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

// Nothing here outlives the tests, so nothing need reach the disk.
const CARELESS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
  'autovacuum=off', // no database here lives long enough
  'listen_addresses=127.0.0.1',
]

const MEMORY_DISK = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/** Where tests keep what they write: in memory where there is room for it, as each test's database is a thousand small files. */
export const placeForFiles = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    return bavail * bsize >= ROOM_BYTES ? MEMORY_DISK : tmpdir()
  } catch {
    return tmpdir()
  }
}

export interface Postgres {
  url: string
  stop(): Promise<void>
}

/** A PostgreSQL of our own in a temporary folder, which is deleted when it is stopped. */
export const startPostgres = async (programs: string): Promise<Postgres> => {
  const user = await unprivileged()
  const folder = mkdtempSync(join(placeForFiles(), 'askwell-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (user.uid) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid!)
  const made = await run(
    join(programs, 'initdb'),
    [
      '--pgdata',
      join(folder, 'cluster'),
      '--username=askwell',
      '--pwfile',
      passwordFile,
      '--auth=md5', // a connection takes half as long as with scram-sha-256
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...user, cwd: folder },
  )
  if (made.code !== 0) {
    remove()
    throw new Error(`initdb failed:\n${made.output}`)
  }
  const port = await freePort()
  const settings = [...CARELESS, `port=${port}`, `unix_socket_directories=${folder}`].flatMap((setting) => [
    '-c',
    setting,
  ])
  const child = spawn(join(programs, 'postgres'), ['-D', join(folder, 'cluster'), ...settings], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
    })
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGQUIT') // at once, without tidying what is thrown away anyhow
    await ended
    remove()
  }
  const url = `postgres://askwell:${password}@127.0.0.1:${port}/postgres`
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    if (await answers(url)) return { url, stop }
    await new Promise((resume) => setTimeout(resume, 100))
  }
  await stop()
  throw new Error(`PostgreSQL didn't start:\n${said}`)
}
