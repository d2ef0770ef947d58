import { endpoint } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, world } from '../../../test/world.ts'
import { features } from '../../app.ts'
import { createApi } from '../api/perform.ts'
import { createServer } from '../server.ts'

const call = { method: 'GET', path: '/probe', summary: 'a probe', reply: Type.Null() } as const
const classes = { access: 'anyone', visibility: 'public', rate: 'read' } as const
const { access, visibility, rate } = classes

// The types are judged by `npm run check`, which complains of a comment below whose line compiles after all.
test('an endpoint says who may ask, who may see and how often, or it doesn’t compile', () => {
  expect(endpoint({ ...call, ...classes })).toMatchObject(classes)
  // @ts-expect-error nobody has said who may ask
  expect(endpoint({ ...call, visibility, rate }).access).toBeUndefined()
  // @ts-expect-error nobody has said who may see it
  expect(endpoint({ ...call, access, rate }).visibility).toBeUndefined()
  // @ts-expect-error nobody has said how often
  expect(endpoint({ ...call, access, visibility }).rate).toBeUndefined()
  // @ts-expect-error everybody and his dog are no class of people
  expect(endpoint({ ...call, ...classes, access: 'everybody' }).access).toBe('everybody')
})

test('each endpoint has the three classes while the program runs, too', () => {
  for (const one of endpoints)
    for (const part of [one.access, one.visibility, one.rate])
      expect(part, `${one.method} ${one.path}`).toMatch(/^[a-z-]+$/)
})

test('an answer to what is not in the contract is no part of the site', () => {
  const probe = endpoint({ ...call, ...classes })
  expect(() => createApi([...features, (api) => api.on(probe, () => null)])).toThrow(
    'GET /answer/api/v1/probe, which is not in the contract',
  )
})

describe('a site', () => {
  let w: World
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
  })
  afterAll(() => w.close())

  test('starts with the routes it has', async () => {
    await w.server.ready()
    expect(w.server.hasRoute({ method: 'GET', url: '/answer/api/v1/question/page' })).toBe(true)
  })

  test.each([
    ['GET', '/answer/api/v1/probe'],
    ['POST', '/answer/api/v1/question/page'],
    ['DELETE', '/answer/admin/api/user'],
    ['POST', '/uploads/*'],
    ['GET', '/backdoor'],
    ['POST', '/q/:key(^\\d{1,12}$)'],
  ] as const)('doesn’t start with a route outside the contract: %s %s', async (method, url) => {
    const server = await createServer(w.site)
    expect(() => server.route({ method, url, handler: () => 'open' })).toThrow(
      'neither in the contract nor among the other routes',
    )
    await expect(
      (async () => server.register(async (scope) => void scope.route({ method, url, handler: () => 'open' })))(),
    ).rejects.toThrow('neither in the contract')
  })

  test('doesn’t start while nobody answers an endpoint', async () => {
    const lost = { ...w.site, api: createApi(features.slice(1)) }
    await expect(createServer(lost)).rejects.toThrow('nobody answers GET /installation/language/options')
  })
})
