import dns from 'node:dns'
import { randomUUID } from 'node:crypto'
import net, { type LookupFunction, type Socket } from 'node:net'
import tls from 'node:tls'
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

const DIRECTORY_PORTS: Record<string, number> = { 'ldap:': 389, 'ldaps:': 636 }

/** What an admin has named: as above, or the address of a directory, whose port may be left out. */
export const serverNamed = (text: string): Server | undefined => {
  const { protocol = '', hostname = '', port = '' } = URL.parse(text.trim()) ?? {}
  const usual = DIRECTORY_PORTS[protocol]
  return serverIn(usual && hostname ? `${hostname}:${port || usual}` : text) // a host may be called ldap
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

const closeAfterSilence = (socket: Socket) =>
  socket.setTimeout(IDLE_MS, () => socket.destroy(new Error('nothing was said for too long')))

const untilReady = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect', { host, port }: Server) =>
  new Promise<S>((resolve, reject) => {
    const late = setTimeout(() => socket.destroy(new Error(`${host}:${port} doesn't answer`)), CONNECT_MS)
    socket.once('error', reject).once('close', () => {
      clearTimeout(late)
      reject(new Error(`${host}:${port} hung up`))
    })
    socket.once(event, () => {
      clearTimeout(late)
      closeAfterSilence(socket)
      socket.pause()
      resolve(socket)
    })
  })

const connected = async (server: Server, inside: boolean) => {
  const { host, port } = server
  const isRefused = inside ? isForbiddenAddress : isPrivateAddress
  if (net.isIP(host) && isRefused(host)) throw new NotReachable(host)
  return untilReady(net.connect({ host, port, lookup: checked(isRefused) }), 'connect', server)
}

/** Encrypted, with whoever proves by a certificate of an authority that this process trusts to be that host. */
const encrypted = async (socket: Socket, server: Server) => {
  const { host } = server
  socket.setTimeout(0) // what comes and goes from here on it doesn't see
  const names = net.isIP(host) ? { host } : { host, servername: host }
  try {
    return await untilReady(tls.connect({ socket, ...names, rejectUnauthorized: true }), 'secureConnect', server)
  } catch (error) {
    socket.destroy()
    throw new Error(`no encrypted connection to ${host}:${server.port}: ${(error as Error).message}`, { cause: error })
  }
}

interface Open {
  server: Server
  socket: Socket
  /** Ends a reading that waits. */
  over: AbortController
}

/** The next bytes that come; undefined at the end. */
const next = ({ socket, over: { signal } }: Open) =>
  new Promise<Buffer | undefined>((resolve, reject) => {
    const look = () => {
      if (signal.aborted) return done(() => resolve(undefined))
      const piece = socket.read(Math.min(socket.readableLength, PIECE_BYTES) || undefined) as Buffer | null
      if (piece) return done(() => resolve(piece))
      if (socket.errored) return done(() => reject(socket.errored!))
      if (socket.readableEnded || socket.destroyed) done(() => resolve(undefined))
    }
    const events = ['readable', 'end', 'close', 'error'] as const
    const done = (settle: () => void) => {
      for (const event of events) socket.off(event, look)
      signal.removeEventListener('abort', look)
      settle()
    }
    for (const event of events) socket.on(event, look)
    signal.addEventListener('abort', look)
    look()
  })

/** TCP connections of one plugin. Whoever isn't there any more leaves none behind: idle ones are closed. */
export const createTcpConnections = () => {
  const all = new Map<string, Open>()
  let opening = 0
  const keep = (id: string, socket: Socket, server: Server) => {
    all.set(id, { server, socket, over: new AbortController() })
    // What goes wrong is told by the next reading or writing.
    socket
      .on('error', () => {})
      .once('close', () => {
        if (all.get(id)?.socket === socket) all.delete(id)
      })
  }
  const find = (id: unknown) => {
    const found = all.get(String(id))
    if (!found) throw new Error('the connection is closed')
    if (found.over.signal.aborted) throw new Error('the connection is just being encrypted')
    return found
  }
  return {
    /** `secure`: encrypted from the beginning. */
    async open(server: Server, { inside = false, secure = false } = {}) {
      if (all.size + opening >= MOST_CONNECTIONS) throw new Error(`more than ${MOST_CONNECTIONS} connections at once`)
      opening++
      const begin = async () => {
        const socket = await connected(server, inside)
        return secure ? encrypted(socket, server) : socket
      }
      const socket = await begin().finally(() => opening--)
      const id = randomUUID()
      keep(id, socket, server)
      return id
    },
    /** Encrypts from here on what wasn't yet. Where that fails the connection is closed; a reading that waits ends. */
    async startTls(id: unknown) {
      const { server, socket, over } = find(id)
      if (socket instanceof tls.TLSSocket) throw new Error('the connection is encrypted already')
      over.abort()
      keep(String(id), await encrypted(socket, server), server)
    },
    async write(id: unknown, bytes: Buffer) {
      if (bytes.length > PIECE_BYTES) throw new Error(`more than ${PIECE_BYTES / 1024} KB can't be sent at once`)
      const { socket } = find(id)
      await new Promise<void>(
        (resolve, reject) => void socket.write(bytes, (error) => (error ? reject(error) : resolve())),
      )
    },
    /** Undefined also for one that has been closed meanwhile: there is nothing more to read. */
    async read(id: unknown) {
      const found = all.get(String(id))
      return found && next(found)
    },
    close: (id: unknown) => void all.get(String(id))?.socket.destroy(),
    closeAll() {
      for (const { socket } of all.values()) socket.destroy()
    },
  }
}
export type TcpConnections = ReturnType<typeof createTcpConnections>
