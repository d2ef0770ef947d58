import { type Access, type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../../features/users/sessions/service.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${pathOf(endpoint)}`
const RANK: Access[] = ['anyone', 'logged-in', 'activated', 'moderator', 'admin']
const needs = (endpoint: Endpoint, access: Access) => RANK.indexOf(endpoint.access) >= RANK.indexOf(access)

describe.each(engines)('who may ask what (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(() => w.close())

  /** With nothing sent along: a caller who may not ask at all is refused before the request is looked at. */
  const ask = async (endpoint: Endpoint, token: string) => {
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'up']))
    const response = await w.server.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      headers: {
        ...(token && { authorization: token }),
        'content-type': endpoint.multipart ? 'multipart/form-data; boundary=x' : 'application/json',
      },
      ...(endpoint.method !== 'GET' && { payload: endpoint.multipart ? '--x--\r\n' : '{}' }),
    })
    return response.json<{ code: number; reason: string; msg: string; data: { type?: string } | null }>()
  }
  /** The endpoints that don't answer this person as they should; each is asked with a token of its own, since some end the session. */
  const exceptions = async (
    person: () => Promise<TestUser | undefined>,
    isRight: (endpoint: Endpoint, reply: Awaited<ReturnType<typeof ask>>) => boolean,
  ) => {
    const found: string[] = []
    for (const endpoint of endpoints) {
      const reply = await ask(endpoint, (await person())?.token ?? '')
      if (!isRight(endpoint, reply))
        found.push(`${nameOf(endpoint)}: ${reply.code} ${reply.reason} ${JSON.stringify(reply.data)}`)
    }
    return found
  }
  const isInstaller = (endpoint: Endpoint) => endpoint.path.startsWith('/installation/')
  const isRefused = ({ code, reason }: { code: number; reason: string }) =>
    code === 401 || (code === 403 && reason === 'base.unauthorized_error')
  test('every call is answered, and never with a fault', async () => {
    expect(
      await exceptions(
        () => w.given.admin(),
        (endpoint, { code, reason }) =>
          isInstaller(endpoint)
            ? code === 403 && reason === 'base.already_installed'
            : code < 500 && reason !== 'base.not_found_error' && code !== 405,
      ),
    ).toEqual([])
    expect(w.faults).toEqual([])
  })

  test('an anonymous visitor may call what is for anyone; all else needs a login', async () => {
    expect(
      await exceptions(
        async () => undefined,
        (endpoint, reply) => isInstaller(endpoint) || (reply.code === 401) === needs(endpoint, 'logged-in'),
      ),
    ).toEqual([])
  })

  test("members who aren't activated are sent to do that by all that is for activated members", async () => {
    const inactive = () => w.given.member({ active: false })
    expect(
      await exceptions(
        inactive,
        (endpoint, { code, data }) =>
          (code === 403 && data?.type === 'inactive') === needs(endpoint, 'activated') && code !== 401,
      ),
    ).toEqual([])
  })

  test('a suspended member is told so by everything but logging out', async () => {
    const bob = await w.given.member()
    await w.app.transaction((tx) =>
      tx.db.updateTable('users').set({ status: 9, suspended_until: 0 }).where('id', '=', bob.id).execute(),
    )
    expect(
      await exceptions(
        async () => ({ ...bob, token: await openSession(w.app, bob.id) }),
        (endpoint, { code, data }) =>
          isInstaller(endpoint) || (code === 403 && data?.type === 'suspended') === (endpoint.path !== '/user/logout'),
      ),
    ).toEqual([])
  })

  test('a member is refused what is for moderators and admins', async () => {
    expect(
      await exceptions(
        () => w.given.member(),
        (endpoint, reply) => isRefused(reply) === needs(endpoint, 'moderator'),
      ),
    ).toEqual([])
  })

  test('a moderator is refused what is for admins', async () => {
    expect(
      await exceptions(
        () => w.given.moderator(),
        (endpoint, reply) => isRefused(reply) === needs(endpoint, 'admin'),
      ),
    ).toEqual([])
  })

  test('an admin is refused nothing', async () => {
    expect(
      await exceptions(
        () => w.given.admin(),
        (_, reply) => !isRefused(reply),
      ),
    ).toEqual([])
  })

  test('on a private site an anonymous visitor gets only what is public', async () => {
    await w.app.transaction((tx) =>
      tx.db
        .insertInto('settings')
        .values({ name: 'login', value: '{"login_required":true}', updated_at: 0 })
        .onConflict((on) => on.column('name').doUpdateSet({ value: '{"login_required":true}' }))
        .execute(),
    )
    await w.app.transaction((tx) =>
      tx.emit('settings.changed', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0, name: 'login' }),
    )
    expect(
      await exceptions(
        async () => undefined,
        (endpoint, { code }) =>
          isInstaller(endpoint) ||
          (code === 401) === (endpoint.visibility !== 'public' || needs(endpoint, 'logged-in')),
      ),
    ).toEqual([])
  })
})
