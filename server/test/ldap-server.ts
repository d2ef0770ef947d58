import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { BerReader, BerWriter } from 'ldapts'

export interface LdapEntry {
  dn: string
  password?: string
  attributes: Record<string, string | Buffer | string[]>
}

const CODE = {
  success: 0,
  noSuchObject: 32,
  confidentiality: 13,
  invalidCredentials: 49,
  insufficientAccess: 50,
  sizeLimit: 4,
  unwilling: 53,
}
const OP = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77 }
const START_TLS = '1.3.6.1.4.1.1466.20037'
const FILTER = { and: 0xa0, or: 0xa1, not: 0xa2, equals: 0xa3, present: 0x87 }

type Matches = (entry: LdapEntry) => boolean
const valueOf = ({ attributes }: LdapEntry, name: string) =>
  Object.entries(attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** Reads one filter; case doesn't matter in values, as with most attributes of people. */
const readFilter = (reader: BerReader): Matches => {
  const tag = reader.peek()!
  if (tag === FILTER.present) {
    const name = reader.readString(tag)!
    return (entry) => valueOf(entry, name) !== undefined
  }
  reader.readSequence(tag)
  const end = reader.offset + reader.length
  if (tag === FILTER.equals) {
    const [name, value] = [reader.readString()!, reader.readString()!]
    return (entry) => String(valueOf(entry, name) ?? '').toLowerCase() === value.toLowerCase()
  }
  const parts: Matches[] = []
  while (reader.offset < end) parts.push(readFilter(reader))
  if (tag === FILTER.and) return (entry) => parts.every((matches) => matches(entry))
  if (tag === FILTER.or) return (entry) => parts.some((matches) => matches(entry))
  return (entry) => !parts[0]!(entry)
}

interface Encrypting {
  certificate: { key: string; cert: string }
  /** Only from StartTLS on; until then nobody may bind. */
  later?: boolean
  /** Bytes that somebody on the way puts behind the answer to StartTLS. */
  slippedIn?: Buffer
}

/** A directory on the loopback: simple binds, and searches by equality, presence, and, or; StartTLS. Whoever isn't bound may look for nobody. */
export const ldapServer = async (entries: LdapEntry[], encrypting?: Encrypting) => {
  const seen: string[] = []
  const find = (dn: string) => entries.find((entry) => entry.dn.toLowerCase() === dn.toLowerCase())

  const reply = (socket: Socket, id: number, op: number, write: (writer: BerWriter) => void, behind?: Buffer) => {
    const writer = new BerWriter()
    writer.startSequence()
    writer.writeInt(id)
    writer.startSequence(op)
    write(writer)
    writer.endSequence()
    writer.endSequence()
    socket.write(behind ? Buffer.concat([writer.buffer, behind]) : writer.buffer)
  }
  const result = (socket: Socket, id: number, op: number, code: number, behind?: Buffer) =>
    reply(
      socket,
      id,
      op,
      (writer) => {
        writer.writeEnumeration(code)
        writer.writeString('')
        writer.writeString('')
      },
      behind,
    )

  const handle = (socket: Socket, bound: { dn: string }, message: Buffer) => {
    const reader = new BerReader(message)
    reader.readSequence()
    const id = reader.readInt()!
    const op = reader.peek()!
    if (op === OP.unbind) return void socket.end()
    reader.readSequence(op)
    if (op === OP.extended && encrypting?.later && reader.readString(0x80) === START_TLS) {
      seen.push('StartTLS')
      socket.removeAllListeners('data')
      result(socket, id, 0x78, CODE.success, encrypting.slippedIn)
      return serve(new TLSSocket(socket, { isServer: true, ...encrypting.certificate }))
    }
    if (encrypting && !(socket instanceof TLSSocket)) return result(socket, id, 0x61, CODE.confidentiality)
    if (op === OP.bind) {
      reader.readInt()
      const dn = reader.readString()!
      const password = reader.readString(0x80)!
      seen.push(`bind ${dn}`)
      // Without a password the bind is unauthenticated, and succeeds: whoever asks must not take that for a login.
      const known = password === '' || (find(dn)?.password !== undefined && find(dn)!.password === password)
      bound.dn = known && password ? dn : ''
      return result(socket, id, 0x61, known ? CODE.success : CODE.invalidCredentials)
    }
    if (op !== OP.search) return result(socket, id, 0x78, CODE.unwilling)
    const base = reader.readString()!
    reader.readEnumeration()
    reader.readEnumeration()
    const limit = reader.readInt()!
    reader.readInt()
    reader.readBoolean()
    const matches = readFilter(reader)
    seen.push(`search ${base}`)
    if (!bound.dn) return result(socket, id, 0x65, CODE.insufficientAccess)
    const found = entries.filter((entry) => entry.dn.toLowerCase().endsWith(base.toLowerCase()) && matches(entry))
    for (const { dn, attributes } of found.slice(0, limit || undefined))
      reply(socket, id, 0x64, (writer) => {
        writer.writeString(dn)
        writer.startSequence()
        for (const [name, value] of Object.entries(attributes)) {
          writer.startSequence()
          writer.writeString(name)
          writer.startSequence(0x31)
          for (const one of [value].flat()) writer.writeBuffer(Buffer.from(one as string), 0x04)
          writer.endSequence()
          writer.endSequence()
        }
        writer.endSequence()
      })
    return result(socket, id, 0x65, limit && found.length > limit ? CODE.sizeLimit : CODE.success)
  }

  /** How long the message at the beginning is; undefined while that isn't known yet. */
  const lengthAt = (bytes: Buffer) => {
    if (bytes.length < 2) return undefined
    const first = bytes[1]!
    if (first < 0x80) return 2 + first
    const more = first & 0x7f
    return bytes.length < 2 + more ? undefined : 2 + more + bytes.readUIntBE(2, more)
  }
  const serve = (socket: Socket) => {
    const bound = { dn: '' }
    let rest = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes as Buffer])
      for (let length = lengthAt(rest); length !== undefined && rest.length >= length; length = lengthAt(rest)) {
        handle(socket, bound, rest.subarray(0, length))
        rest = rest.subarray(length)
      }
    })
  }
  const isSecure = encrypting && !encrypting.later
  const server = isSecure ? createTlsServer(encrypting.certificate, serve) : createServer(serve)
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    seen,
    address: `${isSecure ? 'ldaps' : 'ldap'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
