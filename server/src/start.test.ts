import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, FIRST_SITE, freshDatabase, inCluster } from '../test/world.ts'
import { connect as open } from './db/connect.ts'
import { migrate, STEPS } from './db/migrate.ts'
import { translate } from './lib/messages.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const READY = /^Askwell is ready at (http:\S+)\n/

const EMPTY = '/dev/null'

let data: string
const children: ChildProcess[] = []
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'askwell-start-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

const run = (args: string[] = [], env: Record<string, string> = {}) => {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ASKWELL_')))
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--data', data, ...args], {
    // Not the file of a site that this machine may have.
    env: { ...clean, NODE_ENV: 'production', ASKWELL_ENV_FILE: EMPTY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const said = { out: '', problem: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.problem += chunk
  })
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    ...said,
  }))
  return { child, said, ended }
}
const start = async (args: string[] = [], env: Record<string, string> = {}) => {
  const process = run(args, env)
  // A process that was killed has no exit code: asking for that alone, this would never end, nor let anything else go on.
  while (!READY.test(process.said.out) && process.child.exitCode === null && process.child.signalCode === null)
    await Promise.race([once(process.child.stdout, 'data'), process.ended])
  const base = READY.exec(process.said.out)?.[1]
  if (!base) throw new Error(`did not start: ${process.said.problem}`)
  return { ...process, base, port: Number(new URL(base).port) }
}
const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('the process', { timeout: 60_000 }, () => {
  test.runIf(existsSync('/proc/self/task'))(
    'has threads enough that files never wait for passwords and pictures, or as many as it is told',
    async () => {
      const threads = async (env: Record<string, string>) => {
        const { child, base, ended } = await start([], env)
        await (await fetch(`${base}/install`)).arrayBuffer()
        const tasks = `/proc/${child.pid}/task`
        const found = readdirSync(tasks).filter((id) =>
          readFileSync(join(tasks, id, 'comm'), 'utf8').startsWith('libuv-worker'),
        ).length
        child.kill('SIGKILL')
        await ended
        return found
      }
      expect([await threads({}), await threads({ UV_THREADPOOL_SIZE: '5' })]).toEqual([8, 5])
    },
  )

  test.runIf(existsSync('/proc/self/environ'))(
    'keeps no memory for each thread apart and little for what is young, or as much as it is told, and remains the process that was started',
    async () => {
      const settings = async (env: Record<string, string>) => {
        const { child, ended } = await start(['--limits', 'on'], env)
        const [environment, flags] = ['environ', 'cmdline'].map((file) =>
          readFileSync(`/proc/${child.pid}/${file}`, 'utf8').split('\0'),
        )
        child.kill('SIGTERM')
        expect((await ended).code).toBe(0)
        return [
          ...environment!.filter((one) => one.startsWith('MALLOC_ARENA_MAX=')),
          ...flags!.filter((one) => one.startsWith('--max-semi-space-size=')),
        ]
      }
      expect(await settings({})).toEqual(['MALLOC_ARENA_MAX=2', '--max-semi-space-size=8'])
      const told = { MALLOC_ARENA_MAX: '3', NODE_OPTIONS: '--max-semi-space-size=16' }
      expect(await settings(told)).toEqual(['MALLOC_ARENA_MAX=3'])
    },
  )

  test('before a site is installed leads every page to the wizard, and every other call says so', async () => {
    const { base } = await start()
    for (const path of ['/', '/questions', '/users/login', '/nothing/here']) {
      const response = await fetch(base + path, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([302, '/install'])
    }
    expect((await fetch(`${base}/install`)).status).toBe(200)
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ installed: false })
    expect(await (await fetch(`${base}/answer/api/v1/question/page`)).json()).toMatchObject({
      code: 403,
      reason: 'base.not_installed',
    })
    expect((await fetch(`${base}/answer/api/v1/siteinfo`)).status).toBe(200)
    for (const path of ['/robots.txt', '/custom.css', '/favicon.ico'])
      expect((await fetch(base + path)).status).toBe(200)
    for (const path of ['/uploads/post/x.png', '/assets/x.js']) expect((await fetch(base + path)).status).toBe(404)
  })

  test('goes on as the site once that is installed, and has it all again after it was killed', async () => {
    const first = await start()
    expect((await post(`${first.base}/installation/init`, { db_type: 'sqlite3', db_file: '' })).status).toBe(200)
    expect((await post(`${first.base}/installation/base-info`, FIRST_SITE)).status).toBe(200)
    expect((await fetch(`${first.base}/`)).status).toBe(200)
    expect(await (await post(`${first.base}/installation/base-info`, FIRST_SITE)).json()).toMatchObject({
      code: 403,
      reason: 'base.already_installed',
    })
    expect(await (await fetch(`${first.base}/install`)).text()).toContain(translate('en_US', 'install.already_title'))
    expect(statSync(join(data, 'config.json')).mode & 0o777).toBe(0o600)
    first.child.kill('SIGKILL')
    await first.ended
    const second = await start()
    expect(await (await fetch(`${second.base}/healthz`)).json()).toEqual({ installed: true })
    expect(await (await fetch(`${second.base}/questions`)).text()).toContain('World')
  })

  test('ends cleanly when it should, whatever connections are open', async () => {
    const { child, port, base, ended } = await start()
    await (await fetch(`${base}/healthz`)).text() // kept alive
    const silent = connect(port, '127.0.0.1')
    const slow = connect(port, '127.0.0.1')
    for (const socket of [silent, slow]) socket.on('error', () => {})
    slow.write(
      'POST /answer/api/v1/question HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    await once(slow, 'connect').catch(() => {})
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, problem: '' })
  })

  const installed = async () => {
    const process = await start(['--limits', 'off'])
    expect((await post(`${process.base}/installation/init`, { db_type: 'sqlite3', db_file: '' })).status).toBe(200)
    expect((await post(`${process.base}/installation/base-info`, FIRST_SITE)).status).toBe(200)
    /** Takes a while: a password is slow to check on purpose. `begun` when the site has heard of it. */
    const login = () => {
      const asked = request(`${process.base}/answer/api/v1/user/login/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', expect: '100-continue' },
      })
      const begun = once(asked, 'continue').then(
        () => void asked.end(JSON.stringify({ e_mail: FIRST_SITE.email, pass: FIRST_SITE.password })),
      )
      const status = once(asked, 'response').then(
        ([response]) => (response as IncomingMessage).resume().statusCode,
        () => 'cut off',
      )
      asked.flushHeaders()
      return { begun, status }
    }
    return { ...process, login }
  }

  /** What in a folder others than its owner can get at. */
  const openToOthers = (folder: string) =>
    ['.', ...readdirSync(folder, { recursive: true }).map(String)].filter(
      (name) => statSync(join(folder, name)).mode & 0o077,
    )

  test('keeps what it writes to its own user, and closes a folder that was open', async () => {
    process.umask(0o022)
    chmodSync(data, 0o755)
    const first = await installed()
    const { data: user } = (await (
      await post(`${first.base}/answer/api/v1/user/login/email`, {
        e_mail: FIRST_SITE.email,
        pass: FIRST_SITE.password,
      })
    ).json()) as { data: { access_token: string } }
    const form = new FormData()
    form.set('source', 'post')
    form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png')
    const sent = await fetch(`${first.base}/answer/api/v1/file`, {
      method: 'POST',
      headers: { authorization: user.access_token },
      body: form,
    })
    const { data: address } = (await sent.json()) as { data: string }
    const read = async (base: string) => (await fetch(base + new URL(address).pathname)).status
    expect([await read(first.base), openToOthers(data)]).toEqual([200, []])
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['askwell.db', 'config.json', 'uploads']))
    first.child.kill('SIGTERM')
    await first.ended
    for (const name of ['.', 'uploads']) chmodSync(join(data, name), 0o755)
    for (const name of ['askwell.db', 'config.json']) chmodSync(join(data, name), 0o644)
    const second = await start()
    expect([await read(second.base), openToOthers(data)]).toEqual([200, []])
  })

  test('finishes what it has begun to answer before it ends', async () => {
    const { child, ended, login } = await installed()
    const logins = Array.from({ length: 3 }, login)
    await Promise.all(logins.map(({ begun }) => begun))
    child.kill('SIGTERM')
    expect(await Promise.all(logins.map(({ status }) => status))).toEqual([200, 200, 200])
    expect(await ended).toMatchObject({ code: 0, problem: '' })
  })

  test('tells monitoring that it is not ready before it ends, and goes on answering until that was seen', async () => {
    const { child, base, ended, login } = await installed()
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    const seen: number[] = []
    while (!seen.includes(503)) seen.push((await fetch(`${base}/readyz`)).status)
    expect([await login().status, (await fetch(`${base}/healthz`)).status]).toEqual([200, 200])
    expect(await ended).toMatchObject({ code: 0, problem: '' })
  })

  test('ends as cleanly by Ctrl-C, twice', async () => {
    const { child, ended } = await start()
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0, problem: '' })
  })
})

describe('a data folder', { timeout: 60_000 }, () => {
  const nameOf = async (base: string) => {
    const { data: said } = (await (await fetch(`${base}/answer/api/v1/siteinfo`)).json()) as {
      data: { general: { name: string } }
    }
    return said.general.name
  }
  const isInstalled = async (base: string) =>
    ((await (await fetch(`${base}/healthz`)).json()) as { installed: boolean }).installed
  const stop = async ({ child, ended }: ReturnType<typeof run>) => {
    child.kill('SIGTERM')
    await ended
  }
  const install = async (db_file = '') => {
    const process = await start()
    expect((await post(`${process.base}/installation/init`, { db_type: 'sqlite3', db_file })).status).toBe(200)
    expect((await post(`${process.base}/installation/base-info`, FIRST_SITE)).status).toBe(200)
    return process
  }
  const away: string[] = []
  afterEach(() => {
    for (const folder of away.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  /** Somewhere else, where nothing is yet. */
  const elsewhere = () => {
    const place = join(mkdtempSync(join(tmpdir(), 'askwell-elsewhere-')), 'site')
    away.push(join(place, '..'))
    return place
  }

  test.each(['', 'my.db'])('that is moved takes its site along (database "%s")', async (db_file) => {
    await stop(await install(db_file))
    const place = elsewhere()
    renameSync(data, place)
    const { base } = await start(['--data', place])
    expect([await isInstalled(base), await nameOf(base)]).toEqual([true, 'World'])
    expect(existsSync(data)).toBe(false)
  })

  test('that is moved takes its site along, though a whole path was written down', async () => {
    await stop(await install())
    writeFileSync(join(data, 'config.json'), JSON.stringify({ database: `sqlite:${join(data, 'askwell.db')}` }))
    const place = elsewhere()
    renameSync(data, place)
    const { base, said } = await start(['--data', place])
    expect(await isInstalled(base)).toBe(true)
    expect(said.problem).toMatch(/^\S+config\.json names \S+askwell\.db, which is not there; \S+askwell\.db is used\./)
    expect(existsSync(data)).toBe(false)
  })

  test.each(['as it is', 'with a whole path'])('that is copied is a second site of its own (%s)', async (written) => {
    await stop(await install())
    if (written === 'with a whole path')
      writeFileSync(join(data, 'config.json'), JSON.stringify({ database: `sqlite:${join(data, 'askwell.db')}` }))
    const place = elsewhere()
    cpSync(data, place, { recursive: true })
    const [original, copy] = [await start(), await start(['--data', place])]
    const login = await post(`${copy.base}/answer/api/v1/user/login/email`, {
      e_mail: FIRST_SITE.email,
      pass: FIRST_SITE.password,
    })
    const { access_token } = ((await login.json()) as { data: { access_token: string } }).data
    const renamed = await fetch(`${copy.base}/answer/admin/api/siteinfo/general`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: access_token },
      body: JSON.stringify({
        name: 'Copy',
        short_description: '',
        description: '',
        site_url: 'http://copy.example',
        contact_email: 'copy@example.com',
      }),
    })
    expect(renamed.status).toBe(200)
    expect([await nameOf(original.base), await nameOf(copy.base)]).toEqual(['World', 'Copy'])
  })

  test('whose database is gone is an error, and nothing is made in its place', async () => {
    await stop(await install())
    rmSync(join(data, 'askwell.db'))
    for (const args of [[], ['--database', 'sqlite:other.db']]) {
      const { code, out, problem } = await run(args).ended
      expect([code, out]).toEqual([1, ''])
      expect(problem).toMatch(/^The database \S+\.db is not there, though [^\n]+\.\n$/)
    }
    expect([existsSync(join(data, 'askwell.db')), existsSync(join(data, 'other.db'))]).toEqual([false, false])
  })

  test('has its database to itself: no other folder and no link leads a second process to it', async () => {
    await install()
    const place = elsewhere()
    symlinkSync(data, `${place}-link`)
    symlinkSync(join(data, 'askwell.db'), `${place}.db`)
    for (const path of [join(data, 'askwell.db'), join(`${place}-link`, 'askwell.db'), `${place}.db`]) {
      const { code, problem } = await run(['--data', place, '--database', `sqlite:${path}`]).ended
      expect([code, problem]).toEqual([
        1,
        expect.stringMatching(/^Another Askwell process is using the database [^\n]+\.\n$/),
      ])
    }
  })
})

describe.runIf(engines.includes('postgres'))('a database server', { timeout: 60_000 }, () => {
  test('that is not there yet is waited for', async () => {
    const { url, remove } = await freshDatabase('postgres')
    const away = new URL(url)
    const listener = createServer((socket) => {
      const through = connect(Number(away.port), away.hostname)
      socket.pipe(through).pipe(socket)
      for (const end of [socket, through]) end.on('error', () => void (socket.destroy(), through.destroy()))
    })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    listener.close()
    await once(listener, 'close')
    const near = new URL(url)
    near.host = `127.0.0.1:${port}`
    const waiting = run(['--database', near.href])
    while (!waiting.said.problem.includes('\n')) await once(waiting.child.stderr, 'data')
    expect(waiting.said).toEqual({
      out: '',
      problem: expect.stringMatching(
        /^The database can't be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+\. Trying again in 1 s\.\n/,
      ) as string,
    })
    listener.listen(port, '127.0.0.1')
    while (!READY.test(waiting.said.out)) await once(waiting.child.stdout, 'data')
    waiting.child.kill('SIGTERM')
    expect(await waiting.ended).toMatchObject({ code: 0 })
    listener.close()
    await remove()
  })

  const refused = async (url: string) => {
    const { code, out, problem } = await run(['--database', url]).ended
    expect([code, out]).toEqual([1, ''])
    expect(problem).toMatch(/^[^\n]+\.\n$/)
    return problem
  }

  test('that has no such database, lets nobody in, keeps no UTF-8, or lets the user make nothing: one sentence says so', async () => {
    const { url, remove } = await freshDatabase('postgres')
    const at = (change: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>) =>
      Object.assign(new URL(url), change).href
    expect(await refused(at({ pathname: '/none_at_all' }))).toBe(
      'The database\'s server says no: database "none_at_all" does not exist.\n',
    )
    const name = `refused_${process.pid}`
    await inCluster(`create role ${name} login password 'right'`)
    await inCluster(`create database ${name} encoding SQL_ASCII lc_collate 'C' lc_ctype 'C' template template0`)
    expect(await refused(at({ username: `${name}_nobody` }))).toContain(`The database's server says no: `)
    expect(await refused(at({ username: name, password: 'right' }))).toMatch(/may not make tables there/)
    expect(await refused(at({ pathname: `/${name}` }))).toMatch(/^The database keeps its texts as SQL_ASCII/)
    await inCluster(`drop database ${name}`)
    await inCluster(`drop role ${name}`)
    await remove()
  })
})

