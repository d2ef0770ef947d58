import type { FastifyInstance } from 'fastify'
import { type Config, ConfigProblem, readConfig, refuseMissing } from './config.ts'
import { restrictToOwner } from './lib/private-files.ts'
import { canRestart, restart } from './lib/restart.ts'
import { spareMemory } from './lib/spare-memory.ts'
import type { Runtime } from './runtime.ts'
import { PROGRAM_VERSION } from './version.ts'

/**
 * Once the process should end. Who asks whether it is ready is given time to hear that it is not, and to send people elsewhere; what is being
 * answered is finished; what has not even arrived by then is cut off. What is left after all that is done at the next start.
 */
const NOTICE_MS = 2000
const WATCHED_WITHIN_MS = 30_000
const ARRIVING_MS = 1000
const REQUESTS_MS = 6000
const ALL_MS = 10_000
const LOOK_MS = 50
const ANSWERED_MS = 500

/** Between two tries to reach a database server: at first short, as one that is just starting soon answers. */
const WAIT_FIRST_S = 1
const WAIT_LONGEST_S = 30

/** What the person who starts the program can do something about, in one sentence. */
const sentenceOf = async (error: unknown, database: string) => {
  if (error instanceof ConfigProblem) return error.message
  const { FolderInUse } = await import('./db/connect.ts')
  const { NewerDatabase } = await import('./db/migrate.ts')
  if (error instanceof FolderInUse || error instanceof NewerDatabase) return error.message
  const { storageSentence } = await import('./db/problem.ts')
  const { code, syscall, address, port } = error as { code?: string; syscall?: string; address?: string; port?: number }
  return syscall === 'listen'
    ? `${[address, port].filter(Boolean).join(':')} can't be listened on (${code}); choose another address with ASKWELL_HOST and ASKWELL_PORT.`
    : storageSentence(error, database)
}

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

const giveNotice = async (runtime: Runtime) => {
  runtime.draining = true
  const isWatched = runtime.watchedAt !== undefined && performance.now() - runtime.watchedAt < WATCHED_WITHIN_MS
  if (isWatched) await new Promise((resume) => setTimeout(resume, NOTICE_MS))
}

interface Opened {
  address: string
  server: FastifyInstance
  site: Runtime
  commands: { close(): Promise<void> }
  release(): void
}

const endOn = (
  signals: NodeJS.Signals[],
  { address, server, site, commands, release }: Opened,
  env: NodeJS.ProcessEnv,
) => {
  let ending = false
  const end = async (last = () => {}) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), ALL_MS).unref()
    await giveNotice(site)
    const began = performance.now()
    const impatient = setInterval(() => {
      const passed = performance.now() - began
      if (passed > REQUESTS_MS || (passed > ARRIVING_MS && site.answering === 0)) server.server.closeAllConnections()
    }, LOOK_MS)
    await Promise.all([server.close(), commands.close()])
    clearInterval(impatient)
    await site.close()
    release()
    last()
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, () => void end())
  // The reply of the call that wanted it goes out first.
  if (!canRestart()) return
  const anew = { env, more: [`--port=${new URL(address).port}`] } // where everybody looks for it
  site.restart = () => void setTimeout(() => void end(() => restart(anew)), ANSWERED_MS)
}

/**
 * A database server that is being started, or was down, is waited for: whatever starts this process need not know in which order. Nothing is listened
 * on meanwhile, so a balancer takes the process for what it is: not there yet.
 */
const openWhenThere = async (runtime: Runtime, database: string) => {
  const { isAway, storageSentence } = await import('./db/problem.ts')
  for (let wait = WAIT_FIRST_S; ; wait = Math.min(2 * wait, WAIT_LONGEST_S)) {
    try {
      return await runtime.open(database)
    } catch (error) {
      if (!isAway(error)) throw error
      say(`${storageSentence(error)} Trying again in ${wait} s.`)
      await new Promise((resume) => setTimeout(resume, wait * 1000))
    }
  }
}

const open = async (config: Config) => {
  if (config.remark) say(config.remark)
  refuseMissing(config)
  restrictToOwner(config.data, config.database)
  // PostgreSQL is made for several processes; a SQLite folder is for one.
  const { occupyFolder } = await import('./db/connect.ts')
  const folder = config.database.startsWith('postgres') ? undefined : occupyFolder(config.data)
  // What can be refused at once has been: the rest takes nearly two thousand modules.
  const { features } = await import('./app.ts')
  const { serveCommands } = await import('./commands/command-socket.ts')
  const { createApi } = await import('./http/api/perform.ts')
  const { servePages } = await import('./http/pages/serve.ts')
  const { createServer } = await import('./http/server.ts')
  const { finishRestore, restoreWhatWasOrdered } = await import('./restoring.ts')
  const { createRuntime } = await import('./runtime.ts')
  const { workers } = await import('./workers/pool.ts')
  const runtime = createRuntime(config, createApi(features))
  workers() // ready before the first text comes
  const server = await createServer(runtime)
  await servePages(server, runtime)
  if (config.database) {
    const restored = await restoreWhatWasOrdered(config)
    await openWhenThere(runtime, config.database)
    if (restored) await finishRestore(runtime, restored)
  }
  const commands = await serveCommands(runtime).catch((error: unknown) => {
    runtime.report(error, 'taking commands')
    return { close: async () => {} } // the site runs without it
  })
  const address = await server.listen({ host: config.host, port: config.port })
  return { address, server, site: runtime, commands, release: () => folder?.release() }
}

/** Serves until a signal ends it. @returns the exit code where it can't. */
export const start = async (args: string[], env: NodeJS.ProcessEnv) => {
  if (args.includes('--version')) {
    process.stdout.write(`${PROGRAM_VERSION}\n`)
    return 0
  }
  let database = ''
  try {
    const config = readConfig(args, env)
    database = config.database
    const opened = await open(config)
    endOn(['SIGTERM', 'SIGINT'], opened, env)
    spareMemory()
    process.stdout.write(`Askwell is ready at ${opened.address}\n`)
    if (opened.site.metricsAddress) process.stdout.write(`Metrics are at ${opened.site.metricsAddress}\n`)
    return 0
  } catch (error) {
    const sentence = await sentenceOf(error, database)
    if (sentence === undefined) throw error
    say(sentence)
    process.exit(1)
  }
}
