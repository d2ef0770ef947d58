import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measured, Task } from './load.ts'

const TOP = join(import.meta.dirname, '..')
/** Of the site that is made for measuring only. */
const ADMIN = { email: 'admin@example.com', password: 'only-for-bench' }

export interface Server {
  name: string
  base: string
  pid?: number
  stop(): void
}

const ready = (child: ChildProcess, name: string) =>
  new Promise<string>((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        said += String(chunk)
        const base = /ready at (http:\/\/\S+)/.exec(said)?.[1]
        if (base) resolve(base)
      })
    child.once('exit', () => reject(new Error(`${name} didn't start:\n${said}`)))
  })

const start = async (name: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Server> => {
  const child = spawn(process.execPath, args, { cwd: TOP, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { name, base: await ready(child, name), pid: child.pid!, stop: () => void child.kill('SIGTERM') }
}

/** Sends these bytes and does nothing else: what all the others are measured against. */
export const startBare = (body: Buffer) =>
  start('bare node:http', [join(TOP, 'bench/bare.ts'), body.toString('base64')])

export const startSite = (data: string, database: string | undefined, limits: 'on' | 'off' = 'off') => {
  if (!existsSync(join(TOP, 'web/build'))) throw new Error("The pages aren't built: run `npm run build` first.")
  return start(
    'Askwell',
    [
      join(TOP, 'server/src/main.ts'),
      '--data',
      data,
      '--port',
      '0',
      '--limits',
      limits,
      ...(database ? ['--database', database] : []),
    ],
    { ...process.env, NODE_ENV: 'production' },
  )
}

/** A site made for the occasion in a folder that goes afterwards, perhaps with a community's data. */
export const makeSite = (dump: string | undefined, database: string | undefined) => {
  const data = mkdtempSync(join(tmpdir(), 'askwell-bench-'))
  const askwell = (...args: string[]) =>
    execFileSync(
      process.execPath,
      [join(TOP, 'cli/main.ts'), ...args, '--data', data, ...(database ? ['--database', database] : [])],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  askwell(
    'install',
    '--site-name',
    'Bench',
    '--site-url',
    'http://127.0.0.1',
    '--contact-email',
    ADMIN.email,
    '--name',
    'admin',
    '--email',
    ADMIN.email,
    '--password',
    ADMIN.password,
  )
  if (dump) askwell('import', 'stackexchange', dump)
  return { data, login: ADMIN, remove: () => rmSync(data, { recursive: true, force: true }) }
}

/** Processor seconds a process has used, with all its threads; undefined where the system doesn't say. */
export const processorSeconds = (pid: number | undefined) => {
  if (!pid || !existsSync(`/proc/${pid}/stat`)) return undefined
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100 // clock ticks, of which Linux shows 100 a second
}

/** The most memory a process has had since `forgetPeak`. */
export const peakMegabytes = (pid: number | undefined) =>
  pid && existsSync(`/proc/${pid}/status`)
    ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    : undefined
export const forgetPeak = (pid: number | undefined) => {
  if (pid && existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

export const residentMegabytes = (pid: number | undefined) => {
  if (!pid || !existsSync(`/proc/${pid}/status`)) return undefined
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Asks from a process of its own, so that measuring doesn't cost the measured one its thread. */
export const startLoad = () => {
  const child = fork(join(TOP, 'bench/load.ts'))
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', () => reject(new Error('the load generator ended')))
  })
  ended.catch(() => {}) // in the end it does, and that is right
  return {
    run: async (task: Task) => {
      child.send(task)
      const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measured]
      return measured
    },
    stop: () => void child.kill(),
  }
}
