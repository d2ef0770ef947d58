import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../test/world.ts'

const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
const BROWSER = 'gzip, deflate, br, zstd'

describe.each(engines)('replies leave compressed (%s)', (engine) => {
  let w: World
  let ann: TestUser
  let question: string
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ann = await w.given.member({ rank: 500 })
    const t = threads(w)
    question = await t.ask(ann)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    w.server.inject({ method, url, headers })
  const asAnn = () => ({ cookie: `askwell_session=${ann.token}` })
  const documentUrl = '/answer/openapi.json'

  test.each(['zstd', 'br', 'gzip'] as const)('a large reply to a call, as %s', async (coding) => {
    const plain = await get(documentUrl)
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding'])
    const response = await get(documentUrl, { 'accept-encoding': coding })
    expect([response.headers['content-encoding'], response.headers.vary]).toEqual([coding, 'accept-encoding'])
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
    expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    expect(decompress[coding](response.rawPayload).toString()).toBe(plain.body)
  })

  test('a page drawn for a member', async () => {
    const url = `/questions/${question}`
    const place = (await get(url, asAnn())).headers.location ?? url
    const response = await get(place, { ...asAnn(), 'accept-encoding': BROWSER })
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, 'zstd'])
    expect(decompress.zstd(response.rawPayload).toString()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>$/)
    const head = await get(place, { ...asAnn(), 'accept-encoding': BROWSER }, 'HEAD')
    expect([head.statusCode, head.headers['content-encoding'], head.body]).toEqual([200, 'zstd', ''])
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
  })

  test('a page that is kept is compressed once, and says when it has not changed', async () => {
    await get('/tags')
    const response = await get('/tags', { 'accept-encoding': BROWSER })
    expect([response.headers['content-encoding'], response.headers.vary]).toEqual([
      'br',
      'cookie, accept-language, accept-encoding',
    ])
    expect(decompress.br(response.rawPayload).toString()).toMatch(/<\/html>$/)
    const again = await get('/tags', { 'accept-encoding': BROWSER, 'if-none-match': String(response.headers.etag) })
    expect([again.statusCode, again.headers['content-encoding'], again.body]).toEqual([304, undefined, ''])
  })

  test('a small reply goes as it is', async () => {
    const response = await get('/answer/api/v1/user/info', { 'accept-encoding': BROWSER })
    expect([response.headers['content-encoding'], response.headers.vary]).toEqual([undefined, undefined])
    expect(response.json()).toMatchObject({ code: 200 })
  })

  test('nothing is compressed for those who can’t read it, or a second time', async () => {
    expect((await get(documentUrl, { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined()
    expect((await get(documentUrl, { 'accept-encoding': 'abracadabra' })).headers['content-encoding']).toBeUndefined()
    const icon = await get('/favicon.ico', { 'accept-encoding': BROWSER })
    expect(icon.headers['content-type']).toBe('image/svg+xml')
    const page = await get('/', { 'accept-encoding': 'br' })
    expect(decompress.br(page.rawPayload).toString('latin1', 0, 9)).toBe('<!DOCTYPE')
  })

  test('a stream of events and a file flow as they come', async () => {
    const archive = await get('/session/archive', { ...asAnn(), 'accept-encoding': BROWSER })
    expect([archive.statusCode, archive.headers['content-encoding'], archive.headers['content-type']]).toEqual([
      200,
      undefined,
      'application/gzip',
    ])
  })
})
