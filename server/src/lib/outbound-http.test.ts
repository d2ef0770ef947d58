import { lookup } from 'node:dns'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutboundHttp, FetchRefused, isNotPublic } from './outbound-http.ts'

// `inside` is what nobody may reach; `outside`, on an address that the tests allow, stands for the rest of the world.
const PUBLIC = '127.0.0.2'
let inside: Server
let outside: Server
let reached = 0
let answer: (path: string, response: ServerResponse) => void = () => {}
const portOf = (server: Server) => (server.address() as AddressInfo).port
const listen = (server: Server, host: string) => new Promise<void>((resolve) => void server.listen(0, host, resolve))

beforeAll(async () => {
  inside = createServer((_request, response) => {
    reached++
    response.end('a secret')
  })
  await listen(inside, '0.0.0.0')
  outside = createServer((request, response) => answer(request.url!, response))
  await listen(outside, PUBLIC)
})
afterAll(() => {
  inside.closeAllConnections()
  inside.close()
  outside.closeAllConnections()
  outside.close()
})
beforeEach(() => {
  reached = 0
  answer = (_path, response) => response.end('a picture')
})

/** Names that stand for what the test says, each time it is asked. */
const naming = (names: Record<string, string[][]>) => {
  const asked: string[] = []
  const find: LookupFunction = (name, options, done) => {
    asked.push(name)
    const turns = names[name]
    if (!turns) return lookup(name, options as never, done as never)
    const found = (turns.length > 1 ? turns.shift()! : turns[0]!).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    if (options.all) return done(null, found)
    return done(null, found[0]!.address, found[0]!.family)
  }
  return { asked, find }
}
const get = (
  address: string,
  options: Parameters<typeof createOutboundHttp>[0] = {},
  wanted: { bytes?: number; ms?: number } = {},
) => createOutboundHttp({ allowed: [PUBLIC], ...options }).fetch(address, { bytes: 1000, ms: 2000, ...wanted })
const there = (path = '/') => `http://${PUBLIC}:${portOf(outside)}${path}`

describe('from elsewhere', () => {
  test('comes what stands there', async () => expect(String(await get(there()))).toBe('a picture'))
  test('by its name too', async () =>
    expect(
      String(
        await get(`http://pictures.example:${portOf(outside)}/`, {
          lookup: naming({ 'pictures.example': [[PUBLIC]] }).find,
        }),
      ),
    ).toBe('a picture'))
  test.each([404, 410])('nothing comes where there is nothing (%d)', async (status) => {
    answer = (_path, response) => response.writeHead(status).end('nothing')
    expect(await get(there())).toBe(undefined)
  })
  test.each([500, 403, 204, 304])('a failure (%d) is one', async (status) => {
    answer = (_path, response) => response.writeHead(status).end()
    await expect(get(there())).rejects.toThrow(FetchRefused)
  })
  test('over a few redirects', async () => {
    answer = (path, response) =>
      path === '/3'
        ? response.end('at last')
        : response.writeHead(302, { location: `/${Number(path.slice(1)) + 1}` }).end()
    expect(String(await get(there('/0')))).toBe('at last')
  })
})

