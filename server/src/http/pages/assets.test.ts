import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { numberOf } from '@askwell/contract/ids.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { saveCustomCssHtml, saveLoginSettings, saveSeoSettings } from '@askwell/contract/site-settings.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'
import { pageMessages } from '../../lib/messages.ts'
import { insertTags, TAG_STATUS } from '../../features/content/tags/queries.ts'
import { acceptedEncoding, acceptedForOnce } from '../accepted-encoding.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.5, gzip;q=1', 'br'],
  ['*', 'br'],
  ['*;q=0', 'html'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'html'],
  ['', 'html'],
  [undefined, 'html'],
  ['abracadabra', 'html'],
  ['gzip;q=x', 'html'],
])('a client that reads %j gets %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding))

test('what they can read is told as soon as it is read, however many spaces stand in it', () =>
  expect(acceptedEncoding(`x${' '.repeat(1_000_000)}y`)).toBe('html'))

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0, gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('a client that reads %j gets what is made for it alone as %s', (header, encoding) =>
  expect(acceptedForOnce(header)).toBe(encoding),
)

describe.each(engines)('what pages are made of (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let ann: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ;[admin, ann] = [await w.given.admin(), await w.given.member({ rank: 500 })]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const get = (url: string, headers: Record<string, string> = {}) => w.server.inject({ url, headers })
  const login = (login_required: boolean) =>
    w.as(admin).call(saveLoginSettings, {
      body: {
        allow_new_registrations: true,
        allow_email_registrations: true,
        allow_password_login: true,
        allow_email_domains: [],
        login_required,
      },
    })

  test('own HTML of the sidebar is for those who may enter a private site', async () => {
    await w.as(admin).call(saveCustomCssHtml, {
      body: { custom_header: '<p>header-1</p>', custom_sidebar: '<p>sidebar-1</p>' },
    })
    const asked = async (person?: TestUser) => {
      const cookies = person && { askwell_session: person.token }
      const headers = person && { authorization: person.token }
      const files = await Promise.all(
        ['/custom.json', '/answer/api/v1/siteinfo'].map((url) => w.server.inject({ url, cookies, headers })),
      )
      return files.map(({ body }) => ['header-1', 'sidebar-1'].map((part) => body.includes(part)))
    }
    const all = [
      [true, true],
      [true, true],
    ]
    expect(await asked()).toEqual(all)
    await login(true)
    expect(await asked()).toEqual([
      [true, false],
      [true, false],
    ])
    expect(await asked(ann)).toEqual(all)
    expect((await get('/custom.json')).headers['cache-control']).toBe('no-store')
    await login(false)
    await w.as(admin).call(saveCustomCssHtml, { body: { custom_header: '', custom_sidebar: '' } })
  })

  test('words come as scripts that never change under their names, each with what a kind of page needs', async () => {
    const { hash, messages } = pageMessages('de_DE')
    const response = await get(`/locales/de_DE.${hash}.reading.js`)
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    const reading = JSON.parse(response.body.replace('export default ', '')) as Record<string, string>
    expect(messages).toMatchObject(reading)
    expect(reading['votes.up']).toBe(messages['votes.up'])
    expect(Object.keys(reading).filter((key) => key.startsWith('admin.'))).toEqual([])
    expect((await get(`/locales/de_DE.${hash}.staff.js`)).body).toContain('"admin.')
    expect(
      (await get(`/locales/de_DE.${hash}.reading.js`, { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBe('br')
  })

  test.each([
    '/locales/de_DE.000000000000.reading.js',
    `/locales/de_DE.${pageMessages('de_DE').hash}.nothing.js`,
    `/locales/de_DE.${pageMessages('de_DE').hash}.toString.js`,
    '/locales/xx_XX.0.js',
    '/locales/..%2f..%2fpackage.json',
    '/locales/x',
    '/assets/nothing.js',
    '/assets/..%2f..%2fserver%2findex.js',
  ])('%s is not found', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(response.body).toBe('There is nothing here.')
  })

  test.each([
    [{ 'accept-encoding': 'gzip, deflate, br' }, 'br'],
    [{ 'accept-encoding': 'gzip' }, 'gzip'],
    [{}, undefined],
  ])('scripts and styles are kept by browsers for ever, compressed as they were built: %j', async (headers, coding) => {
    const folder = join(import.meta.dirname, '../../../../web/build/client/assets')
    for (const [pattern, type] of [
      [/^base-.*\.js$/, /javascript/],
      [/^base-.*\.css$/, /text\/css/],
    ] as const) {
      const name = readdirSync(folder).find((file) => pattern.test(file))!
      const response = await get(`/assets/${name}`, headers)
      expect([response.statusCode, response.headers['cache-control'], response.headers['content-encoding']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        coding,
      ])
      expect(response.headers['content-type']).toMatch(type)
      expect(response.headers.vary).toMatch(/accept-encoding/i)
      // Nothing beyond what counts for a part of a page: there are a dozen to each, and heads aren't compressed.
      expect(
        Object.keys(response.headers).filter((name) => /policy|request-id|etag|modified|ranges/.test(name)),
      ).toEqual([])
      const sent = response.rawPayload
      const plain = coding === 'br' ? brotliDecompressSync(sent) : coding === 'gzip' ? gunzipSync(sent) : sent
      expect(plain.equals(readFileSync(join(folder, name)))).toBe(true)
    }
  })

  test('there is an icon', async () =>
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/svg+xml'))

  test('robots are told what the admin wrote', async () => {
    await w.as(admin).call(saveSeoSettings, { body: { permalink: 2, robots: 'User-agent: *\nDisallow: /secret' } })
    const response = await get('/robots.txt')
    expect([response.headers['content-type'], response.body]).toEqual([
      'text/plain; charset=utf-8',
      'User-agent: *\nDisallow: /secret\n\nSitemap: http://world.example/sitemap.xml\n',
    ])
  })

  test('the site’s own styles are what the admin wrote', async () => {
    await w.as(admin).call(saveCustomCssHtml, {
      body: {
        custom_css: '.post { color: red }',
        custom_head: '',
        custom_header: '',
        custom_footer: '',
        custom_sidebar: '',
      },
    })
    const response = await get('/custom.css')
    expect([response.headers['content-type'], response.headers['cache-control'], response.body]).toEqual([
      'text/css; charset=utf-8',
      'no-cache',
      '.post { color: red }',
    ])
  })

  describe('an uploaded picture', () => {
    let address: string
    beforeAll(async () => {
      const picture = await sharp({ create: { width: 700, height: 20, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      const form = new FormData()
      form.append('source', 'post')
      form.append('file', new File([new Uint8Array(picture)], 'red.png', { type: 'image/png' }))
      const sent = new Request('http://x', { method: 'POST', body: form })
      const response = await w.server.inject({
        method: 'POST',
        url: '/answer/api/v1/file',
        headers: { authorization: ann.token, 'content-type': sent.headers.get('content-type')! },
        payload: Buffer.from(await sent.arrayBuffer()),
      })
      address = new URL(response.json<{ data: string }>().data).pathname
    })

    test('is there for anyone, and can do nothing but be seen', async () => {
      const response = await get(address)
      expect([
        response.statusCode,
        response.headers['content-type'],
        response.headers['x-content-type-options'],
        response.headers['content-security-policy'],
      ]).toEqual([200, 'image/png', 'nosniff', "default-src 'none'; sandbox"])
      expect((await sharp(response.rawPayload).metadata()).width).toBe(700)
      const head = await w.server.inject({ method: 'HEAD', url: address })
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
        200,
        response.headers['content-length'],
        '',
      ])
    })

    test('has a smaller one for small screens, asked for by its width', async () => {
      await w.settle()
      const smaller = await get(`${address}?w=480`)
      expect([smaller.statusCode, smaller.headers['content-type']]).toEqual([200, 'image/webp'])
      expect((await sharp(smaller.rawPayload).metadata()).width).toBe(480)
      for (const odd of ['?w=481', '?w=', '?w=480px', '?w=-1', '?x'])
        expect((await sharp((await get(address + odd)).rawPayload).metadata()).width).toBe(700)
    })

    test('on a private site is for members only, by cookie or token', async () => {
      await login(true)
      const stranger = await get(address)
      expect([stranger.statusCode, stranger.headers['content-type'], stranger.body]).toEqual([
        401,
        'text/plain; charset=utf-8',
        'Please log in first.',
      ])
      for (const headers of [{ cookie: `askwell_session=${ann.token}` }, { authorization: ann.token }] as Record<
        string,
        string
      >[]) {
        const member = await get(address, headers)
        expect([member.statusCode, member.headers['cache-control']]).toEqual([
          200,
          'private, max-age=31536000, immutable',
        ])
      }
      await login(false)
    })

    test.each([
      '/uploads/',
      '/uploads/post',
      '/uploads/post/nothing.png',
      '/uploads/..%2faskwell.db',
      '/uploads/post/..%2f..%2faskwell.db',
      '/uploads/../askwell.db',
      '/uploads/post/%00.png',
    ])('that isn’t one (%s) is not found', async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    })
  })

  describe('addresses of an imported site', () => {
    let question: string
    let answer: string
    beforeAll(async () => {
      const t = threads(w)
      question = await t.ask(ann)
      answer = await t.answer(admin, question)
      const rows = [
        ['post', '123', numberOf('question', question)],
        ['post', '124', numberOf('answer', answer)],
        ['user', '7', ann.id],
      ] as const
      await w.app.transaction((tx) =>
        tx.db
          .insertInto('import_mappings')
          .values(rows.map(([kind, key, object_id]) => ({ site: 'old', kind, key, object_id })))
          .execute(),
      )
      const tag = { original_text: '', parsed_text: '', description: '', user_id: 0, created_at: 1 }
      await w.app.transaction(async (tx) => {
        const named = (name: string) => ({ ...tag, slug_name: name, display_name: name })
        const [lager] = await insertTags(tx.db, [named('lager'), named('c++')])
        await insertTags(tx.db, [{ ...named('pils'), main_tag_id: lager! }])
        await insertTags(tx.db, [{ ...named('gone'), status: TAG_STATUS.deleted }])
      })
    })

    test('lead on to where things are now', async () => {
      for (const [old, now] of [
        ['/questions/123', `/questions/${question}`],
        ['/questions/123/how-it-was-called', `/questions/${question}`],
        ['/questions/123/how-it-was-called/124', `/questions/${question}/${answer}`],
        ['/questions/123/how-it-was-called/124/', `/questions/${question}/${answer}`],
        ['/questions/123/how-it-was-called/999', `/questions/${question}`],
        ['/q/123', `/questions/${question}`],
        ['/a/124', `/questions/${question}/${answer}`],
        ['/users/7', `/users/${ann.username}`],
        ['/questions/tagged/lager', '/tags/lager'],
        ['/questions/tagged/Lager?sort=newest', '/tags/lager'],
        ['/questions/tagged/pils', '/tags/lager'],
        ['/questions/tagged/lager+c%2b%2b', '/search?q=%5Blager%5D+%5Bc%2B%2B%5D'],
        ['/questions/tagged/lager+or+c%2b%2b', '/search?q=%5Blager%5D+%5Bc%2B%2B%5D'],
        ['/questions/tagged/lager+no-such-tag', '/tags/lager'],
        ['/feeds', '/feeds/questions.atom'],
        ['/feeds/tag/pils', '/feeds/tags/lager.atom'],
        ['/feeds/tag?tagnames=lager&sort=newest', '/feeds/tags/lager.atom'],
        ['/feeds/question/123', `/feeds/questions/${question}.atom`],
        ['/feeds/user/7', `/feeds/users/${ann.username}.atom`],
      ]) {
        const response = await get(old!)
        expect([response.statusCode, response.headers.location]).toEqual([301, now])
      }
    })

    test('lead nowhere where there was nothing, or nothing that one may see', async () => {
      const nowhere = ['/questions/999', '/a/999', '/users/999', '/q/123456789012', '/questions/999/title/999']
      const noFeeds = ['/questions/tagged/no-such-tag', '/feeds/tag/gone', '/feeds/tag', '/feeds/question/999']
      for (const url of [...nowhere, ...noFeeds]) expect([url, (await get(url)).statusCode]).toEqual([url, 404])
      await login(true)
      expect((await get('/questions/123')).headers.location).toMatch(/^\/users\/login/)
      await login(false)
      const t = threads(w)
      const hidden = await t.ask(ann)
      await w.app.transaction((tx) =>
        tx.db
          .insertInto('import_mappings')
          .values({ site: 'old', kind: 'post', key: '125', object_id: numberOf('question', hidden) })
          .execute(),
      )
      await w.as(ann).call(deleteQuestion, { body: { id: hidden } })
      expect((await get('/questions/125')).statusCode).toBe(404)
      expect((await get('/feeds/question/125')).statusCode).toBe(404)
    })
  })
})
