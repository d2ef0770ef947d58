import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { type TestUser, type World, world } from '../../../test/world.ts'
import { type Route, WEB } from '../../../test/page-routes.ts'

type Answered = Awaited<ReturnType<World['server']['inject']>>

/** Scripts in a page that its policy doesn't let run, and so ours least of all. */
const forbidden = ({ headers, body }: Answered) => {
  const policy = String(headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  return [...body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes, script]) => {
      if (/type="application\/ld\+json"/.test(attributes!)) return false
      if (nonce) return !attributes!.includes(`nonce="${nonce}"`)
      return (
        !/\ssrc="\/(assets|locales)\//.test(attributes!) &&
        !policy.includes(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
      )
    })
    .map(([script]) => script.slice(0, 100))
}

/** What every answer has to carry, and this one lacks. */
const lacking = (url: string, answered: Answered) => {
  const { headers, statusCode } = answered
  const policy = Object.fromEntries(
    (headers['content-security-policy'] ?? '')
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )
  const isHtml = (headers['content-type'] ?? '').startsWith('text/html')
  // No browser shows these as documents: what follows `nosniff` would only make them heavier.
  const isPart =
    statusCode < 300 && /^((text|application)\/javascript|text\/css|font\/)/.test(headers['content-type'] ?? '')
  if (isPart && /^\/(assets|locales)\//.test(url))
    return headers['x-content-type-options'] === 'nosniff' ? [] : ['nosniff']
  const wants: [string, boolean][] = [
    ['nosniff', headers['x-content-type-options'] === 'nosniff'],
    ['a referrer policy', /^(strict-origin-when-cross-origin|same-origin)$/.test(String(headers['referrer-policy']))],
    ['a permissions policy', String(headers['permissions-policy']).includes('camera=()')],
    ['no frames around it', policy['frame-ancestors'] === `'none'` || 'sandbox' in policy],
    [
      'a policy for scripts',
      isHtml ? policy['script-src']?.startsWith(`'self'`) === true : policy['default-src'] === `'none'`,
    ],
    [
      'no way for scripts to slip in',
      !/'unsafe-(eval|hashes)'|script-src[^;]*('unsafe-inline'| https?:| \*)/.test(
        String(headers['content-security-policy']),
      ),
    ],
    [
      'one base, forms that stay here',
      isHtml
        ? policy['base-uri'] === `'self'` && policy['form-action'] === `'self'` && policy['object-src'] === `'none'`
        : true,
    ],
    [
      'a type with its letters',
      statusCode === 304 ||
        answered.body === '' ||
        !/^(text|application\/json)/.test(String(headers['content-type'])) ||
        /charset=utf-8/i.test(String(headers['content-type'])),
    ],
    ['only scripts it may run', !isHtml || forbidden(answered).length === 0],
  ]
  return wants.filter(([, there]) => !there).map(([what]) => what)
}

describe('every address answers with its guards', { timeout: 120_000 }, () => {
  let w: World
  let admin: TestUser
  let pages: string[]
  const found: string[] = []
  const look = async (
    url: string,
    sent: {
      method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'
      headers?: Record<string, string>
      payload?: string
    } = {},
  ) => {
    const answered = await w.server.inject({ url, ...sent })
    for (const what of lacking(url, answered))
      found.push(`${sent.method ?? 'GET'} ${url} ${answered.statusCode} lacks ${what}`)
    return answered
  }

  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    admin = await w.given.admin()
    const t = threads(w)
    const questionId = await t.ask(admin)
    const answerId = await t.answer(admin, questionId)
    const { routes } = (await import(join(WEB, 'server/index.js'))) as { routes: Record<string, Route> }
    const values: Record<string, string> = {
      questionId,
      answerId,
      tagId: '10030000000000001',
      tagName: 'support',
      username: 'admin',
      userId: String(admin.id),
      slug: 'slug',
      tab: 'comments',
      type: 'inbox',
      subType: 'all',
      badgeId: '1',
      provider: 'x',
      pluginSlug: 'x',
      '*': 'nothing/here',
    }
    const full = (route: Route): string[] => [
      ...(route.parentId && routes[route.parentId] ? full(routes[route.parentId]!) : []),
      ...(route.path?.split('/').filter(Boolean) ?? []),
    ]
    pages = [
      ...new Set(
        Object.values(routes)
          .filter(({ path, index }) => path || index)
          .flatMap((route) => {
            const segments = full(route)
            const filled = (some: string[]) =>
              `/${some.map((segment) => (segment.startsWith(':') || segment === '*' ? values[segment.replace(/[:?]/g, '')]! : segment)).join('/')}`
            return [filled(segments), filled(segments.filter((segment) => !segment.endsWith('?')))]
          }),
      ),
    ]
  })
  afterAll(() => w.close())

  test('every page, for anonymous visitors and for the admin, rendered and cached, by its head alone', async () => {
    expect(pages.length).toBeGreaterThan(50)
    for (const url of pages) {
      const first = await look(url)
      await look(url, { headers: { cookie: `askwell_session=${admin.token}` } })
      await look(url, { method: 'HEAD' })
      const { etag } = first.headers
      if (etag) expect((await look(url, { headers: { 'if-none-match': etag } })).statusCode).toBe(304)
      await look(url, { method: 'POST' })
    }
    expect(found.splice(0)).toEqual([])
  })

  test('every call, granted, refused or nonsense', async () => {
    for (const endpoint of endpoints) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'up']))
      for (const headers of [{}, { authorization: admin.token }] as Record<string, string>[])
        await look(pathOf(endpoint, params), {
          method: endpoint.method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(endpoint.method !== 'GET' && { payload: '{}' }),
        })
    }
    expect(found.splice(0)).toEqual([])
  })

  test('everything else: files, errors, redirects, what isn’t there', async () => {
    const assets = readdirSync(join(WEB, 'client/assets'))
    const asset = (kind: string) => `/assets/${assets.find((name) => name.endsWith(kind))}`
    const words = /\/locales\/en_US\.\w+\.\w+\.js/.exec((await w.server.inject('/')).body)![0]
    const files = [
      asset('.js'),
      asset('.css'),
      asset('.woff2'),
      words,
      '/favicon.ico',
      '/robots.txt',
      '/custom.css',
      '/healthz',
      '/readyz',
      '/metrics',
      '/answer/openapi.json',
    ]
    for (const url of files) {
      const { headers } = await look(url)
      await look(url, { method: 'HEAD' })
      await look(url, {
        headers: { 'if-none-match': headers.etag ?? 'x', 'if-modified-since': new Date().toUTCString() },
      })
      await look(url, { headers: { range: 'bytes=0-10' } })
      await look(url, { headers: { range: 'bytes=999999999-' } })
    }
    for (const url of [
      '/assets/nothing.js',
      '/assets/',
      '/locales/x',
      '/uploads/nothing',
      '/uploads/post/nothing.png',
      '/answer',
      '/answer/api/v1/nothing',
      '/installation/nothing',
      '/answer/%',
      '/%zz',
      '/questions/%ff',
      '/nothing.php',
      '/.env',
      '//',
      '/questions/123',
      '/preferences?scheme=dark&back=/tags',
      '/users/logout',
      `/search?q=${'x'.repeat(9000)}`,
      `/questions?page=99999`,
      '/session/token',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'] as const) await look(url, { method })
    }
    await look('/answer/api/v1/question', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      payload: 'x'.repeat(600_000),
    })
    await look('/answer/api/v1/question', { method: 'POST', headers: { 'content-type': 'text/plain' }, payload: 'x' })
    await look('/', { headers: { host: 'a b' } })
    expect(found.splice(0)).toEqual([])
  })

  test('also when something goes wrong with us, and when there is too much of it', async () => {
    const answers = w.site.api.answers.get('GET /answer/api/v1/siteinfo')!
    const { answer } = answers
    answers.answer = () => {
      throw new Error('broken')
    }
    for (const url of ['/answer/api/v1/siteinfo', '/users/login']) expect((await look(url)).statusCode).toBe(500)
    answers.answer = answer
    w.faults.splice(0)
    expect(found.splice(0)).toEqual([])
  })

  test('a page whose address holds a secret tells nobody where its visitor came from', async () => {
    for (const path of ['account-activation', 'password-reset', 'confirm-new-email', 'unsubscribe']) {
      const { headers } = await w.server.inject(`/users/${path}?code=secret-code`)
      expect([path, headers['referrer-policy'], headers['cache-control']]).toEqual([path, 'same-origin', 'no-store'])
    }
    expect((await w.server.inject('/users/login')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  })
})
