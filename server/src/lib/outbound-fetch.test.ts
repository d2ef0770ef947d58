import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboundFetch } from './outbound-fetch.ts'
import { isNotPublic } from './outbound-http.ts'

let reached = 0
const server = createServer((request, response) => {
  reached++
  if (request.method === 'DELETE') return void response.writeHead(204).end()
  response.writeHead(200, { 'x-method': request.method, 'x-signed': String(request.headers['x-signed']) })
  request.pipe(response)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

test.each(['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]'])('%s is not reached', async (host) => {
  const { port } = server.address() as AddressInfo
  for (const init of [{}, { method: 'PUT', body: 'a backup' }])
    await expect(createOutboundFetch()(`http://${host}:${port}/attic`, init)).rejects.toSatisfy(isNotPublic)
  expect(reached).toBe(0)
})

test('where it may, it sends and gets what `fetch` would', async () => {
  const { port } = server.address() as AddressInfo
  const ask = createOutboundFetch(['127.0.0.1'])
  const address = `http://127.0.0.1:${port}/attic`
  const put = await ask(address, { method: 'PUT', body: Buffer.from('a backup'), headers: { 'x-signed': 'yes' } })
  expect([put.ok, put.headers.get('x-signed'), await put.text()]).toEqual([true, 'yes', 'a backup'])
  const head = await ask(address, { method: 'HEAD' })
  expect([head.status, head.headers.get('x-method'), await head.text()]).toEqual([200, 'HEAD', ''])
  expect((await ask(address, { method: 'DELETE' })).status).toBe(204)
  const stopped = ask(address, { signal: AbortSignal.abort(new Error('too long')) })
  await expect(stopped).rejects.toSatisfy((error) => !isNotPublic(error))
})
