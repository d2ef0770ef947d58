import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ForbiddenTry, PluginAway, PluginWaits } from '../../lib/isolated-plugin.ts'
import { waitedForProcessor } from '../../lib/waited-for-processor.ts'
import { createFairTime } from './fair-time.ts'
import { createLines, READ_BYTES } from './lines.ts'
import type { FromChild, Start, ToChild } from './messages.ts'
import { createReading } from './reading.ts'
import { placeOfSyntaxError } from './syntax-error.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const KIT = new URL('../../../../plugin-kit/src/', import.meta.url)

export interface ProcessLimits {
  /** Heap of JavaScript, and everything together, in megabytes. */
  heap: number
  memory: number
  /** In fair time, as the next: what it waits for a processor doesn't count. */
  startMs: number
  /** A process that says nothing for so long hangs: it is pinged all the time. */
  silentMs: number
  /** The longest message in bytes, and how many come in a second at most, besides answers to calls: of these the site has asked for each. */
  message: number
  messages: number
}
export const LIMITS: ProcessLimits = {
  heap: 96,
  memory: 256,
  startMs: 15_000,
  silentMs: 13_000,
  message: 2 ** 20,
  messages: 2000,
}

const LOOK_EVERY_MS = 200
const PING_EVERY_MS = 3000
/** So long has a process that was too slow to show that it is still there. */
const ALIVE_MS = 2000
/** Calls that nobody answers count once in so long: many at once are one fault. */
const SLOW_EVERY_MS = 10_000
const CALLS_MAX = 100
const ASKS_MAX = 50
/** What a plugin asks for that a service elsewhere has to answer, or the database, where the site lets it wait for its turn. */
const NOT_ITS_OWN_TIME = /^(fetch$|(send|tcp|storage|accounts|posts|notifications)\.)/
/** Messages that the process hasn't read yet. */
const UNREAD_BYTES = 8 * 2 ** 20
const PAGE_BYTES = 4096
const KEPT_FROM_INSIDE = ['module', 'function', 'file'] as const

/** The process itself went wrong: it counts towards switching the plugin off. What a plugin's function throws is no fault. */
export class PluginFault extends Error {}

