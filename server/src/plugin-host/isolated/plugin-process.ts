import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PluginWaits } from '../../lib/isolated-plugin.ts'
import { createLines, READ_BYTES } from './lines.ts'
import type { FromChild, Start, ToChild } from './messages.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const KIT = new URL('../../../../plugin-kit/src/', import.meta.url)

export interface ProcessLimits {
  /** Heap of JavaScript, and everything together, in megabytes. */
  heap: number
  memory: number
  startMs: number
  /** A process that doesn't answer a ping for so long hangs. */
  silentMs: number
  /** The longest message in bytes, and how many come in a second at most. */
  message: number
  messages: number
}
export const LIMITS: ProcessLimits = {
  heap: 96,
  memory: 256,
  startMs: 15_000,
  silentMs: 10_000,
  message: 2 ** 20,
  messages: 2000,
}

const MEMORY_EVERY_MS = 200
const PING_EVERY_MS = 3000
/** So long has a process that was too slow to show that it is still there. */
const ALIVE_MS = 2000
/** Calls that nobody answers count once in so long: many at once are one fault. */
const SLOW_EVERY_MS = 10_000
const CALLS_MAX = 100
const ASKS_MAX = 50
/** Messages that the process hasn't read yet. */
const UNREAD_BYTES = 8 * 2 ** 20
const PAGE_BYTES = 4096

/** The process itself went wrong: it counts towards switching the plugin off. What a plugin's function throws is no fault. */
export class PluginFault extends Error {}
/** It isn't running just now. */
export class PluginAway extends Error {}

/** A process that may read the plugin's folder and what starts it, and nothing else; no network, no other processes. */
export const argumentsOf = (folder: string, { heap }: Pick<ProcessLimits, 'heap'>) => [
  '--permission',
  `--allow-fs-read=${folder}/`,
  `--allow-fs-read=${here('./child.ts')}`,
  `--allow-fs-read=${here('./lines.ts')}`,
  `--allow-fs-read=${fileURLToPath(KIT)}`,
  `--max-old-space-size=${heap}`,
  '--max-semi-space-size=8',
  '--no-addons',
  '--no-experimental-sqlite', // the permission model doesn't know that it opens files
  '--no-experimental-webstorage',
  '--no-experimental-websocket',
  '--no-global-search-paths',
  '--disable-proto=delete',
  '--disable-warning=ExperimentalWarning',
]

/** What a plugin says may be anything. */
const text = (said: unknown, most: number) => (typeof said === 'string' ? said : '').slice(0, most)

const failureOf = (error: unknown, retry_after: unknown) =>
  typeof retry_after === 'number' && retry_after > 0
    ? new PluginWaits(text(error, 1000), retry_after)
    : new Error(text(error, 1000))

export interface PluginProcess {
  /** What the plugin's function gives; it has so long. */
  call(name: string, given: unknown, ms: number): Promise<unknown>
  stop(): void
}

interface Starting extends Start {
  folder: string
  main: string
  limits?: Partial<ProcessLimits>
  /** What the plugin asks the site for. */
  serve(what: string, args: unknown[]): Promise<unknown>
  onLog(line: string): void
  /** Something that counts against it. The process may go on. */
  onFault(why: string): void
  /** It has ended, though nobody stopped it. */
  onEnd(): void
}

/** Of what a process uses, in bytes; undefined where the system doesn't tell. */
const memoryOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const pages = Number(text.split(' ')[1])
  return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined
}