describe('nothing of our own is ever reached', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '0.0.0.0',
    '0',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.000.000.001',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.0.1',
    '198.18.0.1',
  ])('as %s', async (host) => {
    await expect(get(`http://${host}:${portOf(inside)}/`, {}, { ms: 500 })).rejects.toThrow(FetchRefused)
    expect(reached).toBe(0)
  })

  test.each(['[::127.0.0.1]', '[4000::1]', '[8000::1]'])('as %s, which nobody has been given', async (host) => {
    await expect(get(`http://${host}:${portOf(inside)}/`)).rejects.toThrow('not a public address')
  })

  test.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    ['fe80::1'],
    ['0.0.0.0'],
  ])('behind a name that stands for %s', async (address) => {
    await expect(
      get(`http://evil.example:${portOf(inside)}/`, { lookup: naming({ 'evil.example': [[address]] }).find }),
    ).rejects.toSatisfy(isNotPublic)
    expect(reached).toBe(0)
  })

  test('behind a name that stands for one of us among others', async () => {
    await expect(
      get(`http://evil.example:${portOf(inside)}/`, {
        lookup: naming({ 'evil.example': [[PUBLIC, '127.0.0.1']] }).find,
      }),
    ).rejects.toThrow(FetchRefused)
    expect(reached).toBe(0)
  })

  test('behind a name that is another address the second time it is asked', async () => {
    const names = naming({ 'rebinding.example': [[PUBLIC], ['127.0.0.1']] })
    const address = `http://rebinding.example:${portOf(outside)}/`
    expect(String(await get(address, { lookup: names.find }))).toBe('a picture')
    expect(names.asked).toEqual(['rebinding.example'])
    await expect(get(address, { lookup: names.find })).rejects.toThrow(FetchRefused)
    expect(reached).toBe(0)
  })

  test.each([
    ['to a number', () => `http://127.0.0.1:${portOf(inside)}/`],
    ['to an odd number', () => `http://2130706433:${portOf(inside)}/`],
    ['to a name', () => `http://evil.example:${portOf(inside)}/`],
    ['without a scheme', () => `//127.0.0.1:${portOf(inside)}/`],
    ['to a file', () => 'file:///etc/passwd'],
    ['to a script', () => 'javascript:alert(1)'],
    ['to text', () => 'data:text/plain,x'],
    ['with a password', () => `http://a:b@${PUBLIC}/`],
  ])('by a redirect %s', async (_, location) => {
    answer = (_path, response) => response.writeHead(302, { location: location() }).end()
    await expect(get(there(), { lookup: naming({ 'evil.example': [['127.0.0.1']] }).find })).rejects.toThrow(
      FetchRefused,
    )
    expect(reached).toBe(0)
  })

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'javascript:1',
    'unix:/var/run/x',
    'http://a:b@example.com/',
    'example.com',
    '',
    'http://',
    'http://[',
    '//127.0.0.1/',
  ])('as %j, which is no web address', async (address) => {
    await expect(get(address)).rejects.toThrow(FetchRefused)
  })
})

describe('where an admin allows private addresses', () => {
  const ask = (host: string, lookup?: LookupFunction) =>
    createOutboundHttp({ lookup }).request(
      `http://${host}:${portOf(inside)}/`,
      { method: 'GET', headers: {}, body: Buffer.alloc(0) },
      { bytes: 1000, ms: 2000, inside: true },
    )

  test('they are reached, by number and by name, and nothing is written about it', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(String((await ask('127.0.0.1')).body)).toBe('a secret')
    for (const addresses of [['127.0.0.1'], ['::ffff:127.0.0.1']])
      expect(String((await ask('own.example', naming({ 'own.example': [addresses] }).find)).body)).toBe('a secret')
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  const FORBIDDEN = ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200']
  const CARRYING = [
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '0.0.0.0',
    '::',
  ]
  test.each([...FORBIDDEN, ...CARRYING])('%s is not, neither by number nor by name', async (address) => {
    const refused = { message: 'not an address to be asked', problem: { reason: 'error.fetch.address' } }
    await expect(ask(address.includes(':') ? `[${address}]` : address)).rejects.toMatchObject(refused)
    for (const addresses of [[address], ['127.0.0.1', address]])
      await expect(ask('evil.example', naming({ 'evil.example': [addresses] }).find)).rejects.toMatchObject(refused)
    expect(reached).toBe(0)
  })
})

describe('a server that keeps us waiting, or sends too much, is cut off', () => {
  test('after some redirects', async () => {
    answer = (_path, response) => response.writeHead(302, { location: '/' }).end()
    await expect(get(there())).rejects.toThrow('too many redirects')
  })
  test('when it is too much', async () => {
    answer = (_path, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
      }
      response.on('drain', more)
      more()
    }
    await expect(get(there())).rejects.toThrow('too large')
  })
  test('or its beginning comes, where that is enough', async () => {
    answer = (_path, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000, 'x')));
      }
      response.on('drain', more)
      more()
    }
    const http = createOutboundHttp({ allowed: [PUBLIC] })
    const sent = { method: 'GET', headers: {}, body: Buffer.alloc(0) }
    const { body } = await http.request(there(), sent, { bytes: 1001, cut: true, ms: 2000 })
    expect(body.toString()).toBe('x'.repeat(1001))
    answer = (_path, response) => response.end('short')
    expect((await http.request(there(), sent, { bytes: 1001, cut: true, ms: 2000 })).body.toString()).toBe('short')
  })
  test('when it is packed: nothing is unpacked', async () => {
    answer = (_path, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(500_000)))
    expect((await get(there()))!.length).toBeLessThan(1000)
  })
  test.each<[string, (response: ServerResponse) => void]>([
    ['with the answer', () => {}],
    [
      'with its end',
      (response) => {
        response.write('a')
      },
    ],
  ])('when it doesn’t come %s', async (_, begin) => {
    answer = (_path, response) => begin(response)
    await expect(get(there(), {}, { ms: 300 })).rejects.toThrow('took too long')
  })
})
