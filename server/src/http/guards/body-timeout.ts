import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../../lib/addresses.ts'
import { overloaded } from '../../lib/errors.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { announced, BODY_BYTES, isMultipart } from '../bodies/form-body.ts'
import { refuse } from '../api/envelope.ts'

/** A request may take this long to arrive. Calls and forms are small. */
const CALL_MS = 20_000
/** For a large file on a slow connection, but not for ever. */
export const FILE_MS = 5 * 60_000
/** For the refused to read why. */
const FAREWELL_MS = 2000

/** Whether there is a body to wait for. */
const isSending = (request: FastifyRequest) =>
  request.headers['transfer-encoding'] !== undefined || announced(request) > 0

/** Files come from members only. */
const bringsFile = (request: FastifyRequest) =>
  isMultipart(request) &&
  Boolean(request.headers.authorization || request.headers.cookie?.includes(`${SESSION_COOKIE}=`))

/** A client that never finishes sending is cut off: its socket and what it has sent so far would be held as long as it likes. */
export const limitBodyTime = (fastify: FastifyInstance, callMs = CALL_MS) => {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { socket } = raw
    if (!isSending(request) || !(socket instanceof Socket)) return done() // calls of this process itself have all of it already
    const cutOff = () => {
      if (!raw.complete) socket.destroy()
    }
    const timer = setTimeout(cutOff, bringsFile(request) ? FILE_MS : callMs)
    raw.once('end', () => clearTimeout(timer))
    // Answered, but still sending: nobody reads the rest.
    reply.raw.once('close', () => {
      clearTimeout(timer)
      if (!raw.complete) setTimeout(cutOff, Math.min(FAREWELL_MS, callMs)).unref()
    })
    done()
  })
}

/** All bodies that are arriving, together: they are in memory until they are complete. */
const BUDGET_BYTES = 64 * 1024 * 1024
/** This much of that may come from one network, so that nobody alone keeps all others out. */
const NETWORK_SHARE = 1 / 4
/** This much of a file is in memory while it is written to the disk. */
const FILE_IN_MEMORY_BYTES = 1024 * 1024
/** There can't be as many of these as would fill the budget. */
const SMALL_BYTES = 16 * 1024

const costOf = (request: FastifyRequest) => {
  if (isMultipart(request)) return FILE_IN_MEMORY_BYTES
  // One that doesn't say may become as large as is allowed; one that says more is refused.
  const most = request.routeOptions.bodyLimit ?? BODY_BYTES
  return request.headers['transfer-encoding'] === undefined ? Math.min(most, announced(request)) : most
}

/** Many large bodies at once, each perhaps on a slow connection, would take as much memory as their senders like: beyond the budget they are told to try again later. */
export const countBodies = (fastify: FastifyInstance, budget = BUDGET_BYTES) => {
  let held = 0
  const from = new Map<string, number>()
  const hold = (network: string, bytes: number) => {
    held += bytes
    const its = (from.get(network) ?? 0) + bytes
    if (its > 0) from.set(network, its)
    else from.delete(network)
  }
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isSending(request) || !(request.raw.socket instanceof Socket)) return undefined
    const cost = costOf(request)
    if (!(cost > SMALL_BYTES)) return undefined
    const network = networkOf(request.ip)
    if (held + cost > budget || (from.get(network) ?? 0) + cost > budget * NETWORK_SHARE)
      return refuse(request, reply, overloaded)
    hold(network, cost)
    reply.raw.once('close', () => hold(network, -cost))
    return undefined
  })
}
