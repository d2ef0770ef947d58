import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendPackage, turnPlugin } from '../../../test/plugins.ts'
import { pluginArchive } from '../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

const MODULE = 'export const mount = (element) => { element.textContent = "drawn" }'

describe.each(engines)('browser parts of plugins (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const upload = async (slug_name: string, askwell: Record<string, unknown>, files = { 'part.js': MODULE }) => {
    const manifest = { kinds: ['browser'], languages: undefined, module: 'part.js', draws: ['dot'], ...askwell }
    const bytes = await pluginArchive({ slug_name, askwell: manifest, files })
    return sendPackage(w, admin, bytes)
  }
  const turn = async (plugin_slug_name: string, enabled: boolean) =>
    (await turnPlugin(w, admin, plugin_slug_name, enabled)).map(({ power }) => power)
  const get = (url: string) => w.server.inject({ url })
  const drawsIn = async () => / data-draws="([^"]*)"/.exec((await get('/')).body)?.[1]

  test('a page knows which languages are drawn, and by which frame, only while the plugin is on', async () => {
    expect(await upload('graphs', { draws: ['dot', 'neato'], connects: ['fonts.example.org'] })).toMatchObject({
      status: 200,
    })
    expect(await drawsIn()).toBeUndefined()
    expect(await turn('graphs', true)).toEqual(['connects:fonts.example.org', 'draws:dot', 'draws:neato'])
    const [, frame] = (await drawsIn())!.split(' ')
    expect(await drawsIn()).toBe(`dot ${frame} neato ${frame}`)
    expect(frame).toMatch(/^\/plugin-frames\/graphs\/[0-9a-f]{32}$/)
  })

  test('the frame may run its one module, reach the hosts that were agreed to, and belongs to no site', async () => {
    const [, frame] = (await drawsIn())!.split(' ')
    const { headers, body } = await get(frame!)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual([
      `default-src 'none'`,
      expect.stringMatching(new RegExp(`^script-src 'sha256-[^ ]+' http://world\\.example${frame}/module\\.js$`)),
      `style-src 'unsafe-inline'`,
      'img-src data: blob:',
      'font-src data:',
      'connect-src https://fonts.example.org',
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'self'`,
      'sandbox allow-scripts',
    ])
    expect(body).toContain(`data-module="http://world.example${frame}/module.js"`)
    const module = await get(`${frame}/module.js`)
    expect(module.body).toBe(MODULE)
    expect(module.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('there is no frame of another version, of another plugin, or of one that is off', async () => {
    const [, frame] = (await drawsIn())!.split(' ')
    const other = frame!.replace(/\w{32}$/, '0'.repeat(32))
    expect((await get(other)).statusCode).toBe(404)
    expect((await get(`${other}/module.js`)).statusCode).toBe(404)
    expect((await get(frame!.replace('graphs', 'chess'))).statusCode).toBe(404)
    await turn('graphs', false)
    expect((await get(frame!)).statusCode).toBe(404)
    expect((await get(`${frame}/module.js`)).statusCode).toBe(404)
    expect(await drawsIn()).toBeUndefined()
  })

  test.each([
    [{ module: undefined }, 'askwell.module has to be a file of the package'],
    [{ module: '../part.js' }, 'askwell.module has to be a file of the package'],
    [{ module: 'missing.js' }, 'missing.js isn'],
    [{ draws: [] }, 'askwell.draws has to say'],
    [{ draws: ['a b'] }, 'is no language of code'],
    [{ connects: ['*'] }, 'is no host'],
    [{ connects: ["x.example; script-src 'unsafe-eval'"] }, 'is no host'],
  ])('a manifest with %j is refused', async (wrong, why) => {
    expect(JSON.stringify(await upload('wrong', wrong))).toContain(why)
  })
})