test('says which version it is', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  expect(await run(['--version']).ended).toMatchObject({ code: 0, out: `${version}\n`, problem: '' })
})

describe('what keeps it from starting is said in one sentence', { timeout: 60_000 }, () => {
  const sentence = async (args: string[], env: Record<string, string> = {}) => {
    const { code, problem, out } = await run(args, env).ended
    expect([code, out]).toEqual([1, ''])
    expect(problem).toMatch(/^[^\n]+\.\n$/)
    return problem
  }

  test('another process in the same folder', async () => {
    await start()
    expect(await sentence([])).toMatch(/^Another Askwell process is using the folder/)
  })

  test.each([
    ['an unknown flag', ['--prot', '1'], {}, /--prot/],
    ['an unknown setting', [], { ASKWELL_PROT: '1' }, /ASKWELL_PROT/],
    ['a bad value', ['--limits', 'some'], {}, /limits "some"/],
    ['a folder that can’t be made', ['--data', '/proc/nope'], {}, /folder \/proc\/nope can't be used: /],
    ['an environment file that isn’t there', [], { ASKWELL_ENV_FILE: '/nope' }, /\/nope says where the site lives/],
    ['an address that isn’t ours', ['--host', '192.0.2.1'], {}, /192\.0\.2\.1 can't be listened on \(EADDRNOTAVAIL\)/],
  ] as [string, string[], Record<string, string>, RegExp][])('%s', async (_, args, env, named) =>
    expect(await sentence(args, env)).toMatch(named),
  )

  test('a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    expect(await sentence(['--port', String(port)])).toContain(`127.0.0.1:${port} can't be listened on (EADDRINUSE)`)
    taken.close()
  })

  test('a database of a newer program', async () => {
    const url = `sqlite:${join(data, 'askwell.db')}`
    const database = open(url)
    await migrate(database.write, [...STEPS, { name: '9001-later', up: async () => {} }])
    await database.close()
    expect(await sentence(['--database', url])).toMatch(
      /^The database was made by a newer Askwell: it knows "9001-later"/,
    )
  })

  test('a port for the metrics that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    expect(await sentence(['--metrics-port', String(port)])).toContain(
      `127.0.0.1:${port} can't be listened on (EADDRINUSE)`,
    )
    taken.close()
  })

  test('a database file that is none', async () => {
    writeFileSync(join(data, 'askwell.db'), 'not a database at all, but long enough to be read as one; '.repeat(100))
    expect(await sentence(['--database', `sqlite:${join(data, 'askwell.db')}`])).toMatch(
      /database \S+askwell\.db is a file of another kind: no database/,
    )
  })
})
