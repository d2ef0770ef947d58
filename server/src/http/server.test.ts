import { askQuestion } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../test/world.ts'
import { JSON_TYPE, V, envelopeOf } from '../../test/envelopes.ts'

const fieldsOf = ({ data }: { data: unknown }) =>
  (data as { error_field: string }[]).map(({ error_field }) => error_field).sort()

describe.each(engines)('a call that can’t be had (%s)', (engine) => {
  let w: World
  let ann: TestUser
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
