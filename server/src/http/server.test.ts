import { currentUser, logInByEmail, registerByEmail } from '@askwell/contract/accounts.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { saveGeneralSettings, saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type Person, type World, world } from '../../test/world.ts'

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'
  headers?: Record<string, string>
  payload?: string | Buffer
  remoteAddress?: string
}
const JSON_TYPE = { 'content-type': 'application/json' }
const V = '/answer/api/v1'

/** What a call answers, which is always the same four. */
const envelopeOf = async (w: World, url: string, sent: Sent = {}) => {
  const response = await w.server.inject({ url, ...sent })
  const envelope = response.json<{ code: number; reason: string; msg: string; data: unknown }>()
  expect(Object.keys(envelope)).toEqual(['code', 'reason', 'msg', 'data'])
  expect(envelope.code).toBe(response.statusCode)
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(envelope.msg).toMatch(/^\p{Lu}.*[.?]$/u)
  expect(JSON.stringify(envelope)).not.toMatch(/node_modules|\.ts:|FST_|stack/)
  return { ...envelope, headers: response.headers }
}
const fieldsOf = ({ data }: { data: unknown }) =>
  (data as { error_field: string }[]).map(({ error_field }) => error_field).sort()

describe.each(engines)('a call that can’t be had (%s)', (engine) => {
  let w: World
  let ann: Person
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ rank: 100 })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const post = (path: string, payload: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
    envelopeOf(w, path, { method: 'POST', payload, headers: { authorization: ann.token, ...headers } })
  const ask = (payload: string | Buffer, headers?: Record<string, string>) => post(`${V}/question`, payload, headers)

  test.each([
    ['half of it', '{"title": "Why'],
    ['not JSON', 'title=Why'],
    ['two at once', '{}{}'],
    ['a stray comma', '{"title": 1,}'],
    ['invalid UTF-8 where JSON needs more', Buffer.from([0x7b, 0xff, 0xfe])],
  ])('broken JSON (%s) is a bad request', async (_, body) => {
    expect(await ask(body)).toMatchObject({ code: 400, reason: 'base.request_format_error', data: null })
  })

  test.each([
    ['a list', '[]'],
    ['a number', '7'],
    ['a text', '"title"'],
    ['true', 'true'],
  ])('a body that is %s instead of an object is a bad request', async (_, body) => {
    expect(await ask(body)).toMatchObject({
      code: 400,
      reason: 'base.request_format_error',
      data: [{ error_field: '' }],
    })
  })

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['an empty object', '{}'],
  ])('a body that is %s lacks all that is needed, and all of it is named', async (_, body) => {
    expect(fieldsOf(await ask(body))).toEqual(['content', 'tags', 'title'])
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'title=x'],
    ['text', 'text/plain', '{"title":"x"}'],
    ['nonsense', 'x', 'x'],
    [
      'a form with files',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--x--\r\n',
    ],
  ])('%s instead of JSON is a wrong type', async (_, type, body) => {
    expect(await ask(body, { 'content-type': type })).toMatchObject({ code: 415, reason: 'base.request_format_error' })
  })

  test('JSON instead of a form with a file is a wrong type too', async () => {
    expect(await post(`${V}/file`, '{}')).toMatchObject({ code: 415 })
  })

  describe('a form with a file', () => {
    const part = (name: string, value: string | Buffer, filename = '') =>
      Buffer.concat([
        Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="${name}"${filename && `; filename="${filename}"`}\r\n\r\n`,
        ),
        Buffer.from(value as string),
        Buffer.from('\r\n'),
      ])
    const END = Buffer.from('--x--\r\n')
    const upload = (payload: Buffer, token = ann.token) =>
      envelopeOf(w, `${V}/file`, {
        method: 'POST',
        payload,
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...(token && { authorization: token }) },
      })

    test('that is larger than any is too large, and says how large it may be', async () => {
      expect(
        await upload(
          Buffer.concat([part('source', 'post'), part('file', Buffer.alloc(65 * 1024 * 1024), 'a.png'), END]),
        ),
      ).toMatchObject({
        code: 400,
        reason: 'base.request_format_error',
        data: [{ error_field: 'file', error_msg: 'This file is too large; 4 MB at most.' }],
      })
    })
    test('that an anonymous client sends isn’t even read', async () => {
      expect(
        await upload(
          Buffer.concat([part('source', 'post'), part('file', Buffer.alloc(65 * 1024 * 1024), 'a.png'), END]),
          '',
        ),
      ).toMatchObject({ code: 401 })
    })
    test.each([
      [
        'that ends too early',
        () =>
          Buffer.concat([
            part('source', 'post'),
            Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'),
          ]),
      ],
      ['that is none', () => Buffer.from('just text')],
      ['with nothing in it', () => END],
      ['without a source', () => Buffer.concat([part('file', 'x', 'a.png'), END])],
      ['without a file', () => Buffer.concat([part('source', 'post'), END])],
      [
        'with fields that mean something to JavaScript',
        () => Buffer.concat([part('__proto__', 'x'), part('constructor', 'x'), part('source', 'post'), END]),
      ],
    ])('%s is a bad request', async (_, payload) =>
      expect(await upload(payload())).toMatchObject({ code: 400, reason: 'base.request_format_error' }),
    )
    test.each([
      [
        'two files',
        () => Buffer.concat([part('source', 'post'), part('file', 'x', 'a.png'), part('file', 'x', 'b.png'), END]),
      ],
      ['too many fields', () => Buffer.concat([...Array.from({ length: 30 }, (__, n) => part(`f${n}`, 'x')), END])],
    ])('with %s is too large', async (_, payload) => expect(await upload(payload())).toMatchObject({ code: 413 }))
  })

  test('JSON may name its character set', async () => {
    expect(fieldsOf(await ask('{}', { 'content-type': 'application/json; charset=utf-8' }))).toEqual([
      'content',
      'tags',
      'title',
    ])
  })

  test('a body larger than any call takes is too large', async () => {
    expect(await ask(JSON.stringify({ content: 'x'.repeat(600 * 1024) }))).toMatchObject({
      code: 413,
      reason: 'base.body_too_large',
    })
  })

  test('wrong types are named, all of them, with what is wrong about each', async () => {
    const wrong = await ask(JSON.stringify({ title: 7, content: { a: 1 }, tags: 'support' }))
    expect(fieldsOf(wrong)).toEqual(['content', 'tags', 'title'])
    const mixed = await ask(JSON.stringify({ title: 'Why', content: '', tags: [] }))
    expect(mixed.data).toEqual(
      expect.arrayContaining([
        { error_field: 'title', error_msg: 'Please write at least 6 characters.' },
        { error_field: 'tags', error_msg: 'At least 1, please.' },
      ]),
    )
    expect(fieldsOf(mixed)).toEqual(['content', 'tags', 'title'])
  })

  test('however much is wrong with one field, the others are named too', async () => {
    const admin = await w.given.admin()
    const sent = await envelopeOf(w, '/answer/admin/api/siteinfo/write', {
      method: 'PUT',
      headers: { ...JSON_TYPE, authorization: admin.token },
      payload: JSON.stringify({
        restrict_answer: 'x',
        required_tag: 'x',
        max_image_size: 'x',
        max_attachment_size: 'x',
        max_image_megapixel: 'x',
        recommend_tags: Array.from({ length: 60 }, () => 7),
      }),
    })
    expect(fieldsOf(sent)).toEqual([
      'max_attachment_size',
      'max_image_megapixel',
      'max_image_size',
      'recommend_tags',
      'required_tag',
      'restrict_answer',
    ])
  })

  test.each([
    ['deep lists', `{"title":"${'x'.repeat(10)}","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['deep lists in a field nobody knows', `{"title":"x","other":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['deep objects', `{"tags":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['many fields', `{${Array.from({ length: 20_000 }, (_, n) => `"f${n}":1`).join(',')}}`],
  ])('%s are no trouble', async (_, body) => expect(await ask(body)).toMatchObject({ code: 400 }))

  test('names that mean something to JavaScript mean nothing here', async () => {
    const body =
      '{"__proto__":{"title":"How do I do this?"},"constructor":{"prototype":{"content":"x"}},"toString":1,"hasOwnProperty":1}'
    expect(fieldsOf(await ask(body))).toEqual(['content', 'tags', 'title'])
    expect(({} as Record<string, unknown>).title).toBeUndefined()
    expect(await envelopeOf(w, `${V}/question/page?__proto__=1&constructor=2&page=1`)).toMatchObject({ code: 200 })
    expect(await envelopeOf(w, `${V}/question/page?page=1&page=2`)).toMatchObject({ code: 400 })
  })

  test('texts with a NUL, which one of the databases can’t keep, are refused alike on both', async () => {
    const title = await ask(
      JSON.stringify({ title: 'What is \0 here?', content: 'The text of it.', tags: [{ slug_name: 'support' }] }),
    )
    expect(fieldsOf(title)).toEqual(['title'])
    expect(
      fieldsOf(
        await ask(
          JSON.stringify({ title: 'What is here?', content: 'The text of it.', tags: [{ slug_name: 'sup\0port' }] }),
        ),
      ),
    ).toEqual(['tags'])
    for (const path of [
      '/search?q=a%00b',
      '/tags?tags=a%00b',
      '/user/info/search?username=a%00b',
      '/personal/user/info?username=%00',
    ])
      expect(await envelopeOf(w, V + path)).toMatchObject({
        code: expect.toSatisfy((code: number) => code >= 400 && code < 500),
      })
  })

  test('half a character is kept as a whole one that says so', async () => {
    const id = (
      await w.as(ann).call(askQuestion, {
        body: {
          title: 'What is \ud800 here?',
          content: 'Half a pair: \udc00 and on.',
          tags: [{ slug_name: 'support' }],
        },
      })
    ).id
    expect((await envelopeOf(w, `${V}/question/info?id=${id}`)).data).toMatchObject({ title: 'What is � here?' })
  })

  test.each([
    ['a path nobody knows', 'GET', `${V}/nothing`],
    ['the prefix itself', 'GET', '/answer'],
    ['behind the prefix', 'GET', '/answer/'],
    ['an admin path nobody knows', 'PUT', '/answer/admin/api/nothing'],
    ['an installation path nobody knows', 'POST', '/installation/nothing'],
    ['the installation itself', 'GET', '/installation'],
    ['another method', 'POST', `${V}/siteinfo`],
    ['yet another', 'DELETE', `${V}/siteinfo`],
    ['PATCH', 'PATCH', `${V}/question`],
    ['OPTIONS', 'OPTIONS', `${V}/question`],
  ] as const)('%s is not found', async (_, method, url) => {
    expect(await envelopeOf(w, url, { method })).toMatchObject({
      code: 404,
      reason: 'base.not_found_error',
      data: null,
    })
  })

  test.each([`${V}/vote/%zz`, '/answer/%', '/installation/%ff'])('%s is no address', async (url) => {
    expect(await envelopeOf(w, url)).toMatchObject({ code: 400, reason: 'base.request_format_error' })
  })

  test('a very long query is answered, a longer one than any address is refused', async () => {
    expect(await envelopeOf(w, `${V}/question/page?tag=${'x'.repeat(8000)}`)).toMatchObject({ code: 400 })
    expect(
      await envelopeOf(w, `${V}/question/page?${Array.from({ length: 1000 }, (_, n) => `f${n}=1`).join('&')}`),
    ).toMatchObject({ code: 200 })
  })

  test('nothing but the header token lets one write: the cookie alone is nobody', async () => {
    const question = await w.as(await w.given.member({ rank: 50 })).call(askQuestion, {
      body: { title: 'Who may write here?', content: 'The text of it.', tags: [{ slug_name: 'support' }] },
    })
    const body = JSON.stringify({ object_id: question.id })
    const cookie = `askwell_session=${ann.token}`
    expect(
      await envelopeOf(w, `${V}/vote/up`, { method: 'POST', headers: { ...JSON_TYPE, cookie }, payload: body }),
    ).toMatchObject({ code: 401, reason: 'base.unauthorized_error' })
    expect(await envelopeOf(w, `${V}/user/info`, { headers: { cookie } })).toMatchObject({ code: 200, data: null })
    expect(
      await envelopeOf(w, `${V}/vote/up`, {
        method: 'POST',
        headers: { ...JSON_TYPE, authorization: ann.token },
        payload: body,
      }),
    ).toMatchObject({ code: 200 })
  })

  test.each(['x', 'Bearer x', 'x'.repeat(5000), '%00', "'; drop table users; --"])(
    'a token that isn’t one (%s) is nobody’s',
    async (authorization) => {
      expect(
        await envelopeOf(w, `${V}/vote/up`, {
          method: 'POST',
          headers: { ...JSON_TYPE, authorization },
          payload: '{}',
        }),
      ).toMatchObject({ code: 401 })
    },
  )
})

describe.each(engines)('what a call says (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(() => w.close())
  const info = (language?: string) =>
    envelopeOf(w, `${V}/question/info?id=1`, { headers: language === undefined ? {} : { 'accept-language': language } })

  test('is in the language that is asked for, as far as there is one', async () => {
    const english = (await info()).msg
    const german = (await info('de')).msg
    expect(german).not.toBe(english)
    for (const tag of ['de_DE', 'de-AT', 'xx, de;q=0.5', 'de;q=0.9, en;q=0.8'])
      expect((await info(tag)).msg).toBe(german)
    for (const tag of ['en', 'xx', '', '*', 'en;q=0.9, de;q=0.8', ';;;', 'x'.repeat(9000)])
      expect((await info(tag)).msg).toBe(english)
  })

  test('null is the same as nothing, and what nobody knows is ignored', async () => {
    const ann = await w.given.member({ rank: 100 })
    const asked = await w.server.inject({
      method: 'POST',
      url: `${V}/question`,
      headers: { ...JSON_TYPE, authorization: ann.token },
      payload: JSON.stringify({
        title: 'What does null mean?',
        content: 'The text of it.',
        captcha_id: null,
        captcha_code: null,
        mention_username_list: null,
        tags: [{ slug_name: 'support', display_name: null, colour: 'red' }],
        id: '10010000000000001',
        vote_count: 99,
        user_id: '1',
      }),
    })
    expect(asked.json()).toMatchObject({ code: 200 })
    const { data } = await envelopeOf(w, `${V}/question/info?id=${asked.json<{ data: { id: string } }>().data.id}`)
    expect(data).toMatchObject({ vote_count: 0, user_info: { username: ann.username } })
  })

  test('an empty part of the query asks for nothing in particular', async () => {
    expect(await envelopeOf(w, `${V}/question/page?page=&page_size=&order=&tag=`)).toMatchObject({ code: 200 })
  })

  test('a document describes all calls', async () => {
    const response = await w.server.inject('/answer/openapi.json')
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.json<{ openapi: string; paths: object }>()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      paths: expect.objectContaining({ '/answer/api/v1/question': expect.anything() }),
    })
  })

  test('a fault of ours is reported here and told to nobody', async () => {
    const answers = w.site.api.answers.get('GET /answer/api/v1/siteinfo')!
    const { answer } = answers
    answers.answer = () => {
      throw new Error('the secret is a turnip')
    }
    const failed = await envelopeOf(w, `${V}/siteinfo`)
    answers.answer = answer
    expect(failed).toMatchObject({ code: 500, reason: 'base.server_error', data: null })
    expect(JSON.stringify(failed)).not.toContain('turnip')
    expect(w.faults.splice(0)).toMatchObject([{ message: 'the secret is a turnip' }])
  })
})

