import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from './clock.ts'

/** An address for one download works this long. */
export const TICKET_SECONDS = 5 * MINUTE

export interface Ticket {
  /** What kind of file it opens. */
  kind: 'backup' | 'export'
  /** Only they may use it. */
  user_id: number
  name: string
  until: number
}

const sign = (secret: string, { kind, user_id, name, until }: Ticket) =>
  createHmac('sha256', secret).update(`${kind} ${user_id} ${until} ${name}`).digest()

/** An address that opens one file for some minutes, for the one who asked. */
export const signedAddress = (secret: string, ticket: Ticket) =>
  `/session/${ticket.kind}/${ticket.name}?until=${ticket.until}&signature=${sign(secret, ticket).toString('base64url')}`

export const opensFile = (secret: string, ticket: Ticket, signature: string, now: number) => {
  const [given, right] = [Buffer.from(signature, 'base64url'), sign(secret, ticket)]
  return ticket.until >= now && given.length === right.length && timingSafeEqual(given, right)
}
