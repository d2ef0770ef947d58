import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { numberOf } from '@askwell/contract/ids.ts'
import { editQuestion } from '@askwell/contract/questions.ts'
import { saveLoginSettings, saveThemeSettings } from '@askwell/contract/site-settings.ts'
import { saveInterface } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'
import { SHOWN_NOWHERE } from '../../events/shown-nowhere.ts'
import { NEVER } from '../../lib/clock.ts'

const BROWSER = { 'accept-language': 'en', 'accept-encoding': 'gzip, deflate, br' }
const cookieOf = (person: TestUser) => ({ cookie: `askwell_session=${person.token}` })

describe.each(engines)('pages (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let ann: TestUser
  let bob: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    t = threads(w)
    ;[ann, bob] = [
      await w.given.member({ name: 'annabel', rank: 500 }),
      await w.given.member({ name: 'bobby', rank: 500 }),
    ]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const get = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const response = await w.server.inject({ method, url, headers: { 'accept-language': 'en', ...headers } })
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      body: response.body,
      raw: response.rawPayload,
      cookies: response.cookies,
    }
  }
  /** Changes what a page shows without an event: only a page rendered again shows it. */
  const retitle = (question: string, title: string) =>
    w.app.transaction((tx) =>
      tx.db.updateTable('posts').set({ title }).where('id', '=', numberOf('question', question)).execute(),
    )
  const behind = (question: string) => `Changed behind the scenes: ${question}`
  const shows = async (url: string, text: string, headers: Record<string, string> = {}) =>
    (await get(url, headers)).body.includes(text)

  test('are read by suspended members as by anonymous visitors, and as by members again when that is over', async () => {
    const cid = await w.given.member({ name: 'cidonia' })
    const question = await t.ask(ann, 'Who may look at a heron?')
    const set = (status: number) =>
      w.app.transaction((tx) =>
        tx.db.updateTable('users').set({ status, suspended_until: 0 }).where('id', '=', cid.id).execute(),
      )
    await set(9)
    const suspended = await get(`/questions/${question}`, cookieOf(cid))
    expect([
      suspended.status,
      suspended.body.includes('Who may look at a heron?'),
      suspended.body.includes('cidonia'),
      suspended.body.includes('Your account is suspended.'),
    ]).toEqual([200, true, false, true])
    expect((await get(`/questions/${question}`)).body).not.toContain('Your account is suspended.')
    await set(1)
    const normal = (await get(`/questions/${question}`, cookieOf(cid))).body
    expect(normal).toContain('cidonia')
    expect(normal).not.toContain('Your account is suspended.')
  })

  test('are light or dark as the member has set, else as this browser has chosen, else as the site is', async () => {
    const dee = await w.given.member({ name: 'deesa' })
    const admin = await w.given.admin()
    const scheme = async (member: TestUser | undefined, chosen?: string) => {
      const cookie = [member && `askwell_session=${member.token}`, chosen && `askwell_scheme=${chosen}`]
        .filter(Boolean)
        .join('; ')
      return /<html[^>]*data-scheme="(\w+)"/.exec((await get('/tags', { cookie })).body)?.[1] ?? 'device'
    }
    const ofMember = (color_scheme: 'default' | 'light' | 'dark' | 'system') =>
      w.as(dee).call(saveInterface, { body: { color_scheme } })
    const ofSite = (color_scheme: 'light' | 'dark' | '') =>
      w.as(admin).call(saveThemeSettings, { body: { color_scheme } })
    await ofSite('dark')
    try {
      expect([await scheme(undefined), await scheme(undefined, 'system'), await scheme(undefined, 'light')]).toEqual([
        'dark',
        'device',
        'light',
      ])
      expect([await scheme(dee), await scheme(dee, 'light')]).toEqual(['dark', 'light'])
      await ofMember('light')
      expect([await scheme(dee), await scheme(dee, 'dark')]).toEqual(['light', 'light'])
      await ofMember('system')
      expect([await scheme(dee), await scheme(dee, 'dark')]).toEqual(['device', 'device'])
      await ofMember('default')
      expect([await scheme(dee), await scheme(dee, 'light')]).toEqual(['dark', 'light'])
    } finally {
      await ofSite('')
    }
  })

  test('the bar at the top has the colour that the site’s theme gives it', async () => {
    const admin = await w.given.admin()
    const bar = async (navbar_style: string) => {
      await w
        .as(admin)
        .call(saveThemeSettings, { body: { theme_config: { default: { navbar_style, primary_color: '#0033ff' } } } })
      return /<header class="site-header"([^>]*)>/.exec((await get('/tags')).body)?.[1]
    }
    expect([await bar('light'), await bar('colored')]).toEqual(['', ' data-navbar="colored"'])
    expect(await bar('#7a0019')).toBe(' data-navbar="colored" style="--navbar:#7a0019;--on-navbar:#ffffff"')
    expect(await bar('#0033ff')).toBe('')
  })

  test('of the administration lead moderators to their part of it, and nobody else', async () => {
    const led = async (who: TestUser) => {
      const { status, headers } = await get('/admin', cookieOf(who))
      return [status, headers.location]
    }
    expect(await led(await w.given.moderator())).toEqual([302, '/admin/roles'])
    expect(await led(await w.given.admin())).toEqual([200, undefined])
    expect((await led(ann))[0]).toBe(403)
  })

  test('about trouble answer as it is', async () => {
    for (const [address, status] of [
      ['/403', 403],
      ['/404', 404],
      ['/no/such/page', 404],
      ['/50x', 500],
      ['/maintenance', 200],
    ] as const)
      expect([address, (await get(address)).status]).toEqual([address, status])
    expect((await get('/robots.txt')).body).toContain('/sitemap.xml')
  })

  test('that want a login say where one was, a profile too', async () => {
    const { body } = await get(`/users/${ann.username}/reputation?page=1`)
    const from = encodeURIComponent(`/users/${ann.username}/reputation?page=1`)
    expect(body).toContain(`href="/users/login?from=${from}"`)
    expect(body).toContain(`href="/users/register?from=${from}"`)
    const login = (await get(`/users/login?from=${from}`)).body
    expect(login).toContain(`href="/users/register?from=${from}"`)
    expect((await get('/users/login?from=//elsewhere.example')).body).toContain('href="/users/register"')
    expect((await get('/users/login?from=//elsewhere.example', cookieOf(ann))).headers.location).toBe('/')
    const waiting = await w.given.member({ active: false })
    expect((await get('/questions/ask', cookieOf(waiting))).headers.location).toBe(
      '/users/account-activation?from=%2Fquestions%2Fask',
    )
    expect((await get(`/users/login?from=${from}`, cookieOf(ann))).headers.location).toBe(
      `/users/${ann.username}/reputation?page=1`,
    )
  })

  test('of the administration are refused to members, within the site', async () => {
    const refused = await get('/admin/users', cookieOf(bob))
    expect(refused.status).toBe(403)
    expect(refused.body).toMatch(/data-messages="\/locales\/.*bobby/s)
  })

  describe('that anonymous visitors share', () => {
    test('are rendered once; the second visitor gets the same', async () => {
      const question = await t.ask(ann, 'Where does the heron sleep?')
      const first = await get(`/questions/${question}`)
      await retitle(question, 'Changed behind the scenes')
      const second = await get(`/questions/${question}`)
      expect(first.status).toBe(200)
      expect(second.body).toBe(first.body)
      expect(second.body).toContain('Where does the heron sleep?')
    })

    test('aren’t sent again to who has them, until something changes', async () => {
      const question = await t.ask(ann, 'How long does a heron wait?')
      await get(`/questions/${question}`)
      const { etag = '' } = (await get(`/questions/${question}`)).headers
      expect(await get(`/questions/${question}`, { 'if-none-match': etag })).toMatchObject({
        status: 304,
        body: '',
        headers: { etag },
      })
      await t.answer(bob, question)
      const after = await get(`/questions/${question}`, { 'if-none-match': etag })
      expect(after.status).toBe(200)
      expect(after.headers.etag).not.toBe(etag)
    })

    test.each([
      ['a vote', (question: string) => t.vote(bob, 'up', question)],
      ['an answer', (question: string) => t.answer(bob, question)],
      ['a comment', (question: string) => t.comment(bob, question)],
      ['an accepted answer', async (question: string) => t.accept(ann, question, await t.answer(bob, question))],
      [
        'an edit',
        (question: string) =>
          w.as(ann).call(editQuestion, {
            body: {
              id: question,
              title: behind(question),
              content: 'Another text altogether.',
              tags: [{ slug_name: 'support' }],
            },
          }),
      ],
      ['another question in the lists', () => t.ask(bob)],
    ])('are drawn anew after %s', async (what, act) => {
      const question = await t.ask(ann)
      const url = what.includes('lists') ? '/?order=newest' : `/questions/${question}`
      await get(url)
      await retitle(question, behind(question))
      expect(await shows(url, behind(question))).toBe(false)
      await act(question)
      expect(await shows(url, behind(question))).toBe(true)
    })

    test('stay when something happens in another thread', async () => {
      const [one, other] = [await t.ask(ann), await t.ask(ann)]
      await get(`/questions/${one}`)
      await retitle(one, 'Unnoticed title of one')
      await t.vote(bob, 'up', other)
      expect(await shows(`/questions/${one}`, 'Unnoticed title of one')).toBe(false)
    })

    test('never show what was changed before they were asked for, however it comes in between', async () => {
      const question = await t.ask(ann)
      for (let n = 0; n < 8; n++) {
        const title = `Title number ${n} of the same question`
        const rendering = [get(`/questions/${question}`), get('/')]
        await w.as(ann).call(editQuestion, {
          body: { id: question, title, content: `Text number ${n} of it.`, tags: [{ slug_name: 'support' }] },
        })
        const after = await get(`/questions/${question}`)
        expect(after.body).toContain(title)
        await Promise.all(rendering)
        expect(await shows(`/questions/${question}`, title)).toBe(true)
      }
    })

    test('are kept through what no page shows', async () => {
      const question = await t.ask(ann)
      const page = (await get(`/questions/${question}`)).headers.location ?? `/questions/${question}`
      const whole = (await get(page)).body
      await retitle(question, behind(question))
      const nobody = { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0 }
      for (const name of SHOWN_NOWHERE) {
        // Nothing follows from it here: whom and what it is about isn't there.
        await w.app.transaction((tx) => tx.emit(name, { ...nobody, user_ids: [], network: '' } as never, NEVER))
        expect([name, (await get(page)).body === whole]).toEqual([name, true])
      }
      await w.app.transaction((tx) => tx.emit('user.changed', { ...nobody, object_type: 'user' }))
      expect(await shows(`/questions/${question}`, behind(question))).toBe(true)
    })

    test('set no cookie, and caches must revalidate them', async () => {
      const { headers, cookies } = await get('/questions')
      expect(cookies).toEqual([])
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: 'cookie, accept-language, accept-encoding',
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
    })

    test('come compressed for clients that can read that, and whole for others', async () => {
      const plain = (await get('/tags', { 'accept-encoding': 'identity' })).body
      expect(plain).toContain('</html>')
      const br = await get('/tags', { 'accept-encoding': 'gzip, br' })
      expect([br.headers['content-encoding'], brotliDecompressSync(br.raw).toString()]).toEqual(['br', plain])
      const gz = await get('/tags', { 'accept-encoding': 'gzip, br;q=0' })
      expect([gz.headers['content-encoding'], gunzipSync(gz.raw).toString()]).toEqual(['gzip', plain])
      expect((await get('/tags')).headers['content-encoding']).toBeUndefined()
    })

    test('asked for by their head alone they come without a body, and whole to the next', async () => {
      const question = await t.ask(ann, 'Is the head enough for you?')
      const head = await get(`/questions/${question}`, {}, 'HEAD')
      expect([head.status, head.body]).toEqual([200, ''])
      const whole = await get(`/questions/${question}`)
      expect(whole.body).toContain('Is the head enough for you?')
      expect((await get(`/questions/${question}`, {}, 'HEAD')).headers['content-length']).toBe(
        String(Buffer.byteLength(whole.body)),
      )
    })

    test('differ by language, light and list, not by who asks or under which name', async () => {
      const lang = async (headers: Record<string, string>) =>
        /<html lang="([^"]+)"/.exec((await get('/', headers)).body)![1]
      expect([
        await lang({}),
        await lang({ 'accept-language': 'de' }),
        await lang({ cookie: 'askwell_language=de_DE' }),
        await lang({}),
      ]).toEqual(['en-US', 'de-DE', 'de-DE', 'en-US'])
      expect(await shows('/', 'data-scheme="dark"', { cookie: 'askwell_scheme=dark' })).toBe(true)
      expect(await shows('/', 'data-scheme="dark"')).toBe(false)
      expect((await get('/', { cookie: 'askwell_view=card' })).body).not.toBe((await get('/')).body)
      const beginningWith = async (home: string) => (await get('/tags', { cookie: `askwell_home=${home}` })).body
      expect(await beginningWith('recommend')).not.toBe(await beginningWith('active'))
      const other = (await get('/', { host: 'evil.example', 'x-forwarded-host': 'worse.example' })).body
      expect(other).toBe((await get('/')).body)
      expect(other).not.toMatch(/evil\.example|worse\.example/)
    })

    test('are not kept under addresses that nobody asks for twice', async () => {
      const question = await t.ask(ann)
      const newer = await t.ask(ann)
      for (const address of [
        `/questions?order=newest&older_than=${newer}`,
        `/tags/support?order=newest&older_than=${newer}`,
      ]) {
        await retitle(question, 'As it was')
        await get(address)
        await retitle(question, 'As it is now')
        expect(await shows(address, 'As it is now')).toBe(true)
      }
    })

    test('of questions, lists and revisions are rendered once, whatever is added to their addresses', async () => {
      const question = await t.ask(ann)
      const page = (await get(`/questions/${question}`)).headers.location ?? `/questions/${question}`
      const whole = (await get(page)).body
      await retitle(question, behind(question))
      for (const more of ['z=1', 'z=2', 'order=a', 'in_days=3', 'page=x', 'q=a&from=b'])
        expect([more, (await get(`${page}?${more}`)).body === whole]).toEqual([more, true])
      const tag = (await get('/tags/support?page=1')).body
      await retitle(question, `${behind(question)} once more`)
      for (const more of ['?page=1&z=1', '?z=2&page=1', '?page=1&order=x&q=a'])
        expect([more, (await get(`/tags/support${more}`)).body === tag]).toEqual([more, true])
      const history = `/posts/${question}/revisions`
      const revisions = (await get(history)).body
      await retitle(question, `${behind(question)}, twice`)
      expect((await get(`${history}?z=1&page=3`)).body).toBe(revisions)
    })

    test('that redirect lead on with what was added to their address', async () => {
      const question = await t.ask(ann, 'Which way do the herons go?')
      const { status, headers } = await get(`/questions/${question}/wrong-title?utm=x&page=1`)
      expect([status, headers.location]).toEqual([301, expect.stringMatching(/\?page=1&utm=x$/)])
    })

    test('of a search for a copy of a page lead to the page, if it is one of this site', async () => {
      const ask = (q: string) => get(`/search?${new URLSearchParams({ q })}`)
      expect(await ask('cache:aBc:http://world.example/tags/support?page=2 beer')).toMatchObject({
        status: 302,
        headers: { location: '/tags/support?page=2' },
      })
      for (const q of ['cache:aBc:https://elsewhere.example/tags', 'cache:world.example/tags'])
        expect((await ask(q)).status).toBe(200)
    })

    test('count a visitor’s view, also when nothing is drawn for it', async () => {
      const question = await t.ask(ann)
      const views = async () =>
        (
          await w.app.db
            .selectFrom('posts')
            .select('unique_view_count')
            .where('id', '=', numberOf('question', question))
            .executeTakeFirstOrThrow()
        ).unique_view_count
      for (const reader of ['one', 'two', 'two', 'three']) await get(`/questions/${question}`, { 'user-agent': reader })
      const { flushViews } = await import('../../features/content/posts/view-counter.ts')
      await flushViews(w.app)
      expect(await views()).toBe(3)
    })
  })

  describe('of members', () => {
    test('are theirs alone: kept for nobody, shown to nobody else', async () => {
      const url = `/questions/${await t.ask(ann)}`
      const member = await get(url, cookieOf(bob))
      expect(member.body).toContain('bobby')
      expect(member.body).toMatch(/name="form_token" value="[^"]+"/)
      expect(member.headers['cache-control']).toBe('no-store')
      const stranger = await get(url)
      expect(stranger.body).not.toContain('bobby')
      expect(stranger.body).not.toMatch(/name="form_token" value="[^"]+"/)
      expect((await get(url, cookieOf(bob))).body).toContain('bobby')
      expect((await get(url, cookieOf(ann))).body).not.toContain('bobby')
      expect((await get(url)).body).toBe(stranger.body)
    })

    test('carry neither token nor e-mail', async () => {
      const { body } = await get('/users/settings', cookieOf(bob))
      expect(body).not.toContain(bob.token)
    })

    test('who are logged out are anonymous pages', async () => {
      expect((await get('/tags', { cookie: 'askwell_session=no-such-session' })).status).toBe(200)
      expect(await shows('/tags', 'bobby', { cookie: 'askwell_session=no-such-session' })).toBe(false)
    })
  })

  describe('say which scripts may run', () => {
    const inlineScripts = (body: string) =>
      [...body.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))([^>]*)>([\s\S]*?)<\/script>/g)].map(
        ([, attributes, script]) => ({ attributes: attributes!, script: script! }),
      )
    const scriptSource = (headers: Record<string, string | undefined>) =>
      /script-src ([^;]+)/.exec(headers['content-security-policy']!)![1]!

    test('for many: by their hashes', async () => {
      for (const url of ['/', `/questions/${await t.ask(ann)}`, '/tags', '/users', '/search']) {
        const { headers, body } = await get(url)
        const scripts = inlineScripts(body)
        expect(scripts.length).toBeGreaterThan(0)
        for (const { script } of scripts)
          expect(scriptSource(headers)).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
        expect(scriptSource(headers)).not.toMatch(/unsafe|nonce/)
        expect(body).not.toMatch(/\snonce=/)
      }
    })

    test.each([
      ['for one member', () => cookieOf(bob), '/'],
      ['for one visit', () => ({}), '/users/login'],
      ['for once', () => ({}), '/nothing/here'],
    ])('%s: by a number of that one time', async (_, headersOf, url) => {
      const { headers, body } = await get(url, headersOf())
      const nonce = /'nonce-([^']+)'/.exec(scriptSource(headers))![1]!
      const scripts = inlineScripts(body)
      expect(scripts.length).toBeGreaterThan(0)
      for (const { attributes } of scripts) expect(attributes).toContain(`nonce="${nonce}"`)
      expect(scriptSource((await get(url, headersOf())).headers)).not.toContain(nonce)
      expect(scriptSource(headers)).not.toContain('unsafe')
    })
  })

  describe('that there are not', () => {
    test('an unknown address is not found, on a page of the site', async () => {
      const { status, headers, body } = await get('/nothing/here')
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        404,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(body).toContain('</html>')
    })

    test.each(['/%zz', '/questions/%', '/tags/%ff%fe'])('%s is no address, and is told so in words', async (url) => {
      const { status, headers, body } = await get(url)
      expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8'])
      expect(body).toMatch(/^[A-Z][^{}<>]+\.$/)
    })

    test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('%s is nothing one can do to a page', async (method) => {
      const response = await w.server.inject({ method, url: '/questions' })
      expect(response.statusCode).toBe(405)
      expect(response.headers).toMatchObject({
        allow: 'GET, HEAD, POST',
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
    })

    test('a host that can’t be one is a bad request', async () => {
      expect((await get('/users/login', { host: 'a b/c' })).status).toBe(400)
      expect((await get('/', { host: 'a b/c' })).status).toBe(200)
    })

    test('a path that a proxy would ask for is the path itself', async () => {
      expect((await get('http://elsewhere.example/')).status).toBeLessThan(500)
    })

    test('very long addresses are answered', async () =>
      expect((await get(`/search?q=${'x'.repeat(8000)}`)).status).toBeLessThan(500))
  })

  describe('when something goes wrong with us', () => {
    const breaking = async (name: string, ask: () => Promise<void>) => {
      const found = w.site.api.answers.get(name)!
      const { answer } = found
      found.answer = () => {
        throw new Error('the secret is 42')
      }
      try {
        await ask()
      } finally {
        found.answer = answer
      }
      const faults = w.faults.splice(0)
      expect(faults).toContainEqual(expect.objectContaining({ message: 'the secret is 42' }))
    }

    test('with a part of the page, the page says so and is not kept', async () => {
      const url = `/questions/${await t.ask(ann)}`
      await breaking('GET /answer/api/v1/question/thread', async () => {
        const { status, headers, body } = await get(url)
        expect([status, headers['content-type'], headers['cache-control']]).toEqual([
          500,
          'text/html; charset=utf-8',
          'no-store',
        ])
        expect(body).not.toMatch(/secret is 42|node_modules/)
      })
      expect((await get(url)).status).toBe(200)
    })

    test('with all of it, there are still words', async () => {
      await breaking('GET /answer/api/v1/siteinfo', async () => {
        const { status, headers, body } = await get('/tags/support', { 'accept-language': 'de' })
        expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
          500,
          'text/plain; charset=utf-8',
          'nosniff',
        ])
        expect(body).not.toMatch(/secret|\{/)
        expect(body).not.toBe((await get('/tags/support')).body)
      })
    })
  })

  test('on a private site anonymous visitors are sent to the login, whatever was cached before', async () => {
    const admin = await w.given.admin()
    const url = `/questions/${await t.ask(ann)}`
    await get(url)
    const login = {
      allow_new_registrations: true,
      allow_email_registrations: true,
      allow_password_login: true,
      allow_email_domains: [],
    }
    await w.as(admin).call(saveLoginSettings, { body: { ...login, login_required: true } })
    const sent = await get(url)
    expect(sent.status).toBe(302)
    expect(sent.headers.location).toMatch(/^\/users\/login\?from=/)
    expect((await get(url, cookieOf(bob))).status).toBe(200)
    await w.as(admin).call(saveLoginSettings, { body: { ...login, login_required: false } })
    expect((await get(url, BROWSER)).status).toBe(200)
  })
})

describe('pages asked for too often', () => {
  test('are refused in words, with a time to come again; those that are ready don’t count', async () => {
    const w = await world('sqlite', { pages: true, limits: 0.05 })
    const get = (url: string) => w.server.inject({ url, remoteAddress: '192.0.2.1' })
    for (let n = 0; n < 100; n++) expect((await get('/')).statusCode).toBe(200)
    const answers = []
    for (let n = 0; n < 40; n++) answers.push(await get(`/users?name=x${n}`))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBe(40 - 29)
    expect(refused[0]!.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' })
    expect(refused[0]!.body).toMatch(/60/)
    expect((await get('/')).statusCode).toBe(200)
    await w.close()
  })
})
