import { execFile } from 'node:child_process'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { certificateAuthority } from '../../test/certificates.ts'
import { createTcpConnections, NotReachable, serverIn, serverNamed } from './outbound-tcp.ts'

const inside = { inside: true }
const secure = { inside: true, secure: true }

let authority: ReturnType<typeof certificateAuthority>
let certificates: Record<'right' | 'wrong' | 'strange', { key: string; cert: string }>
const trusted = tls.getCACertificates('default')
beforeAll(() => {
  authority = certificateAuthority()
  const stranger = certificateAuthority()
  const here = ['DNS:localhost', 'IP:127.0.0.1']
  certificates = {
    right: authority.sign('right', ...here),
    wrong: authority.sign('wrong', 'DNS:ldap.example.org'),
    strange: stranger.sign('strange', ...here),
  }
  stranger.remove()
  tls.setDefaultCACertificates([...trusted, authority.certificate])
})
afterAll(() => {
  tls.setDefaultCACertificates(trusted)
  authority.remove()
})

const connections = createTcpConnections()
const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  connections.closeAll()
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})
const listening = async (server: Server) => {
  servers.push(server)
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
const echo = (socket: Socket) => void socket.on('error', () => {}).pipe(socket)
const tlsServer = (which: keyof typeof certificates) => listening(tls.createServer(certificates[which], echo))
/** Begins without encryption; whatever comes first is answered by `answer`, and then it encrypts. */
const startingServer = (which: keyof typeof certificates, answer = 'go on') =>
  listening(
    createServer((plain) => {
      plain
        .on('error', () => {})
        .once('data', () => {
          plain.write(answer)
          const socket = new tls.TLSSocket(plain, { isServer: true, ...certificates[which] })
          echo(socket)
        })
    }),
  )

const say = async (id: string, text: string) => {
  await connections.write(id, Buffer.from(text))
  return (await connections.read(id))?.toString()
}
const opened = async (port: number, host = 'localhost') => {
  const id = await connections.open({ host, port }, inside)
  expect(await say(id, 'may I?')).toBe('go on')
  return id
}

describe('a server', () => {
  test.each([
    ['ldap.example.org:389', { host: 'ldap.example.org', port: 389 }],
    ['[::1]:636', { host: '::1', port: 636 }],
    ['ldap.example.org', undefined],
    ['ldap.example.org:0', undefined],
    ['ldaps://ldap.example.org', undefined],
  ])('is a host with a port: %s', (text, server) => expect(serverIn(text)).toEqual(server))

  test.each([
    [' ldap.example.org:3389 ', { host: 'ldap.example.org', port: 3389 }],
    ['ldaps://ldap.example.org', { host: 'ldap.example.org', port: 636 }],
    ['ldap://ldap.example.org/', { host: 'ldap.example.org', port: 389 }],
    ['LDAPS://ldap.example.org:3636', { host: 'ldap.example.org', port: 3636 }],
    ['ldap://[::1]', { host: '::1', port: 389 }],
    ['ldaps://ldap.example.org:0', undefined],
    ['ldaps:///dc=example', undefined],
    ['https://ldap.example.org', undefined],
    ['clamav:3310', { host: 'clamav', port: 3310 }],
    ['ldap:3389', { host: 'ldap', port: 3389 }],
    ['', undefined],
  ])('as an admin names it may be the address of a directory: %s', (text, server) =>
    expect(serverNamed(text)).toEqual(server),
  )
})

describe('a connection that is encrypted from the beginning', () => {
  test.each(['localhost', '127.0.0.1'])('goes to whoever proves to be %s', async (host) => {
    const id = await connections.open({ host, port: await tlsServer('right') }, secure)
    expect(await say(id, 'hear me')).toBe('hear me')
    const closed = new Promise((done) => [...sockets][0]!.once('close', done))
    connections.close(id)
    await closed
    expect(await connections.read(id)).toBeUndefined()
  })

  test.each([
    ['wrong', /no encrypted connection to .*does not match certificate's altnames.*ldap\.example\.org/],
    ['strange', /no encrypted connection to .*(unable to verify|self-signed)/],
  ] as const)('isn’t there with a certificate that is %s', async (which, why) => {
    await expect(connections.open({ host: 'localhost', port: await tlsServer(which) }, secure)).rejects.toThrow(why)
  })

  test('isn’t there with one that speaks no TLS, that hangs up, or in a private network without being asked to', async () => {
    const plain = await listening(createServer((socket) => void socket.on('data', () => socket.write('what?'))))
    await expect(connections.open({ host: 'localhost', port: plain }, secure)).rejects.toThrow(
      'no encrypted connection',
    )
    const rude = await listening(createServer((socket) => void socket.once('data', () => socket.end())))
    await expect(connections.open({ host: 'localhost', port: rude }, secure)).rejects.toThrow('no encrypted connection')
    const port = await tlsServer('right')
    await expect(connections.open({ host: 'localhost', port }, { secure: true })).rejects.toThrow(NotReachable)
  })

  test('trusts the authorities of NODE_EXTRA_CA_CERTS, and checks though NODE_TLS_REJECT_UNAUTHORIZED says not to', async () => {
    const [right, strange] = [await tlsServer('right'), await tlsServer('strange')]
    const module = new URL('outbound-tcp.ts', import.meta.url).href
    const code = `const { createTcpConnections } = await import(${JSON.stringify(module)})
for (const port of [${right}, ${strange}])
  await createTcpConnections().open({ host: 'localhost', port }, { inside: true, secure: true })
    .then(() => console.log('open'), () => console.log('refused'))
process.exit()`
    const run = async (env: Record<string, string>) =>
      (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env })).stdout.split('\n', 2)
    expect(await run({ NODE_EXTRA_CA_CERTS: authority.file })).toEqual(['open', 'refused'])
    expect(await run({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual(['refused', 'refused'])
  })
})

describe('a connection that is encrypted later', () => {
  test('goes on with whoever proves to be the host', async () => {
    const id = await opened(await startingServer('right'))
    const waits = connections.read(id)
    await connections.startTls(id)
    expect(await waits).toBeUndefined()
    expect(await say(id, 'hear me')).toBe('hear me')
    await expect(connections.startTls(id)).rejects.toThrow('encrypted already')
    const closed = new Promise((done) => [...sockets][0]!.once('close', done))
    connections.closeAll()
    await closed
  })

  test.each([
    ['wrong', 'localhost', 'does not match'],
    ['strange', 'localhost', 'no encrypted connection'],
  ] as const)('is closed with a certificate that is %s', async (which, host, why) => {
    const id = await opened(await startingServer(which), host)
    await expect(connections.startTls(id)).rejects.toThrow(why)
    await expect.poll(() => sockets.size).toBe(0)
    await expect(connections.write(id, Buffer.from('secret'))).rejects.toThrow('closed')
  })

  test('says nothing unencrypted while both sides agree', async () => {
    const heard: string[] = []
    const port = await listening(createServer((socket) => void socket.on('data', (bytes) => heard.push(String(bytes)))))
    const id = await connections.open({ host: 'localhost', port }, inside)
    const agreeing = connections.startTls(id)
    await expect(connections.write(id, Buffer.from('sesame'))).rejects.toThrow('being encrypted')
    await expect(connections.startTls(id)).rejects.toThrow('being encrypted')
    await expect.poll(() => heard.length).toBe(1)
    connections.closeAll()
    await expect(agreeing).rejects.toThrow('no encrypted connection')
    expect(heard.join()).not.toContain('sesame')
  })

  test('takes nothing for encrypted that came before', async () => {
    const id = await opened(
      await listening(
        createServer((plain) => {
          plain.once('data', () => {
            plain.write('go on')
            plain.once('data', () => {})
            setTimeout(() => plain.write('and you are bound'), 50)
          })
        }),
      ),
    )
    await new Promise((done) => setTimeout(done, 200))
    await expect(connections.startTls(id)).rejects.toThrow('no encrypted connection')
    expect(await connections.read(id)).toBeUndefined()
  })
})
