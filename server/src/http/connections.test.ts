import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { siteInfo } from '@askwell/contract/site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, world } from '../../test/world.ts'

describe('what HTTP clients can rely on', () => {
  let w: World
  let port: number
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    await w.server.listen({ host: '127.0.0.1', port: 0 })
    port = (w.server.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    return socket
  }
  const send = async (text: string) => {
    const socket = open()
    socket.write(text)
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString()
    })
    await once(socket, 'close')
    const [head = '', body = ''] = said.split('\r\n\r\n')
    return { head, body }
  }

  test('what isn’t HTTP is refused in the form of all calls', async () => {
    const { head, body } = await send('HELLO\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request/)
    expect(JSON.parse(body)).toMatchObject({ code: 400, reason: 'base.request_format_error', data: null })
  })

  test('headers without end are too large', async () => {
    const { head, body } = await send(`GET /answer/api/v1/siteinfo?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(head).toMatch(/^HTTP\/1\.1 431/)
    expect(JSON.parse(body)).toMatchObject({ code: 431 })
  })

  test.each(['TRACE', 'PROPFIND', 'PURGE', 'LINK'])('%s is nothing one can do here', async (method) => {
    for (const path of ['/', '/answer/api/v1/siteinfo']) {
      const { head, body } = await send(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      expect(head).toMatch(/^HTTP\/1\.1 40[45] /)
      expect(body).not.toMatch(/Route|statusCode/)
    }
  })

  test('requests written as for a proxy, or for everything (`*`), are answered', async () => {
    expect(
      (await send('GET http://elsewhere.example/tags HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).head,
    ).toMatch(/^HTTP\/1\.1 [24]/)
    expect((await send('OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).head).toMatch(/^HTTP\/1\.1 4/)
  })

  test.each([
    ['a call', 'POST /answer/api/v1/question', 'application/json', '{"title":'],
    [
      'an upload',
      'POST /answer/api/v1/file',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ],
    ['a form', 'POST /users/login', 'application/x-www-form-urlencoded', 'e_mail='],
  ])('a client that leaves in the middle of %s is no fault', async (_, line, type, begun) => {
    const { token } = await w.given.member()
    for (let n = 0; n < 5; n++) {
      const socket = open()
      socket.write(
        `${line} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: ${type}\r\ncontent-length: 9999\r\n\r\n${begun}`,
      )
      await new Promise((resume) => setTimeout(resume, 10))
      socket.destroy()
      await once(socket, 'close')
    }
    expect((await w.nobody.call(siteInfo)).general.name).toBe('World')
  })

  test('a client that leaves before the reply is no fault', async () => {
    for (const path of ['/', '/users/login', '/answer/api/v1/question/page']) {
      const socket = open()
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`, () => socket.destroy())
      await once(socket, 'close')
    }
    expect((await w.nobody.call(siteInfo)).general.name).toBe('World')
  })
})
