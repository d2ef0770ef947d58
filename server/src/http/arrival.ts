import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from './actor.ts'

/** So long a request may take to arrive. Calls and forms are small. */
const CALL_MS = 20_000
/** A large file on a slow line, but not for ever. */
export const FILE_MS = 5 * 60_000
/** For the refused to read why. */
const FAREWELL_MS = 2000

/** Whether there is a body to wait for. */
const isSending = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Files come from members only. */
const bringsFile = (request: FastifyRequest) =>
  /^multipart\//i.test(request.headers['content-type'] ?? '') &&
  Boolean(request.headers.authorization || request.headers.cookie?.includes(`${SESSION_COOKIE}=`))

/** Whoever doesn't come to an end is cut off: their socket and what they have sent so far would be held for them as long as they like. */
export const limitArrival = (fastify: FastifyInstance, callMs = CALL_MS) => {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { socket } = raw
    if (!isSending(request) || !(socket instanceof Socket)) return done() // what this process asks itself has all of it already
    const cutOff = () => {
      if (!raw.complete) socket.destroy()
    }
    const timer = setTimeout(cutOff, bringsFile(request) ? FILE_MS : callMs)
    raw.once('end', () => clearTimeout(timer))
    // Answered, but still sending: what comes now nobody reads.
    reply.raw.once('close', () => {
      clearTimeout(timer)
      if (!raw.complete) setTimeout(cutOff, Math.min(FAREWELL_MS, callMs)).unref()
    })
    done()
  })
}
