import { REASONS } from '@askwell/contract/reasons.ts'
import { replyFault } from '../strict-replies.ts'
import type { Fuzzed } from './calls.ts'
import { MAIL_HOST } from './right-values.ts'

const KNOWN_REASONS = new Set<string>(REASONS)
const MAIL = new RegExp(`[\\w.+-]+@${MAIL_HOST.replace('.', '\\.')}`, 'gi')

interface Envelope {
  code: number
  reason: string
  msg: string
  data: unknown
}

/** What is wrong with an answer, if anything is. `mine` is the mailbox of the one who asked; what the admin's own calls tell is no secret to admins. */
export const faultOf = (
  { endpoint, url, payload = '' }: Fuzzed,
  { status, body }: { status: number; body: string },
  { mine }: { mine: string },
) => {
  if (status >= 500) return `answers ${status}`
  let envelope: Envelope
  try {
    envelope = JSON.parse(body) as Envelope
  } catch {
    return `answers ${status} with what is no JSON: ${body.slice(0, 200)}`
  }
  if (Object.keys(envelope).sort().join() !== 'code,data,msg,reason')
    return `has no envelope: ${Object.keys(envelope).join()}`
  if (envelope.code !== status) return `says ${envelope.code} under ${status}`
  if (!KNOWN_REASONS.has(envelope.reason)) return `gives a reason nobody knows: ${envelope.reason}`
  if (!envelope.msg || envelope.msg.includes('reasons.')) return `has no words for ${envelope.reason}: ${envelope.msg}`
  if (status === 200 && endpoint.prefix !== 'admin') {
    const said =
      decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/%[89a-f][0-9a-f]/gi, '')).toLowerCase() +
      payload.toLowerCase()
    const leaked = body
      .toLowerCase()
      .match(MAIL)
      ?.find((mail) => mail !== mine && !said.includes(mail))
    if (leaked) return `tells of the mailbox ${leaked}`
  }
  return status === 200 ? replyFault(endpoint, envelope.data) : undefined
}