describe.each(engines)('who asks (%s)', (engine) => {
  let w: World
  let admin: Person
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(() => w.close())
  const status = (person: Person, to: 'normal' | 'suspended' | 'deleted' | 'inactive') =>
    w.as(admin).call(setUserStatus, {
      body: { user_id: String(person.id), status: to, ...(to === 'suspended' && { suspend_duration: '24h' }) },
    })

  test('suspended, a member is told so by every call but logging out; afterwards the same token works again', async () => {
    const bob = await w.given.member()
    await status(bob, 'suspended')
    for (const path of ['/siteinfo', '/user/info', '/question/page'])
      expect(await envelopeOf(w, V + path, { headers: { authorization: bob.token } })).toMatchObject({
        code: 403,
        reason: 'error.user.suspended',
        data: { type: 'suspended' },
      })
    await status(bob, 'normal')
    expect((await w.as(bob).call(currentUser))?.username).toBe(bob.username)
    await status(bob, 'suspended')
    w.clock.advance(86_401)
    expect((await w.as(bob).call(currentUser))?.username).toBe(bob.username)
    await status(bob, 'suspended')
    expect(await envelopeOf(w, `${V}/user/logout`, { headers: { authorization: bob.token } })).toMatchObject({
      code: 200,
    })
  })

  test.each(['deleted', 'inactive'] as const)('%s, a member is nobody any more', async (to) => {
    const bob = await w.given.member()
    await status(bob, to)
    await expect(
      w.as(bob).call(vote, { params: { direction: 'up' }, body: { object_id: '10010000000000001' } }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('not activated, a member is sent to do that', async () => {
    const bob = await w.given.member({ active: false })
    await expect(
      w.as(bob).call(vote, { params: { direction: 'up' }, body: { object_id: '10010000000000001' } }),
    ).rejects.toMatchObject({ status: 403, reason: 'error.email.need_to_be_verified', data: { type: 'inactive' } })
    expect((await w.as(bob).call(currentUser))?.username).toBe(bob.username)
  })

  test('a login’s reply carries the token, and beside it a cookie that scripts and other sites can’t use', async () => {
    const response = await w.server.inject({
      method: 'POST',
      url: `${V}/user/login/email`,
      headers: JSON_TYPE,
      payload: JSON.stringify({ e_mail: 'admin@example.com', pass: 'admin-password' }),
    })
    const token = response.json<{ data: { access_token: string } }>().data.access_token
    expect(response.cookies).toMatchObject([
      { name: 'askwell_session', value: token, httpOnly: true, sameSite: 'Lax', path: '/' },
    ])
    expect(response.cookies[0]).not.toHaveProperty('secure')
    const out = await w.server.inject({ url: `${V}/user/logout`, headers: { authorization: token } })
    expect(out.cookies).toMatchObject([{ name: 'askwell_session', value: '', expires: new Date(0) }])
  })

  test('where the site’s address is https, the cookie goes over nothing else', async () => {
    const general = {
      name: 'World',
      site_url: 'https://world.example',
      contact_email: 'desk@example.com',
      description: '',
      short_description: '',
      check_update: true,
    }
    await w.as(admin).call(saveGeneralSettings, { body: general })
    await expect.poll(() => w.site.isSecure()).toBe(true)
    const response = await w.server.inject({
      method: 'POST',
      url: `${V}/user/login/email`,
      headers: JSON_TYPE,
      payload: JSON.stringify({ e_mail: 'admin@example.com', pass: 'admin-password' }),
    })
    expect(response.cookies).toMatchObject([{ secure: true }])
  })

  test('on a private site an anonymous visitor gets what a client needs to log in, and nothing else', async () => {
    const login = {
      allow_new_registrations: true,
      allow_email_registrations: true,
      allow_password_login: true,
      allow_email_domains: [],
    }
    await w.as(admin).call(saveLoginSettings, { body: { ...login, login_required: true } })
    expect(await envelopeOf(w, `${V}/siteinfo`)).toMatchObject({ code: 200 })
    for (const path of [
      '/question/page',
      '/tags/page',
      '/user/ranking',
      '/question/info?id=10010000000000001',
      '/search?q=x',
      '/personal/user/info?username=admin',
    ])
      expect(await envelopeOf(w, V + path)).toMatchObject({ code: 401, reason: 'base.unauthorized_error' })
    await expect(
      w.nobody.call(logInByEmail, { body: { e_mail: 'nobody@example.com', pass: 'wrong-password' } }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await envelopeOf(w, `${V}/question/page`, { headers: { authorization: admin.token } })).toMatchObject({
      code: 200,
    })
    await w.as(admin).call(saveLoginSettings, { body: { ...login, login_required: false } })
    expect(await envelopeOf(w, `${V}/question/page`)).toMatchObject({ code: 200 })
  })
})

describe('who asks too often', () => {
  let w: World
  beforeAll(async () => {
    w = await world('sqlite', { limits: 1 })
  })
  afterAll(() => w.close())
  let count = 0
  const login = (ip: string) =>
    w.nobody
      .call(logInByEmail, { ip, body: { e_mail: `nobody${++count}@example.com`, pass: 'wrong-password' } })
      .catch((error: { status: number }) => error.status)

  test('is told when to come again, and is let in then', async () => {
    for (let n = 0; n < 20; n++) expect(await login('192.0.2.1')).toBe(400)
    const refused = await envelopeOf(w, `${V}/user/login/email`, {
      method: 'POST',
      headers: JSON_TYPE,
      remoteAddress: '192.0.2.1',
      payload: '{}',
    })
    expect(refused).toMatchObject({ code: 429, reason: 'base.too_many_requests', data: { retry_after: 60 } })
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.msg).toContain('60')
    expect(await login('192.0.2.2')).toBe(400)
    w.clock.advance(60)
    expect(await login('192.0.2.1')).toBe(400)
  })

  test('is counted as one person, wherever they are', async () => {
    const bob = await w.given.member()
    const ask = (n: number) =>
      w
        .as(bob)
        .call(registerByEmail, { ip: `198.51.100.${n}`, body: {} })
        .catch((error: { status: number }) => error.status)
    const answers: unknown[] = []
    for (let n = 0; n < 40; n++) answers.push(await ask(n))
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  test('behind a proxy on this machine is the one the proxy names, behind any other the proxy itself', async () => {
    const from = (remoteAddress: string, forwarded: string) =>
      w.server.inject({
        method: 'POST',
        url: `${V}/user/login/email`,
        headers: { ...JSON_TYPE, 'x-forwarded-for': forwarded },
        remoteAddress,
        payload: '{}',
      })
    for (let n = 0; n < 20; n++) await from('127.0.0.1', '203.0.113.7')
    expect((await from('127.0.0.1', '203.0.113.7')).statusCode).toBe(429)
    expect((await from('127.0.0.1', '203.0.113.8')).statusCode).toBe(400)
    for (let n = 0; n < 20; n++) await from('203.0.113.9', `198.51.100.${n}`)
    expect((await from('203.0.113.9', '198.51.100.200')).statusCode).toBe(429)
  })
})
