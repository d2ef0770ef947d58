import { currentUser, logOut } from '@askwell/contract/accounts.ts'
import { saveInterface } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HERE = { origin: 'http://localhost', host: 'localhost', 'sec-fetch-site': 'same-origin' }

describe.each(engines)('plain forms, sent without scripts (%s)', (engine) => {
  let w: World
  let ann: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ann = await w.given.member({ rank: 500 })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const tokenIn = (body: string) => /name="form_token" value="([^"]+)"/.exec(body)?.[1] ?? ''
  /** Opens the login page as a new visitor. */
  const visit = async () => {
    const response = await w.server.inject({ url: '/users/login', headers: { host: 'localhost' } })
    const { name, value } = response.cookies[0]!
    return { cookie: `${name}=${value}`, form_token: tokenIn(response.body), response }
  }
  const post = (url: string, cookie: string, fields: Record<string, string>, headers: Record<string, string> = HERE) =>
    w.server.inject({
      method: 'POST',
      url,
      headers: { ...FORM, ...headers, cookie },
      payload: new URLSearchParams(fields).toString(),
    })
  const RIGHT = { e_mail: 'admin@example.com', pass: 'admin-password' }

  test('log a person in, who is then known by a cookie', async () => {
    const { cookie, form_token, response } = await visit()
    expect(response.cookies).toMatchObject([{ name: 'askwell_visit', httpOnly: true, sameSite: 'Lax' }])
    expect(response.cookies[0]).not.toHaveProperty('maxAge')
    const sent = await post('/users/login', cookie, { ...RIGHT, form_token })
    expect(sent.statusCode).toBe(302)
    expect(sent.headers.location).toBe('/')
    const session = sent.cookies.find(({ name }) => name === 'askwell_session')!
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((await w.as({ id: 0, username: '', token: session.value }).call(currentUser))?.username).toBe('admin')
  })

  test('come back with what was wrong, and with what was typed but for the password', async () => {
    const { cookie, form_token } = await visit()
    const typed = { e_mail: 'admin@example.com', pass: 'not-this-one', secret_field: 'pass', form_token }
    const sent = await post('/users/login', cookie, typed)
    expect(sent.statusCode).toBe(200)
    expect(sent.body).toContain('E-mail and password don’t match.')
    expect(sent.body).toContain('value="admin@example.com"')
    expect(sent.body).not.toContain('not-this-one')
    expect(sent.body).toContain('name="secret_field" value="pass"')
    expect(sent.headers['cache-control']).toBe('no-store')
  })

  const forged: [string, (real: string) => string, Record<string, string>][] = [
    ['without the page’s own number', () => '', HERE],
    ['with another’s number', () => 'bm9ib2R5.x', HERE],
    [
      'from another site',
      (real) => real,
      { origin: 'https://evil.example', host: 'localhost', 'sec-fetch-site': 'cross-site' },
    ],
    ['from another site, by an old browser', (real) => real, { origin: 'https://evil.example', host: 'localhost' }],
    ['from a place that hides itself', (real) => real, { origin: 'null', host: 'localhost' }],
    ['from a neighbouring site', (real) => real, { 'sec-fetch-site': 'same-site', host: 'localhost' }],
  ]
  test.each(forged)('%s do nothing, and say so in plain words', async (_, token, headers) => {
    const { cookie, form_token } = await visit()
    const sent = await post('/users/login', cookie, { ...RIGHT, form_token: token(form_token) }, headers)
    expect([sent.statusCode, sent.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8'])
    expect(sent.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(sent.body).toMatch(/^This page has been open for too long\./)
    expect(sent.cookies).toEqual([])
  })

  test('carry a number that tells nothing of the session, another in each rendering of the page', async () => {
    const draw = async () =>
      tokenIn(
        (
          await w.server.inject({
            url: '/questions/ask',
            headers: { host: 'localhost', cookie: `askwell_session=${ann.token}` },
          })
        ).body,
      )
    const [one, other] = [await draw(), await draw()]
    expect(one).not.toBe(other)
    for (const sent of [one, other]) {
      const plain = Buffer.from(sent, 'base64url').toString('latin1') + sent
      for (const secret of [ann.token, Buffer.from(ann.token).toString('base64url')]) {
        expect(plain).not.toContain(secret.slice(0, 8))
        expect(plain).not.toContain(secret.slice(-8))
      }
      const trade = await post('/session/token', `askwell_session=${ann.token}`, { form_token: sent })
      expect(trade.json()).toEqual({ access_token: ann.token })
    }
  })

  test('with the number of one visit are of no use in another', async () => {
    const [one, other] = [await visit(), await visit()]
    expect((await post('/users/login', one.cookie, { ...RIGHT, form_token: other.form_token })).statusCode).toBe(403)
    expect((await post('/users/login', '', { ...RIGHT, form_token: one.form_token })).statusCode).toBe(403)
  })

  test.each([
    ['https, spoken by a proxy for us', { origin: 'https://world.example', host: 'world.example' }],
    [
      'the site’s own name, where a proxy asks us under another',
      { origin: 'http://world.example', host: 'upstream:8080' },
    ],
  ])('come from here also under %s', async (_, headers) => {
    const { cookie, form_token } = await visit()
    expect((await post('/users/login', cookie, { ...RIGHT, form_token }, headers)).statusCode).toBe(302)
  })

  test('larger than any are too large', async () => {
    const { cookie } = await visit()
    const sent = await w.server.inject({
      method: 'POST',
      url: '/users/login',
      headers: { ...FORM, ...HERE, cookie },
      payload: Buffer.alloc(65 * 1024 * 1024, 'x'),
    })
    expect([sent.statusCode, sent.headers['content-type']]).toEqual([413, 'text/plain; charset=utf-8'])
  })

  test.each([
    ['JSON', 'application/json', '{}', 403],
    ['half a form', 'multipart/form-data; boundary=x', '--x\r\nbroken', 400],
    ['nothing', 'text/plain', '', 403],
  ])('that are %s are refused', async (_, type, payload, status) => {
    const { cookie } = await visit()
    expect(
      (
        await w.server.inject({
          method: 'POST',
          url: '/users/login',
          headers: { ...HERE, cookie, 'content-type': type },
          payload,
        })
      ).statusCode,
    ).toBe(status)
  })

  test('of a member need their session’s number: the cookie alone writes nothing', async () => {
    const cookie = `askwell_session=${ann.token}`
    const before = await w.app.db.selectFrom('posts').select('id').execute()
    const fields = { title: 'Who writes in my name?', content: 'The text of it, long enough.', tags: 'support' }
    expect((await post('/questions/ask', cookie, fields)).statusCode).toBe(403)
    expect(await w.app.db.selectFrom('posts').select('id').execute()).toEqual(before)
    const { body } = await w.server.inject({ url: '/questions/ask', headers: { cookie, host: 'localhost' } })
    const sent = await post('/questions/ask', cookie, { ...fields, form_token: tokenIn(body) })
    expect(sent.statusCode).toBe(302)
    expect(sent.headers.location).toMatch(/^\/questions\/1001\d{13}/)
  })

  describe('the token for scripts', () => {
    const trade = (cookie: string, form_token: string, headers: Record<string, string> = HERE) =>
      post('/session/token', cookie, { form_token }, headers)
    const numberOf = async (person: TestUser) =>
      tokenIn(
        (
          await w.server.inject({
            url: `/questions/${await threads(w).ask(ann)}`,
            headers: { cookie: `askwell_session=${person.token}` },
          })
        ).body,
      )

    test('is traded for the cookie by a page of ours', async () => {
      const response = await trade(`askwell_session=${ann.token}`, await numberOf(ann))
      expect([response.statusCode, response.json()]).toEqual([200, { access_token: ann.token }])
      expect(response.headers['cache-control']).toBe('no-store')
    })

    test('is given to nobody else', async () => {
      const bob = await w.given.member()
      const cookie = `askwell_session=${ann.token}`
      const form_token = await numberOf(ann)
      for (const refused of [
        await trade(cookie, ''),
        await trade(cookie, await numberOf(bob)),
        await trade('', form_token),
        await trade('askwell_session=x', form_token),
        await trade(cookie, form_token, { origin: 'https://evil.example', host: 'localhost' }),
        await trade(cookie, form_token, { 'sec-fetch-site': 'cross-site', host: 'localhost' }),
      ])
        expect([refused.statusCode, refused.json()]).toEqual([403, { access_token: '' }])
      await w.as(ann).call(logOut)
      expect((await trade(cookie, form_token)).statusCode).toBe(403)
    })
  })

  describe('a visitor’s choices', () => {
    const choose = async (query: string) => {
      const { statusCode, headers, cookies } = await w.server.inject(`/preferences?${query}`)
      return { statusCode, location: headers.location, cookies: cookies.map(({ name, value }) => `${name}=${value}`) }
    }

    test('of a language is stored in the account of members, and needs the form’s token', async () => {
      const dora = await w.given.member({ name: 'dora' })
      await w.as(dora).call(saveInterface, { body: { language: 'de_DE', color_scheme: 'dark' } })
      const cookie = `askwell_session=${dora.token}`
      const { body } = await w.server.inject({ url: '/tags', headers: { cookie } })
      const form_token = tokenIn(body)
      const choose = async (fields: Record<string, string>) => {
        const { statusCode, headers } = await post('/preferences', cookie, fields)
        return [statusCode, headers.location]
      }
      const own = async () => {
        const { language, color_scheme } = (await w.as(dora).call(currentUser))!
        return [language, color_scheme]
      }
      expect((await choose({ language: 'en_US', back: '/tags' }))[0]).toBe(403)
      expect(await own()).toEqual(['de_DE', 'dark'])
      expect(await choose({ language: 'en_US', back: '/tags', form_token })).toEqual([302, '/tags'])
      expect(await own()).toEqual(['en_US', 'dark'])
    })

    test('are kept, and one is where one was', async () => {
      expect(await choose('language=de_DE&back=%2Ftags%3Fpage%3D2')).toEqual({
        statusCode: 302,
        location: '/tags?page=2',
        cookies: ['askwell_language=de_DE'],
      })
      expect(await choose('scheme=dark&view=card&home=recommend')).toEqual({
        statusCode: 302,
        location: '/',
        cookies: ['askwell_scheme=dark', 'askwell_home=recommend', 'askwell_view=card'],
      })
    })

    test.each([
      'scheme=pink',
      'home=admin',
      'view=%0d%0aset-cookie:x=y',
      'language=en%3b%20domain%3devil',
      'colour=red',
      '',
    ])('that there are not (%s) change nothing', async (query) => {
      expect(await choose(query)).toEqual({ statusCode: 302, location: '/', cookies: [] })
    })

    test.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%5cevil.example',
      '\\evil',
      'tags',
      '/\tevil',
    ])('lead nowhere else (%s)', async (back) => {
      const { location } = await choose(`back=${encodeURIComponent(back)}`)
      expect(new URL(location as string, 'http://here.example').origin).toBe('http://here.example')
    })
  })
})