/** A process that may read the plugin's folder and what starts it, and nothing else; no network, no other processes. */
export const argumentsOf = (folder: string, { heap }: Pick<ProcessLimits, 'heap'>) => [
  '--permission',
  `--allow-fs-read=${folder}/`,
  `--allow-fs-read=${here('./child.ts')}`,
  `--allow-fs-read=${here('./allowed-modules.ts')}`,
  `--allow-fs-read=${here('./lines.ts')}`,
  `--allow-fs-read=${here('../../lib/causes.ts')}`,
  `--allow-fs-read=${fileURLToPath(KIT)}`,
  '--freeze-flags-after-init', // V8 writes files itself, if a flag says so
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
  /** How long a process has waited for a processor; tests say otherwise. */
  waited?(pid: number): Promise<number>
  onLog(line: string): void
  /** Something that it tried and isn't allowed, of which its own process knows. */
  onForbidden?(tried: ForbiddenTry): void
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
  waited = waitedForProcessor,
  onLog,
  onForbidden = () => {},
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
  let waitingFor = 0
  let ended: Error | undefined
  const fair = createFairTime()
  let isReady = false
  let heard = 0
  let heardAt = 0
  let answeredAt = 0
  let slowAt = -Infinity
  let second = { at: 0, messages: 0 }

  const end = (why: Error) => {
    if (ended) return
    ended = why
    clearInterval(watching)
    clearInterval(pinging)
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
  /**
   * A process that says nothing any more computes without end. One that answers other calls is only behind, which is no fault, since whoever visits
   * the site can bring it about; nor is it one that a service far away hangs, that its questions wait for the database, or that others on the
   * machine leave it no time.
   */
  const judgeSlow = (why: string, called: { at: number; fairAt: number; ms: number }) => {
    const before = heard
    const until = fair.ms() + ALIVE_MS
    const waitsForOthers = waitingFor > 0
    try {
      say({ ping: 0 })
    } catch {
      /* it has ended, or has too much to read */
    }
    const judge = () => {
      if (ended) return
      if (heard === before) return fair.ms() < until ? judgeLater(LOOK_EVERY_MS) : fault(why)
      if (waitsForOthers) return onLog(`${why}: it waited for a service or the database`)
      if (fair.ms() - called.fairAt < called.ms) return onLog(`${why}: the machine had no time for it`)
      const now = performance.now()
      if (answeredAt > called.at || now - slowAt < SLOW_EVERY_MS) return
      slowAt = now
      onFault(why)
    }
    const judgeLater = (ms: number) => void setTimeout(judge, ms).unref()
    judgeLater(ALIVE_MS)
  }

  const say = (message: ToChild) => {
    if (ended) throw ended
    const line = `${JSON.stringify(message)}\n`
    if (Buffer.byteLength(line) > READ_BYTES)
      throw new Error(`more than ${READ_BYTES / 2 ** 20} MB can't be said to it`)
    if (!child.stdin) throw new PluginAway("its process can't be started")
    if (child.stdin.writableLength > UNREAD_BYTES) throw new PluginAway('it has too much to read already')
    child.stdin.write(line)
  }
  const answer = async (ask: number, what: string, args: unknown[]) => {
    if (asks >= ASKS_MAX) throw new Error(`more than ${ASKS_MAX} questions at once`)
    const waits = Number(NOT_ITS_OWN_TIME.test(what))
    asks++
    waitingFor += waits
    try {
      return await serve(what, args)
    } finally {
      asks--
      waitingFor -= waits
    }
  }

  let isNotLoaded = false
  const sayWhyNotLoaded = async ({ failed, at }: Extract<FromChild, { failed: string }>) => {
    if (isNotLoaded) return
    isNotLoaded = true
    const place = await placeOfSyntaxError(folder, text(at, 4000), argumentsOf(folder, limits))
    fault(`it can't be loaded: ${place && `${place}: `}${text(failed, 500)}`)
  }
  const hear = (message: FromChild) => {
    if ('ready' in message) ready()
    else if ('failed' in message) void sayWhyNotLoaded(message)
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
    else if ('forbidden' in message) {
      const kind = KEPT_FROM_INSIDE.find((one) => one === message.forbidden)
      if (kind) onForbidden({ kind, name: text(message.name, 200) })
    }
  }
  const isAnswer = (message: unknown) =>
    typeof message === 'object' && message !== null && 'result' in message && calls.has(message.result as number)
  const onLine = (line: string) => {
    if (ended) return
    heard++
    heardAt = fair.ms()
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      return fault('it said something that nobody understands')
    }
    if (!isAnswer(message)) {
      const at = Math.floor(performance.now() / 1000)
      second = at === second.at ? { at, messages: second.messages + 1 } : { at, messages: 1 }
      if (second.messages > limits.messages) return fault(`it said more than ${limits.messages} things in a second`)
    }
    if (typeof message === 'object' && message !== null) hear(message as FromChild)
  }

  child.on('error', (error) => fault(`its process can't be started: ${error.message}`))
  // Without file descriptors there are no streams either.
  const read = createReading()
  if (child.stdout)
    read(
      child.stdout,
      createLines(limits.message, onLine, () => fault(`it said more than ${limits.message / 2 ** 20} MB at once`)),
    )
  if (child.stderr) read(child.stderr, createLog(onLog))
  child.stdin?.on('error', () => {}) // its end is told by the process
  child.on('exit', (code, signal) => fault(`its process ended (${signal ?? `code ${code}`})`))

  const watching = setInterval(() => {
    const { pid } = child
    if (pid === undefined) return
    void memoryOf(pid).then((bytes) => {
      if (bytes !== undefined && bytes > limits.memory * 2 ** 20)
        fault(`it took more than ${limits.memory} MB of memory`)
    })
    void waited(pid).then((ms) => {
      fair.look(ms)
      if (isReady) {
        if (fair.ms() - heardAt > limits.silentMs) fault('it no longer answers')
      } else if (fair.ms() > limits.startMs) fault(`it took more than ${limits.startMs / 1000} s to start`)
    })
  }, LOOK_EVERY_MS)
  const pinging = setInterval(() => {
    try {
      say({ ping: 0 })
    } catch {
      /* it has ended, or has too much to read */
    }
  }, PING_EVERY_MS)
  watching.unref()
  pinging.unref()

  const started = Promise.withResolvers<PluginProcess>()
  started.promise.catch(() => {})
  const ready = () => {
    isReady = true
    started.resolve(running)
  }
  const running: PluginProcess = {
    call: (name, given, ms) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        if (calls.size >= CALLS_MAX) return reject(new PluginAway('it has too much to do already'))
        const id = ++lastCall
        const called = { at: performance.now(), fairAt: fair.ms(), ms }
        const timer = setTimeout(() => {
          calls.delete(id)
          const why = `it took more than ${ms / 1000} s for ${name}`
          reject(new PluginFault(why))
          judgeSlow(why, called)
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
  if (child.stdin)
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
