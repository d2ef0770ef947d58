import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isOperation, perform } from './operations.ts'
import { isAnswered, type Reply, type Request, WHERE } from './hand-over.ts'
import { Problem } from './problem.ts'
import { reason } from './reason.ts'
import { Busy, createRuns } from './run.ts'
import { socketPlace } from './socket-place.ts'
import type { Runtime } from '../runtime.ts'

/** A request is a verb and a few words, at most a file of settings. */
const LONGEST_REQUEST = 4 * 1024 * 1024
/** Time for a step to end; a longer one is aborted as by a crash, and continues as after one. */
const CLOSING_MS = 4000
/** Somebody who watches needs no more than this. */
const PROGRESS_EVERY_MS = 200

/** A folder that only its owner can open: a process that can reach the socket runs as the owner of the site. */
const privateFolder = (path: string) => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  const isOurs = !process.getuid || found.uid === process.getuid()
  if (!found.isDirectory() || !isOurs) throw new Error(`${path} belongs to somebody else`)
  chmodSync(path, 0o700)
  return path
}

const socketPath = (data: string) => {
  const { path, folder } = socketPlace(data)
  if (folder) privateFolder(folder)
  return path
}

/** Accepts commands for the site from its owner on the same machine, as long as it runs. */
export const serveCommands = async (runtime: Runtime) => {
  const { data, database } = runtime.config
  const place = join(privateFolder(join(data, 'run')), WHERE)
  // On PostgreSQL several processes may share the folder; the first of them takes the commands.
  if (await isAnswered(data)) return { close: async () => {} }

  const runs = createRuns()
  const sockets = new Set<Socket>()

  const answer = async (socket: Socket, line: string) => {
    const { verb, args, database: meant, version } = { ...(JSON.parse(line) as Partial<Request>) }
    const say = (reply: Reply) => {
      if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`)
    }
    const refuse = (error: unknown) => {
      const sentence = error instanceof Problem || error instanceof Busy ? error.message : reason(error)
      if (sentence === undefined) runtime.report(error, `the command ${verb}`)
      say({ problem: sentence ?? 'The site failed at it; its log says more.' })
    }
    try {
      const { app } = runtime
      if (!app || (meant && database && meant !== database)) return say({ elsewhere: true })
      if (version !== runtime.version)
        throw new Problem(`The site runs version ${runtime.version}, this is ${version}: restart the site first.`)
      if (verb === undefined || !isOperation(verb)) throw new Problem(`The running site knows no "${verb}".`)
      const run = runs.begin(verb, (doing) => perform(verb, app, args as never, doing))
      let told = 0
      run.watch((progress) => {
        if (performance.now() - told < PROGRESS_EVERY_MS) return
        told = performance.now()
        say({ progress })
      })
      // The terminal hangs up, or already has: the work stops at its next step.
      socket.once('end', run.stop).once('close', run.stop)
      if (socket.readableEnded || socket.destroyed) run.stop()
      say({ result: await run.result })
    } catch (error) {
      refuse(error)
    } finally {
      socket.end()
    }
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    let size = 0
    socket.on('data', (chunk) => {
      size += chunk.length
      if (size > LONGEST_REQUEST) socket.destroy()
    })
    const lines = createInterface({ input: socket })
    lines.once('line', (line) => void answer(socket, line).catch(() => socket.destroy()))
    socket.once('end', () => {
      if (size === 0) socket.end()
    })
  })

  const path = socketPath(data)
  if (process.platform !== 'win32') rmSync(path, { force: true }) // of a process that was killed
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve)
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  writeFileSync(place, `${path}\n`, { mode: 0o600 })
  return {
    /** The running command stops at its next step, and those who wait for it are told. */
    async close() {
      await Promise.race([runs.close(), new Promise((resume) => setTimeout(resume, CLOSING_MS).unref())])
      if (existsSync(place) && readFileSync(place, 'utf8').trim() === path) rmSync(place, { force: true })
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.end(() => socket.destroy())
      await closed
    },
  }
}
