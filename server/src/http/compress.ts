import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedForOnce } from './accepted-encoding.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const zstd = promisify(zstdCompress)

/** Smaller replies fit into one packet anyway, so compressing gains nothing. */
const LEAST_BYTES = 1024
/** The threads that compress also hash passwords and read files. With this many busy a reply is sent uncompressed rather than wait. */
const MOST_AT_ONCE = 32
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|xml)\b|image\/svg\+xml)/

const compressors = {
  zstd: (body: Buffer | string) => zstd(body),
  br: (body: Buffer | string) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
      },
    }),
  gzip: (body: Buffer | string) => gzipped(body),
}

/** Files and streams are sent as they are, compressed types stay so, and replies without a body gain nothing. */
const isWorthIt = (reply: FastifyReply, body: unknown): body is string | Buffer =>
  (typeof body === 'string' || Buffer.isBuffer(body)) &&
  (typeof body === 'string' ? Buffer.byteLength(body) : body.length) >= LEAST_BYTES &&
  COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? '')) &&
  !reply.hasHeader('content-encoding') &&
  !reply.hasHeader('content-range')

const addVary = (reply: FastifyReply) => {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/\baccept-encoding\b|\*/i.test(vary))
    void reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
}

type Done = (error: Error | null, body?: unknown) => void
/** A hook that only sometimes has to wait is quicker with a callback than with a promise each time. */
const callDone = async (done: Done, body: Promise<Buffer>) => {
  const [outcome] = await Promise.allSettled([body])
  if (outcome.status === 'fulfilled') done(null, outcome.value)
  else done(outcome.reason as Error)
}

/** Replies to one request are compressed by threads. What many get is compressed once, elsewhere (page-cache.ts, tools/compress.ts). */
export const compressReplies = (fastify: FastifyInstance) => {
  let atIt = 0
  const compress = async (reply: FastifyReply, body: string | Buffer, coding: keyof typeof compressors) => {
    atIt++
    try {
      const compressed = await compressors[coding](body)
      void reply.headers({ 'content-encoding': coding, 'content-length': compressed.length })
      return compressed
    } finally {
      atIt--
    }
  }
  fastify.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, body: unknown, done) => {
    if (!isWorthIt(reply, body)) return done(null, body)
    addVary(reply)
    const coding = acceptedForOnce(request.headers['accept-encoding'])
    if (!coding || atIt >= MOST_AT_ONCE) return done(null, body)
    void callDone(done, compress(reply, body, coding))
  })
}
