import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@askwell/contract/dashboard.ts'
import { saveGeneralSettings, saveUpdateSettings } from '@askwell/contract/site-settings.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import { translateReason } from '../../../lib/messages.ts'
import { createOutboundHttp } from '../../../lib/outbound-http.ts'
import { askForVersion } from './newer-version.ts'

describe('asking for the newest version', () => {
  let w: World
  let admin: TestUser
  let server: Server
  let url: string
  let answer: (response: ServerResponse) => void
  let asked: { address: string; headers: string[] }[] = []

  beforeAll(async () => {
    w = await world()
    admin = await w.given.admin()
    server = createServer((request, response) => {
      asked.push({ address: request.url!, headers: Object.keys(request.headers).sort() })
      answer(response)
    }).listen(0, '127.0.0.1')
    await new Promise((ready) => server.once('listening', ready))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.close()
    expect(w.faults).toEqual([])
    await w.close()
  })
  let count = 0
  /** A fresh address, as an answer counts for its address. */
  const point = async (path = `/${++count}.json`) => {
    await w.as(admin).call(saveUpdateSettings, { body: { update_url: `${url}${path}` } })
    await w.settle()
  }
  const look = async () => {
    const { info, update } = await w.as(admin).call(dashboard)
    return { ...update, version: info.version_info.remote_version }
  }
  const says = (body: unknown) => {
    answer = (response) => response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  beforeEach(async () => {
    asked = []
    w.app.outbound = createOutboundHttp({ allowed: ['127.0.0.1'] })
    await w.as(admin).call(saveGeneralSettings, { body: { check_update: true } })
  })

  test('nobody is asked without an address, or with the switch off', async () => {
    says({ version: '99.0.0' })
    await askForVersion(w.app)
    expect(await look()).toMatchObject({ state: 'off', version: '' })
    await w.as(admin).call(saveGeneralSettings, { body: { check_update: false } })
    await point()
    await askForVersion(w.app)
    expect(asked).toEqual([])
    expect(await look()).toMatchObject({ state: 'off', version: '' })
  })

  test('it is asked in the background as soon as it is switched on, and then once a day; it is told nothing', async () => {
    says({ version: '99.1.0', changelog: 'https://askwell.example/changes' })
    await w.as(admin).call(saveUpdateSettings, { body: { update_url: `${url}/newest.json` } })
    expect(await look()).toMatchObject({ state: 'waiting', version: '' })
    expect(asked).toEqual([])
    await w.settle()
    expect(asked).toEqual([
      { address: '/newest.json', headers: ['accept-encoding', 'connection', 'host', 'user-agent'] },
    ])
    expect(await look()).toMatchObject({
      state: 'newer',
      version: '99.1.0',
      changelog: 'https://askwell.example/changes',
      error: '',
      asked_at: w.clock.now(),
    })
    says({ version: '99.2.0' })
    w.clock.advance(23 * HOUR)
    await askForVersion(w.app)
    expect(asked).toHaveLength(1)
    w.clock.advance(DAY - 23 * HOUR)
    await askForVersion(w.app)
    expect(asked).toHaveLength(2)
    expect(await look()).toMatchObject({ state: 'newer', version: '99.2.0', changelog: '' })
  })

  test.each([
    ['0.0.1', 'current'],
    ['v0.0.1', 'current'],
    ['0.100.0', 'newer'],
  ])('%s is %s', async (version, state) => {
    says({ version })
    await point()
    expect(await look()).toMatchObject({ state, version: version.replace('v', '') })
  })

  test.each<[what: string, (response: ServerResponse) => void, error: RegExp]>([
    ['a page instead of JSON', (response) => response.end('<html>'), /names no version/],
    ['no version', (response) => response.end('{"version":"soon"}'), /names no version/],
    ['nothing', (response) => response.writeHead(404).end(), /nothing at this address/],
    ['a fault', (response) => response.writeHead(500).end(), /status 500/],
    ['too much', (response) => response.end('x'.repeat(70_000)), /too large/],
    ['a place inside', (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(), /no public/],
  ])('where there is %s, the dashboard says so', async (_what, respond, error) => {
    answer = respond
    await point()
    const found = await look()
    expect(found).toMatchObject({ state: 'failed', version: '', changelog: '' })
    expect(found.error).toMatch(error)
  })

  test('a link that is no web address is left out', async () => {
    says({ version: '99.0.0', changelog: 'javascript:alert(1)' })
    await point()
    expect(await look()).toMatchObject({ state: 'newer', changelog: '' })
  })

  test('an address of the machine’s own network isn’t reached', async () => {
    w.app.outbound = createOutboundHttp()
    says({ version: '99.0.0' })
    await point()
    expect(asked).toEqual([])
    expect(await look()).toMatchObject({ state: 'failed', error: translateReason('en_US', 'error.fetch.address') })
  })

  test('what clients are told of the site has another revision whenever it is changed, and only then', async () => {
    const revision = async () => (await w.nobody.call(siteInfo)).revision
    const before = await revision()
    expect(before).toMatch(/^[0-9a-f]{12}$/)
    expect(await revision()).toBe(before)
    await w.as(admin).call(saveGeneralSettings, { body: { short_description: 'A site of sorts' } })
    const after = await revision()
    expect(after).not.toBe(before)
    await point() // nobody is told of it
    expect(await revision()).toBe(after)
    await w.as(admin).call(saveGeneralSettings, { body: { short_description: '' } })
    expect(await revision()).toBe(before)
  })
})
