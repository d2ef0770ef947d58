import { join } from 'node:path'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { type TestUser, type World, world } from '../../../test/world.ts'
import { type Route, WEB } from '../../../test/page-routes.ts'

describe('forms from elsewhere', { timeout: 60_000 }, () => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    admin = await w.given.admin()
  })
  afterAll(() => w.close())

  test('do nothing at any page: without its number, or with it from another site', async () => {
    const { routes } = (await import(join(WEB, 'server/index.js'))) as {
      routes: Record<string, Route & { module?: { action?: unknown } }>
    }
    const full = (route: Route): string[] => [
      ...(route.parentId && routes[route.parentId] ? full(routes[route.parentId]!) : []),
      ...(route.path?.split('/').filter(Boolean) ?? []),
    ]
    const t = threads(w)
    const question = await t.ask(admin)
    const addresses = Object.values(routes)
      .filter(({ module }) => module?.action)
      .map(
        (route) =>
          `/${full(route)
            .filter((segment) => !segment.endsWith('?'))
            .join('/')
            .replace(/:questionId/, question)
            .replace(/:answerId/, '1')
            .replace(/:\w+/g, 'admin')
            .replace('*', 'x')}`,
      )
    expect(addresses.length).toBeGreaterThan(12)
    const cookie = `askwell_session=${admin.token}`
    const token = /name="form_token" value="([^"]+)"/.exec(
      (await w.server.inject({ url: `/questions/${question}`, headers: { cookie } })).body,
    )![1]!
    const before = await w.app.db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const elsewhere: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://world.example.evil.example', 'sec-fetch-site': 'same-site' },
    ]
    const let_in: string[] = []
    for (const url of addresses) {
      for (const headers of elsewhere) {
        const fields = new URLSearchParams({
          title: 'Forged by somebody',
          content: 'Forged by somebody',
          tags: 'support',
          intent: 'delete_question',
          e_mail: 'admin@example.com',
          pass: 'admin-password',
          ...(Object.keys(headers).length && { form_token: token }),
        })
        const { statusCode } = await w.server.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'world.example', cookie, ...headers },
          payload: fields.toString(),
        })
        if (statusCode !== 403) let_in.push(`${url} ${JSON.stringify(headers)} ${statusCode}`)
      }
    }
    expect(let_in).toEqual([])
    expect(
      await w.app.db
        .selectFrom('events')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
  })

  test('and calls from elsewhere are nobody’s, whatever they carry but the token', async () => {
    const let_in: string[] = []
    for (const endpoint of endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'anyone')) {
      const url = pathOf(
        endpoint,
        Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'up'])),
      )
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const { statusCode, headers } = await w.server.inject({
          method: endpoint.method,
          url: `${url}?Authorization=${admin.token}&access_token=${admin.token}`,
          headers: { cookie: `askwell_session=${admin.token}`, origin: 'https://evil.example', 'content-type': type },
          payload: '{}',
        })
        if (![401, 415].includes(statusCode) || headers['access-control-allow-origin'])
          let_in.push(`${endpoint.method} ${url} ${type} ${statusCode}`)
      }
    }
    expect(let_in).toEqual([])
  })
})