/** Starts a plugin in a process of its own, and resolves once the plugin is loaded. */
export const startPlugin = ({
  folder,
  main,
  config,
  language,
  calls: functions,
  limits: given,
  serve,
  onLog,
  onFault,
  onEnd,
}: Starting) => {
  const limits = { ...LIMITS, ...given }
  const child: ChildProcess = spawn(
    process.execPath,
    [...argumentsOf(folder, limits), here('./child.ts'), `${folder}/${main}`, new URL('index.ts', KIT).href],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { TZ: 'UTC', NO_COLOR: '1' }, cwd: folder, windowsHide: true },
  )
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }>()
  let lastCall = 0
  let asks = 0
  let ended: Error | undefined
  let heardAt = performance.now()
  let answeredAt = 0
  let slowAt = -Infinity
  let second = { at: 0, messages: 0 }

  const end = (why: Error) => {
    if (ended) return
    ended = why
    clearInterval(watching)
    clearInterval(pinging)
    clearTimeout(starting)
    child.kill('SIGKILL')
    for (const { reject, timer } of calls.values()) {
      clearTimeout(timer)
      reject(why)
    }
    calls.clear()
    started.reject(why)
    if (why instanceof PluginFault) onEnd()
  }
  const fault = (why: string) => {
    if (ended) return
    onFault(why)
    end(new PluginFault(why))
  }
  /** A process that says nothing any more computes without end. One that answers other calls is only behind, which is no fault, since whoever visits the site can bring it about. */
  const judgeSlow = (why: string, calledAt: number) => {
    const before = heardAt
    try {
      say({ ping: 0 })
    } catch {
      /* it has ended, or has too much to read */
    }
    const judge = () => {
      if (ended) return
      if (heardAt === before) return fault(why)
      const now = performance.now()
      if (answeredAt > calledAt || now - slowAt < SLOW_EVERY_MS) return
      slowAt = now
      onFault(why)
    }
    setTimeout(judge, ALIVE_MS).unref()
  }

  const say = (message: ToChild) => {
    if (ended) throw ended
    const line = `${JSON.stringify(message)}\n`
    if (Buffer.byteLength(line) > READ_BYTES)
      throw new Error(`more than ${READ_BYTES / 2 ** 20} MB can't be said to it`)
    if (child.stdin!.writableLength > UNREAD_BYTES) throw new PluginAway('it has too much to read already')
    child.stdin!.write(line)
  }
  const answer = async (ask: number, what: string, args: unknown[]) => {
    if (asks >= ASKS_MAX) throw new Error(`more than ${ASKS_MAX} questions at once`)
    asks++
    try {
      return await serve(what, args)
    } finally {
      asks--
    }
  }

  const hear = (message: FromChild) => {
    if ('ready' in message) ready()
    else if ('failed' in message) fault(`it can't be loaded: ${text(message.failed, 500)}`)
    else if ('result' in message) {
      const waiting = calls.get(message.result)
      if (!waiting) return
      answeredAt = performance.now()
      calls.delete(message.result)
      clearTimeout(waiting.timer)
      if (message.error === undefined) waiting.resolve(message.value)
      else waiting.reject(failureOf(message.error, message.retry_after))
    } else if ('ask' in message)
      answer(message.ask, text(message.what, 50), Array.isArray(message.args) ? message.args : [])
        .then((value) => say({ answer: message.ask, value }))
        .catch((error: unknown) => say({ answer: message.ask, error: (error as Error).message }))
        .catch(() => {}) // it has ended meanwhile
  }
  const onLine = (line: string) => {
    if (ended) return
    heardAt = performance.now()
    const at = Math.floor(heardAt / 1000)
    second = at === second.at ? { at, messages: second.messages + 1 } : { at, messages: 1 }
    if (second.messages > limits.messages) return fault(`it said more than ${limits.messages} things in a second`)
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      return fault('it said something that nobody understands')
    }
    if (typeof message === 'object' && message !== null) hear(message as FromChild)
  }

  child.stdout!.on(
    'data',
    createLines(limits.message, onLine, () => fault(`it said more than ${limits.message / 2 ** 20} MB at once`)),
  )
  child.stderr!.on('data', createLog(onLog))
  child.stdin!.on('error', () => {}) // its end is told by the process
  child.on('error', (error) => fault(`its process can't be started: ${error.message}`))
  child.on('exit', (code, signal) => fault(`its process ended (${signal ?? `code ${code}`})`))

  const watching = setInterval(() => {
    const { pid } = child
    if (pid === undefined) return
    void memoryOf(pid).then((bytes) => {
      if (bytes !== undefined && bytes > limits.memory * 2 ** 20)
        fault(`it took more than ${limits.memory} MB of memory`)
    })
  }, MEMORY_EVERY_MS)
  const pinging = setInterval(() => {
    if (performance.now() - heardAt > limits.silentMs + PING_EVERY_MS) return fault('it no longer answers')
    try {
      say({ ping: 0 })
    } catch {
      /* it has ended, or is told above to be silent */
    }
  }, PING_EVERY_MS)
  const starting = setTimeout(() => fault(`it took more than ${limits.startMs / 1000} s to start`), limits.startMs)
  watching.unref()
  pinging.unref()
  starting.unref()

  const started = Promise.withResolvers<PluginProcess>()
  started.promise.catch(() => {})
  const ready = () => {
    clearTimeout(starting)
    started.resolve(running)
  }
  const running: PluginProcess = {
    call: (name, given, ms) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        if (calls.size >= CALLS_MAX) return reject(new PluginAway('it has too much to do already'))
        const id = ++lastCall
        const calledAt = performance.now()
        const timer = setTimeout(() => {
          calls.delete(id)
          const why = `it took more than ${ms / 1000} s for ${name}`
          reject(new PluginFault(why))
          judgeSlow(why, calledAt)
        }, ms)
        calls.set(id, { resolve, reject, timer })
        try {
          say({ call: id, name, given })
        } catch (error) {
          clearTimeout(timer)
          calls.delete(id)
          reject(error)
        }
      }),
    stop: () => end(new PluginAway('it was switched off')),
  }
  if (child.pid !== undefined && existsSync(`/proc/${child.pid}`))
    void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {}) // if memory runs out, this goes before the site
  try {
    say({ start: { config, language, calls: functions } })
  } catch (error) {
    end(error as Error)
  }
  return { loaded: started.promise, stop: running.stop }
}

const LOG_LINE = 2000
const LOG_LINES_A_SECOND = 100

/** Its standard error as lines; too many in a second are left out. */
const createLog = (onLog: (line: string) => void) => {
  let rest = ''
  let second = { at: 0, lines: 0 }
  return (chunk: Buffer) => {
    const at = Math.floor(performance.now() / 1000)
    if (at !== second.at) second = { at, lines: 0 }
    if (second.lines > LOG_LINES_A_SECOND) return
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop()!.slice(0, LOG_LINE)
    for (const line of lines) if (++second.lines <= LOG_LINES_A_SECOND) onLog(line.slice(0, LOG_LINE))
  }
}
