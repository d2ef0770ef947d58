import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { OutboundHttp } from './outbound-http.ts'

const MOST_SENDINGS = 8
/** Of one writing, and of the answer. */
const PIECE_BYTES = 256 * 1024
/** Nobody needs one on which nothing has come for so long. */
const IDLE_MS = 30_000
const LONGEST_MS = 10 * 60_000

type Answer = Awaited<ReturnType<OutboundHttp['request']>>

interface Sending {
  body: PassThrough
  answer: Promise<Answer>
  idle: NodeJS.Timeout
}

/** Requests of one plugin whose bodies are written piece by piece. Whoever isn't there any more leaves none behind. */
export const createSendings = () => {
  const sendings = new Map<string, Sending>()
  const find = (id: unknown) => {
    const sending = sendings.get(String(id))
    if (!sending) throw new Error('nothing is being sent any more')
    return sending
  }
  const drop = (id: string, why?: Error) => {
    const sending = sendings.get(id)
    sendings.delete(id)
    clearTimeout(sending?.idle)
    if (sending && !sending.body.writableFinished) sending.body.destroy(why)
  }
  return {
    open(
      http: OutboundHttp,
      address: string,
      {
        method,
        headers,
        bytes,
        inside,
      }: { method: string; headers: Record<string, string>; bytes: number; inside: boolean },
    ) {
      if (sendings.size >= MOST_SENDINGS) throw new Error(`more than ${MOST_SENDINGS} requests at once`)
      const id = randomUUID()
      const body = new PassThrough({ highWaterMark: PIECE_BYTES })
      body.on('error', () => {}) // told by the answer
      const sent = { method, headers: { ...headers, 'content-length': bytes }, body }
      const answer = http.request(address, sent, { bytes: PIECE_BYTES, ms: LONGEST_MS, inside })
      answer.catch(() => {}) // told by the next writing, or the end
      const idle = setTimeout(() => drop(id, new Error('nothing came for too long')), IDLE_MS)
      sendings.set(id, { body, answer, idle })
      return id
    },
    async write(id: unknown, bytes: Buffer) {
      if (bytes.length > PIECE_BYTES) throw new Error(`more than ${PIECE_BYTES / 1024} KB can't be sent at once`)
      const { body, answer, idle } = find(id)
      idle.refresh()
      // Whoever answers before it has everything wants no more.
      if (!body.write(bytes)) await Promise.race([once(body, 'drain'), answer])
    },
    async end(id: unknown) {
      const { body, answer, idle } = find(id)
      clearTimeout(idle)
      body.end()
      try {
        return await answer
      } finally {
        drop(String(id))
      }
    },
    abort: (id: unknown) => drop(String(id)),
    abortAll() {
      for (const id of sendings.keys()) drop(id)
    },
  }
}
export type Sendings = ReturnType<typeof createSendings>
