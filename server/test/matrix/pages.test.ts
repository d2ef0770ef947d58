import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPrivate } from '../private-site.ts'
import { engines, type World, world } from '../world.ts'
import { calls } from './calls/calls.ts'
import { ask, IPS, type Kind, PEOPLE, type Scene, scene } from './cast.ts'
import { foreignSecrets, plantSecrets, type Secrets } from './secrets.ts'

const PAGES: [name: string, address: (s: Scene) => string][] = [
  ['home', () => '/'],
  ['questions', () => '/questions?order=active'],
  ['a question', ({ question }) => `/questions/${question}`],
  ['a deleted question', ({ hidden }) => `/questions/${hidden.question}`],
  ['asking', () => '/questions/ask'],
  ['editing', ({ question }) => `/posts/${question}/edit`],
  ['search', () => '/search?q=zephyr'],
  ['tags', () => '/tags'],
  ['a tag', () => '/tags/support'],
  ['users', () => '/users'],
  ['a profile', ({ cast }) => `/users/${cast.author.username}`],
  ['its comments', ({ cast }) => `/users/${cast.author.username}/comments`],
  ['its reputation', ({ cast }) => `/users/${cast.author.username}/reputation`],
  ['a suspended profile', ({ cast }) => `/users/${cast.suspended.username}`],
  ['a deleted profile', ({ cast }) => `/users/${cast.deleted.username}`],
  ['settings', () => '/users/settings/profile'],
  ['login', () => '/users/login'],
  ['activation', () => '/users/account-activation'],
  ['mail', () => '/admin/smtp'],
  ['members', () => '/admin/users'],
  ['nothing', () => '/nowhere'],
  ['words for programs', () => '/answer/openapi.json'],
  ['robots', () => '/robots.txt'],
  ['health', () => '/healthz'],
]

describe.each(engines)(`what ${PAGES.length} pages tell (%s)`, (engine) => {
  let w: World
  let s: Scene
  let secrets: Secrets
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    s = await scene(w)
    secrets = await plantSecrets(s)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const get = (kind: Kind, url: string) => {
    const { token } = s.cast[kind]
    return w.server.inject({
      url,
      remoteAddress: IPS[kind],
      headers: { accept: 'text/html', 'accept-language': 'en', ...(token && { cookie: `askwell_session=${token}` }) },
    })
  }

  test.each(PEOPLE)('%s: of others no mailbox, token or network address, nor a hash of one', async (kind) => {
    for (const [name, address] of PAGES) {
      const response = await get(kind, address(s))
      const isMembersList = kind === 'admin' && name === 'members'
      const told = foreignSecrets(JSON.stringify(response.headers) + response.body, secrets, {
        kind,
        endpoint: isMembersList ? { prefix: 'admin', path: '/users/page' } : { prefix: 'root', path: '/' },
      })
      expect(told, `${name} (${response.statusCode})`).toEqual([])
      expect(response.statusCode, name).toBeLessThan(500)
    }
  })

  describe('on a private site', () => {
    let upload: string
    beforeAll(async () => {
      const { endpoint, build } = calls.uploadFile
      const { data } = await ask(w, endpoint, await build(s, 'author'), { token: s.cast.author.token, ip: IPS.author })
      upload = new URL(data as unknown as string).pathname
      await setPrivate(w, true)
    })
    afterAll(() => setPrivate(w, false))

    test.each([
      ['nobody', '/users/login'],
      ['deleted', '/users/login'],
      ['suspended', '/users/login'],
      ['inactive', '/users/account-activation'],
    ] as const)('%s is sent to %s by all that is within', async (kind, place) => {
      for (const url of [
        '/',
        '/questions',
        `/questions/${s.question}`,
        '/search?q=zephyr',
        '/tags',
        '/tags/support',
        '/users',
        `/users/${s.cast.author.username}`,
        '/badges',
      ]) {
        const { statusCode, headers, body } = await get(kind, url)
        expect([statusCode, headers.location?.toString().split('?', 1)[0]], url).toEqual([302, place])
        expect(body).not.toContain('zephyr')
      }
      expect((await get(kind, upload)).statusCode).toBe(kind === 'nobody' || kind === 'deleted' ? 401 : 403)
    })

    test.each(['member', 'author', 'moderator', 'admin'] as const)('%s sees it as before', async (kind) => {
      expect((await get(kind, `/questions/${s.question}`)).body).toContain('zephyr')
      expect((await get(kind, upload)).statusCode).toBe(200)
    })
  })
})

test('a mailbox, a token and their hashes are found wherever they stand', () => {
  const secrets: Secrets = [
    { kind: 'author', what: 'e-mail', text: 'author@example.com' },
    { kind: 'author', what: 'token', text: 'secret-token' },
  ]
  const nowhere = { prefix: 'site', path: '/' } as const
  expect(
    foreignSecrets('<a href="mailto:author@example.com">', secrets, { kind: 'member', endpoint: nowhere }),
  ).toEqual(['e-mail of author'])
  expect(
    foreignSecrets('{"code":"secret-token"}', secrets, {
      kind: 'admin',
      endpoint: { prefix: 'admin', path: '/users/page' },
    }),
  ).toEqual(['token of author'])
  expect(foreignSecrets('author@example.com', secrets, { kind: 'author', endpoint: nowhere })).toEqual([])
  expect(
    foreignSecrets('author@example.com', secrets, {
      kind: 'admin',
      endpoint: { prefix: 'admin', path: '/users/page' },
    }),
  ).toEqual([])
})
