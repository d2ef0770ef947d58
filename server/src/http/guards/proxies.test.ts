import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../test/world.ts'
import { findFaults } from '../../features/operations/integrity/service.ts'
import { DAY } from '../../lib/clock.ts'

const BRIDGE = '172.18.0.1'

describe.each(engines)('a proxy (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(() => w.close())

  const visit = async (
    remoteAddress: string,
    headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.9' },
  ) => {
    await w.server.inject({ url: '/answer/api/v1/siteinfo', remoteAddress, headers })
    await w.site.app!.transaction(async () => {}) // what was noted is noted by now
  }
  const complaints = async () => (await findFaults(w.app)).filter((line) => line.startsWith('proxies'))

  test('that is believed, clients that only claim to be one, and visitors without one are not logged', async () => {
    await visit('127.0.0.1')
    await visit('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }) // somebody on the same machine
    await visit('9.9.9.9')
    await visit(BRIDGE, {})
    expect(await complaints()).toEqual([])
  })

  test('that isn’t named in the settings is what the doctor tells of, for a day', async () => {
    await visit(BRIDGE)
    expect(await complaints()).toEqual([expect.stringContaining(`proxies: ${BRIDGE} is a proxy that is not believed`)])
    w.clock.advance(DAY)
    expect(await complaints()).toEqual([])
  })

  test('on the machine of a container is believed with the settings of compose.yaml', async () => {
    const contained = await world(engine, { config: { proxies: 'loopback,uniquelocal' } })
    const seen: string[] = []
    contained.server.addHook('onRequest', (request, _reply, done) => {
      seen.push(request.ip)
      done()
    })
    await contained.server.inject({
      url: '/healthz',
      remoteAddress: BRIDGE,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(seen).toEqual(['203.0.113.9'])
    await contained.close()
  })
})
