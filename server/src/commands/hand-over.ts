import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ArgumentsOf, OperationName, ResultOf } from './operations.ts'
import { Problem } from './problem.ts'
import { isOwnSocket } from './socket-place.ts'
import type { Doing, Progress } from '../events/doing.ts'

/** The file in the data folder's `run` that says where the running process accepts commands. */
export const WHERE = 'command-socket'

/** A line of JSON. A client that sent it and then closes its side of the connection wants the work to stop. */
export interface Request {
  verb: string
  args: unknown
  /** The database that is meant, where one was named. */
  database: string
  version: string
}

/** Lines of JSON: how far it is, any number of times; then one of the others. */
export type Reply = { progress: Progress } | { result: unknown } | { problem: string } | { elsewhere: true }

const reach = async (data: string): Promise<Socket | undefined> => {
  const place = join(data, 'run', WHERE)
  if (!existsSync(place)) return undefined
  const path = readFileSync(place, 'utf8').trim()
  if (!isOwnSocket(data, path)) return undefined
  return new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true })
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Its process is gone, however it ended.
      if (['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '')) resolve(undefined)
      else reject(new Problem(`The running site can't be reached at ${path}: ${error.message}.`))
    })
  })
}

/** Whether a running process accepts commands for this data folder. */
export const isAnswered = async (data: string) => {
  const socket = await reach(data).catch(() => undefined)
  socket?.destroy()
  return socket !== undefined
}

/** Lets the site's own process do the work, if one runs on this data folder; otherwise undefined, and nothing was done. */
export const handOver = async <N extends OperationName>(
  verb: N,
  { data, database, version }: { data: string; database: string; version: string },
  args: ArgumentsOf<N>,
  { progress, signal }: Doing,
): Promise<{ result: ResultOf<N> } | undefined> => {
  const socket = await reach(data)
  if (!socket) return undefined
  socket.on('error', () => {}) // the lines end then
  socket.write(`${JSON.stringify({ verb, args, database, version } satisfies Request)}\n`)
  const stop = () => socket.end()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    for await (const line of createInterface({ input: socket })) {
      const reply = JSON.parse(line) as Reply
      if ('progress' in reply) progress(reply.progress.done, reply.progress.total, reply.progress.what)
      else if ('problem' in reply) throw new Problem(reply.problem)
      else return 'elsewhere' in reply ? undefined : { result: reply.result as ResultOf<N> }
    }
    throw new Problem('The site ended before this was done. What is done stays; the same command again goes on.')
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}
