import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboundHttp } from './outbound-http.ts'
import { createSendings } from './outbound-sending.ts'

const PIECE = Buffer.alloc(200_000, 'x')
const http = createOutboundHttp({ allowed: ['127.0.0.1'] })
let address = ''
let got: Buffer[] = []
const server = createServer((request, response) => {
  if (request.url === '/full') return void response.writeHead(507).end('full')
  void buffer(request).then(
    (bytes) => {
      got.push(bytes)
      response.writeHead(201, { etag: '"1"' }).end('kept')
    },
    () => {}, // it was broken off
  )
})
beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = (sendings: ReturnType<typeof createSendings>, bytes: number, path = '/') =>
  sendings.open(http, `${address}${path}`, { method: 'PUT', headers: {}, bytes, inside: false })

test('a body comes as it was written, piece by piece, and its answer at the end', async () => {
  got = []
  const sendings = createSendings()
  const id = open(sendings, 5 * PIECE.length)
  for (let n = 0; n < 5; n++) await sendings.write(id, PIECE)
  const { status, headers, body } = await sendings.end(id)
  expect([status, headers.etag, String(body)]).toEqual([201, '"1"', 'kept'])
  expect(got.map(({ length }) => length)).toEqual([5 * PIECE.length])
  await expect(sendings.write(id, PIECE)).rejects.toThrow('nothing is being sent')
})

test('whoever answers early is heard', async () => {
  const sendings = createSendings()
  const id = open(sendings, 20 * PIECE.length, '/full')
  for (let n = 0; n < 20; n++) await sendings.write(id, PIECE).catch(() => {})
  expect((await sendings.end(id)).status).toBe(507)
})

test('one that is broken off, or says another length than comes, keeps nothing', async () => {
  got = []
  const sendings = createSendings()
  const stopped = open(sendings, 10)
  await sendings.write(stopped, Buffer.from('half'))
  sendings.abort(stopped)
  await expect(sendings.end(stopped)).rejects.toThrow('nothing is being sent')
  const short = open(sendings, 10)
  await sendings.write(short, Buffer.from('half'))
  sendings.abortAll()
  await expect(sendings.end(short)).rejects.toThrow('nothing is being sent')
  expect(got).toEqual([])
})

test('too much at once, too many at once and addresses of the private network are refused', async () => {
  const sendings = createSendings()
  const id = open(sendings, 10)
  await expect(sendings.write(id, Buffer.alloc(300_000))).rejects.toThrow('256 KB')
  for (let n = 0; n < 7; n++) open(sendings, 10)
  expect(() => open(sendings, 10)).toThrow('more than 8')
  sendings.abortAll()
  const refused = sendings.open(http, 'http://10.0.0.1/', { method: 'PUT', headers: {}, bytes: 1, inside: false })
  await expect(sendings.end(refused)).rejects.toThrow('not a public address')
})
