import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../lib/member.ts'
import { Bad, Refusal } from '../lib/refusals.ts'

const POST_BYTES = 64 * 1024 * 1024
/** Strangers send no files, and all of it is held until it is clear that the form is ours. */
const STRANGERS_BYTES = 1024 * 1024

/**
 * The request as the pages' framework takes it. `origin`: where the browser says the form came from, once that is known to be this site;
 * behind a proxy that speaks https for us, only the browser knows.
 */
export const asRequest = (
  request: FastifyRequest,
  { body, origin = `${request.protocol}://${request.host}` }: { body?: Buffer; origin?: string } = {},
) => {
  const path = request.raw.url!
  const address = URL.parse(`${origin}${path.startsWith('/') ? path : '/'}`)
  if (!address) throw new Bad('base.request_format_error')
  const headers = new Headers()
  const raw = request.raw.rawHeaders
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!)
  // Asked for its head alone a page would be drawn without a body, and could not be kept for those who want it whole.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return new Request(address, { method, headers, ...(body && { body: new Uint8Array(body) }) })
}

export const readBody = async (request: FastifyRequest, actor: Viewer) => {
  const limit = actor ? POST_BYTES : STRANGERS_BYTES
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.raw as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new Refusal('too-large', 'base.body_too_large')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Bad('base.request_format_error') // broken off
  }
  return Buffer.concat(chunks)
}
