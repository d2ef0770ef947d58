import dns from 'node:dns'
import { randomUUID } from 'node:crypto'
import net, { type LookupFunction, type Socket } from 'node:net'
import { isForbiddenAddress, isPrivateAddress } from './addresses.ts'

export interface Server {
  host: string
  port: number
}

/** Nobody is connected to such an address. */
export class NotReachable extends Error {
  constructor(host: string) {
    super(`${host} is no address to be reached`)
  }
}

const MOST_CONNECTIONS = 20
const CONNECT_MS = 5000
/** Nobody needs a connection on which nothing has come or gone for so long. */
const IDLE_MS = 30_000
/** Of one reading, and of one writing. */
const PIECE_BYTES = 256 * 1024

/** `host:port`, or `[address]:port`; undefined if it is no such thing. */
export const serverIn = (text: string): Server | undefined => {
  const [, host = '', digits = ''] = /^(\[[\da-f:.]+\]|[\w.-]{1,253}):(\d{1,5})$/i.exec(text.trim()) ?? []
  const port = Number(digits)
  return host && port > 0 && port < 65_536 ? { host: host.replace(/^\[(.*)\]$/, '$1'), port } : undefined
}

/** What a name stands for is looked up once, checked, and connected to. */
const checked =
  (isRefused: (ip: string) => boolean): LookupFunction =>
  (name, options, done) =>
    dns.lookup(name, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (!error && addresses.some(isRefused)) return done(new NotReachable(name), [])
      done(error, found, family)
    })

const opened = ({ host, port }: Server, inside: boolean) =>
  new Promise<Socket>((resolve, reject) => {
    const isRefused = inside ? isForbiddenAddress : isPrivateAddress
    if (net.isIP(host) && isRefused(host)) throw new NotReachable(host)
    const socket = net.connect({ host, port, lookup: checked(isRefused) })
    const late = setTimeout(() => socket.destroy(new Error(`${host}:${port} doesn't answer`)), CONNECT_MS)
    socket.once('close', () => clearTimeout(late)).once('error', reject)
    socket.once('connect', () => {
      clearTimeout(late)
      socket.setTimeout(IDLE_MS, () => socket.destroy(new Error('nothing was said for too long')))
      socket.pause()
      resolve(socket)
    })
  })

/** The next bytes that come; undefined at the end. */
const next = (socket: Socket) =>
  new Promise<Buffer | undefined>((resolve, reject) => {
    const look = () => {
      const piece = socket.read(Math.min(socket.readableLength, PIECE_BYTES) || undefined) as Buffer | null
      if (piece) return done(() => resolve(piece))
      if (socket.errored) return done(() => reject(socket.errored!))
      if (socket.readableEnded || socket.destroyed) done(() => resolve(undefined))
    }
    const events = ['readable', 'end', 'close', 'error'] as const
    const done = (settle: () => void) => {
      for (const event of events) socket.off(event, look)
      settle()
    }
    for (const event of events) socket.on(event, look)
    look()
  })

/** TCP connections of one plugin. Whoever isn't there any more leaves none behind: idle ones are closed. */
export const createTcpConnections = () => {
  const sockets = new Map<string, Socket>()
  let opening = 0
  return {
    async open(server: Server, { inside = false } = {}) {
      if (sockets.size + opening >= MOST_CONNECTIONS)
        throw new Error(`more than ${MOST_CONNECTIONS} connections at once`)
      opening++
      const socket = await opened(server, inside).finally(() => opening--)
      const id = randomUUID()
      sockets.set(id, socket)
      // What goes wrong is told by the next reading or writing.
      socket.on('error', () => {}).once('close', () => sockets.delete(id))
      return id
    },
    async write(id: unknown, bytes: Buffer) {
      if (bytes.length > PIECE_BYTES) throw new Error(`more than ${PIECE_BYTES / 1024} KB can't be sent at once`)
      const socket = sockets.get(String(id))
      if (!socket) throw new Error('the connection is closed')
      await new Promise<void>(
        (resolve, reject) => void socket.write(bytes, (error) => (error ? reject(error) : resolve())),
      )
    },
    /** Undefined also for one that has been closed meanwhile: there is nothing more to read. */
    async read(id: unknown) {
      const socket = sockets.get(String(id))
      return socket && next(socket)
    },
    close: (id: unknown) => void sockets.get(String(id))?.destroy(),
    closeAll() {
      for (const socket of sockets.values()) socket.destroy()
    },
  }
}
export type TcpConnections = ReturnType<typeof createTcpConnections>
