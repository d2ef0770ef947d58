import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { type TestUser, type World, world } from '../../../test/world.ts'
import { createServer } from '../server.ts'
import { servePages } from '../pages/serve.ts'

const MEGABYTE = 1024 * 1024
const ARRIVAL_MS = 700

describe('harmful HTTP traffic', { timeout: 60_000 }, () => {
  let w: World
  let server: FastifyInstance
  let port: number
  let ann: TestUser
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    w = await world('sqlite')
    ann = await w.given.member({ rank: 100 })
    server = await createServer(w.site, { arrivalMs: ARRIVAL_MS })
    await servePages(server, w.site)
    await server.listen({ host: '127.0.0.1', port: 0 })
    port = (server.server.address() as AddressInfo).port
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await server.close()
    await w.close()
  })

  const open = (first = '') => {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => {})
    socket.gone = new Promise((resolve) => void socket.once('close', () => resolve()))
    socket.said = ''
    socket.on('data', (chunk) => {
      socket.said += chunk.toString()
    })
    if (first) socket.write(first)
    return socket
  }
  const head = (line: string, more: Record<string, string | number> = {}) =>
    `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries({ 'content-type': 'application/json', ...more })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`
  /** Others are answered as ever, by calls and by pages. */
  const others = async () => {
    const replies = await Promise.all(
      ['/answer/api/v1/question/page', '/answer/api/v1/siteinfo', '/', '/users/login'].map((path) =>
        fetch(`http://127.0.0.1:${port}${path}`),
      ),
    )
    await Promise.all(replies.map((reply) => reply.arrayBuffer()))
    return replies.map(({ status }) => status)
  }
  const ANSWERED = [200, 200, 200, 200]
  /** Writes until the other side closes, or as much as is there. @returns how many bytes went out. */
  const pour = async (socket: Socket, most: number, wrap = (chunk: Buffer) => chunk) => {
    const chunk = wrap(Buffer.alloc(64 * 1024, 'x'))
    let sent = 0
    while (sent < most && !socket.destroyed && socket.writable) {
      sent += chunk.length
      if (!socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), socket.gone])
    }
    return sent
  }
  const chunked = (chunk: Buffer) =>
    Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
  const closed = ({ gone }: Socket) => gone

  const CALL = () => `POST /answer/api/v1/question`
  const bodies: [string, string, Record<string, string | number>][] = [
    ['a call', 'POST /answer/api/v1/question', {}],
    ['a form', 'POST /users/login', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form of scripts', 'POST /session/token', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an upload by a stranger', 'POST /answer/api/v1/file', { 'content-type': 'multipart/form-data; boundary=x' }],
  ]

  test.each(bodies)('a hundred megabytes as the body of %s are not taken', async (_, line, headers) => {
    const before = process.memoryUsage().rss
    const socket = open(
      head(line, { ...headers, authorization: line === CALL() ? ann.token : 'x', 'content-length': 100 * MEGABYTE }),
    )
    await pour(socket, 100 * MEGABYTE)
    socket.end()
    await closed(socket)
    expect(socket.said).toMatch(/^HTTP\/1\.1 4(13|01|03) /)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE)
    expect(await others()).toEqual(ANSWERED)
  })

  test.each(bodies)('the body of %s that never ends is cut off', async (_, line, headers) => {
    const socket = open(
      head(line, { ...headers, authorization: line === CALL() ? ann.token : 'x', 'transfer-encoding': 'chunked' }),
    )
    const [sent, answered] = await Promise.all([pour(socket, 1000 * MEGABYTE, chunked), others()])
    expect(answered).toEqual(ANSWERED)
    await closed(socket)
    expect(sent).toBeLessThan(1000 * MEGABYTE)
  })

  test.each(bodies)('the body of %s that comes letter by letter is cut off', async (_, line, headers) => {
    const slow = Array.from({ length: 50 }, () =>
      open(head(line, { ...headers, authorization: line === CALL() ? ann.token : 'x', 'content-length': 5000 })),
    )
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('x')
    }, 50)
    expect(await others()).toEqual(ANSWERED)
    await Promise.all(slow.map(closed))
    clearInterval(drip)
    expect(await others()).toEqual(ANSWERED)
  })

  test('a member’s file may take its time', async () => {
    const part = (name: string, value: string, file = '') =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    const body = `${part('source', 'post')}${part('file', 'no picture', '; filename="a.png"')}--x--\r\n`
    const socket = open(
      head('POST /answer/api/v1/file', {
        'content-type': 'multipart/form-data; boundary=x',
        authorization: ann.token,
        'content-length': body.length,
        connection: 'close',
      }),
    )
    for (const piece of [body.slice(0, 50), body.slice(50, 100), body.slice(100)]) {
      socket.write(piece)
      await new Promise((resume) => setTimeout(resume, ARRIVAL_MS / 2))
    }
    await closed(socket)
    expect(socket.said).toMatch(/^HTTP\/1\.1 400 /) // read to its end, and no picture
  })

  test('headers that come letter by letter keep nobody waiting', async () => {
    const slow = Array.from({ length: 300 }, () => open('GET / HTTP/1.1\r\nhost: x\r\nx-slow: '))
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('x')
    }, 50)
    for (let n = 0; n < 5; n++) expect(await others()).toEqual(ANSWERED)
    clearInterval(drip)
  })

  test('an address of thousands of names is refused, on pages and calls, and one of a thousand is read', async () => {
    const asking = async (path: string, names: number) => {
      const query = Array.from({ length: names }, (_, n) => `a${n}`).join('&')
      const reply = await fetch(`http://127.0.0.1:${port}${path}?${query}`)
      await reply.arrayBuffer()
      return reply.status
    }
    for (const path of ['/questions', '/search', '/answer/api/v1/question/page', '/feeds/questions.atom', '/nowhere'])
      expect([path, await asking(path, 1001), await asking(path, 2000)]).toEqual([path, 400, 400])
    expect([await asking('/questions', 1000), await asking('/answer/api/v1/question/page', 1000)]).toEqual([200, 200])
    expect(await others()).toEqual(ANSWERED)
  })

  test('a packed bomb is never unpacked', async () => {
    const bomb = gzipSync(Buffer.from(`{"title":"${' '.repeat(50 * MEGABYTE)}"}`))
    const before = process.memoryUsage().rss
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip']) {
      const reply = await fetch(`http://127.0.0.1:${port}/answer/api/v1/question`, {
        method: 'POST',
        headers: { authorization: ann.token, 'content-type': 'application/json', 'content-encoding': encoding },
        body: bomb,
      })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ reason: 'base.request_format_error' })
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
  })

  test('thousands of idle sockets keep nobody waiting', async () => {
    const idle = Array.from({ length: 3000 }, () => open())
    await Promise.all(
      idle.map(async (socket) => {
        if (socket.connecting) await once(socket, 'connect')
      }),
    )
    for (const socket of idle.slice(0, 1000)) socket.write('GET / HT')
    for (const socket of idle.slice(1000, 2000)) socket.write(head('GET /healthz')) // answered, and then kept
    for (let n = 0; n < 3; n++) expect(await others()).toEqual(ANSWERED)
    expect(server.server.keepAliveTimeout).toBeLessThanOrEqual(72_000)
    expect(server.server.headersTimeout).toBeLessThanOrEqual(60_000)
  })

  test.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6'],
    ['a length and pieces', 'content-length: 5\r\ntransfer-encoding: chunked'],
    ['a folded header', 'x-a: 1\r\n 2\r\ntransfer-encoding\r\n : chunked'],
    ['a length that is no number', 'content-length: 5x'],
    ['a space before the colon', 'transfer-encoding : chunked'],
    ['pieces in two ways', 'transfer-encoding: chunked, identity'],
  ])('a request smuggled in another, by %s, is no request', async (_, lines) => {
    const socket = open(
      `POST /answer/api/v1/user/login/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${lines}\r\n\r\n0\r\n\r\nGET /answer/api/v1/siteinfo HTTP/1.1\r\nhost: x\r\n\r\n`,
    )
    await closed(socket)
    expect(socket.said).toMatch(/^HTTP\/1\.1 400 /)
    expect(socket.said).not.toContain('base.success')
  })
})

declare module 'node:net' {
  interface Socket {
    said: string
    gone: Promise<void>
  }
}
