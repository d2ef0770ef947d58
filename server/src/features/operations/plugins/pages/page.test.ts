import { pluginPage, sendPluginForm } from '@askwell/contract/plugin-pages.ts'
import { savePluginConfig, uploadPlugin } from '@askwell/contract/plugins.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { ask } from '../../../../../test/matrix/cast.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

describe.each(engines)('pages of plugins (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  let member: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ;[admin, member] = [await w.given.admin(), await w.given.member({ rank: 500 })]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const turn = (plugin_slug_name: string, enabled: boolean) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const cookies = (person?: TestUser) => (person ? { cookie: `askwell_session=${person.token}` } : {})
  const get = (url: string, person?: TestUser, language = 'en') =>
    w.server.inject({ url, headers: { ...cookies(person), 'accept-language': language } })
  /** A form as a browser without scripts sends it, with the token that the page has. */
  const post = async (url: string, person: TestUser, fields: Record<string, string>) => {
    const token = /name="form_token" value="([^"]+)"/.exec((await get(url, person)).body)?.[1] ?? ''
    return w.server.inject({
      method: 'POST',
      url,
      headers: {
        ...cookies(person),
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://world.example',
      },
      payload: new URLSearchParams({ form_token: token, ...fields }).toString(),
    })
  }
  const read = (person: TestUser | undefined, slug_name: string, path = '/', search = '') =>
    (person ? w.as(person) : w.nobody).call(pluginPage, { query: { slug_name, path, search } })

  describe('a calendar', () => {
    const MEETING = {
      title: 'Bakers <b>meet</b>',
      date: '2999-12-06',
      time: '18:30',
      place: 'Old mill',
      about: '',
      link: '',
    }
    let path = ''

    test('is in the navigation of those who may open it, and only while it is on', async () => {
      expect((await get('/plugins/events', member)).statusCode).toBe(404)
      const powers = await turn('events', true)
      expect(powers.map(({ power, words }) => [power, words])).toEqual([
        ['page:members', expect.stringContaining('pages of its own for members')],
        ['storage', expect.any(String)],
      ])
      const link = 'href="/plugins/events" data-page=""'
      expect((await get('/', member)).body).toContain(link)
      expect((await get('/')).body).not.toContain(link)
      expect((await get('/plugins/events', member, 'de')).body).toMatch(/<h1>Termine<\/h1>/)
    })

    test('asks a visitor to log in, and says to members that nothing is planned', async () => {
      const visitor = await get('/plugins/events')
      expect([visitor.statusCode, visitor.headers.location]).toEqual([302, '/users/login?from=%2Fplugins%2Fevents'])
      const { body, headers } = await get('/plugins/events', member)
      expect(body).toContain('Nothing is planned just now.')
      expect(body).not.toContain('Add an event')
      expect(headers['cache-control']).toBe('no-store')
    })

    test('takes what admins add, by a form without scripts, and says what is wrong at the fields', async () => {
      const wrong = await post('/plugins/events', admin, {
        intent: 'add',
        ...MEETING,
        date: '2001-01-01',
        link: 'mill',
      })
      expect(wrong.body).toContain('This day is over.')
      expect(wrong.body).toContain('An address begins with https://')
      expect(wrong.body).toContain('value="Bakers &lt;b&gt;meet&lt;/b&gt;"')
      const done = await post('/plugins/events', admin, { intent: 'add', ...MEETING })
      path = String(done.headers.location)
      expect([done.statusCode, path]).toEqual([
        302,
        expect.stringMatching(/^\/plugins\/events\/2999-12-06T18-30-\w{8}$/),
      ])
      const { parts } = await read(member, 'events')
      expect(parts[0]).toEqual({
        part: 'links',
        links: [{ title: MEETING.title, to: path, note: 'Friday, December 6, 2999 at 6:30 PM · Old mill' }],
      })
      expect((await get(path, member)).body).toContain('<h1>Bakers &lt;b&gt;meet&lt;/b&gt;</h1>')
    })

    test('lets nobody else change anything', async () => {
      const body = { slug_name: 'events', path: '/', form: 'add', values: MEETING }
      await expect(w.as(member).call(sendPluginForm, { body })).rejects.toMatchObject({ status: 404 })
      await expect(w.nobody.call(sendPluginForm, { body })).rejects.toMatchObject({ status: 401 })
      const removing = { slug_name: 'events', path: path.slice('/plugins/events'.length), form: 'delete', values: {} }
      await expect(w.as(member).call(sendPluginForm, { body: removing })).rejects.toMatchObject({ status: 404 })
      expect((await get(path, member)).statusCode).toBe(200)
      const forged = await w.server.inject({
        method: 'POST',
        url: path,
        headers: {
          ...cookies(admin),
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'http://world.example',
        },
        payload: 'intent=delete',
      })
      expect(forged.statusCode).toBe(403)
    })

    test('has no page for what isn’t there, or isn’t any more', async () => {
      expect((await get('/plugins/events/nothing', member)).statusCode).toBe(404)
      const done = await post(path, admin, { intent: 'delete' })
      expect(done.headers.location).toBe('/plugins/events')
      expect((await get(path, member)).statusCode).toBe(404)
      await turn('events', false)
      expect((await get('/plugins/events', member)).statusCode).toBe(404)
    })
  })

  let version = 0
  const install = async (page: string, askwell: Record<string, unknown> = {}, send = '() => null') => {
    const code = `export default { route: { page: ${page}, send: ${send} } }`
    const manifest = { kinds: ['route'], languages: undefined, open_to: 'anyone', ...askwell }
    const known = await pluginCalled(w, admin, 'mine')
    const bytes = await pluginArchive({ slug_name: 'mine', version: `1.0.${version++}`, code, askwell: manifest })
    const reply = await sendPackage(w, admin, bytes, known && 'mine')
    expect(reply).toMatchObject({ status: 200 })
    await turn('mine', true)
  }
  const ECHO = `(asked) => ({ title: 'Echo', parts: [{ part: 'text', text: JSON.stringify(asked) }] })`
  const echoed = async (person: TestUser | undefined, path: string, search = '') => {
    const [part] = (await read(person, 'mine', path, search)).parts
    return JSON.parse(part?.part === 'text' ? part.text : '') as Record<string, unknown>
  }

  test('a page is told who opens it, and what of its address is meant for it', async () => {
    await install(ECHO)
    expect(await echoed(undefined, '/a/b', 'q=x%20y&q=z')).toEqual({
      path: '/a/b',
      query: { q: 'z' },
      language: 'en_US',
      time_zone: 'UTC',
      base: '/plugins/mine',
      reader: null,
    })
    expect(await echoed(admin, '/')).toMatchObject({ reader: { username: 'admin', role: 'admin' } })
    expect(await echoed(member, '/')).toMatchObject({ reader: { username: member.username, role: 'member' } })
  })

  test('what is answered to one is shown to no other', async () => {
    await install(`({ reader }) => ({ title: reader ? 'For ' + reader.username : 'For nobody', parts: [] })`)
    expect((await get('/plugins/mine', member)).body).toContain(`<h1>For ${member.username}</h1>`)
    expect((await get('/plugins/mine')).body).toContain('<h1>For nobody</h1>')
    expect((await get('/plugins/mine', admin)).body).toContain('<h1>For admin</h1>')
  })

  test.each([
    ['moderators', [401, 403, 200, 200]],
    ['admins', [401, 403, 403, 200]],
    ['members', [401, 200, 200, 200]],
    ['anyone', [200, 200, 200, 200]],
  ])('pages for %s are for nobody else', async (open_to, expected) => {
    await install(ECHO, { open_to })
    const moderator = await w.given.moderator()
    const statuses = [undefined, member, moderator, admin].map((person) =>
      read(person, 'mine').then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    )
    expect(await Promise.all(statuses)).toEqual(expected)
  })

  test('a filter is a form in the address, and leads back to the page', async () => {
    await install(
      `({ query }) => ({ title: 'Found ' + (query.q ?? 'all'), parts: [{ part: 'form', name: 'find', method: 'get', fields: [{ name: 'q', kind: 'text', label: 'Words', value: query.q ?? '' }], button: 'Find' }] })`,
    )
    const { body } = await get('/plugins/mine?q=%22rye%22')
    expect(body).toContain('<h1>Found &quot;rye&quot;</h1>')
    expect(body).toMatch(/<form[^>]* method="get"/)
    expect(body).toContain('value="&quot;rye&quot;"')
  })

  test.each([
    ['no page', 'null', 404],
    ['an error', '{ throw new Error("no") }', 503],
    ['something else', '({ html: "<b>b</b>" })', 503],
    [
      'a form with a field of the site’s own',
      `({ title: 'T', parts: [{ part: 'form', name: 'f', button: 'B', fields: [{ name: 'form_token', kind: 'hidden', label: '' }] }] })`,
      503,
    ],
    [
      'more than a page',
      `({ title: 'T', parts: Array.from({ length: 300 }, () => ({ part: 'text', text: 'x'.repeat(2000) })) })`,
      503,
    ],
  ])('a plugin that answers %s', async (_, answer, status) => {
    await install(answer.startsWith('{') ? `() => ${answer}` : `() => (${answer})`)
    expect((await get('/plugins/mine')).statusCode).toBe(status)
  })

  test('who reads a page while the plugin is set up anew gets it as it was; once it is switched off, there is none', async () => {
    await install(
      `async ({ query }, { config }) => {
  console.log('asked')
  await new Promise((resume) => setTimeout(resume, query.ms))
  return { title: config.word, parts: [] }
}`,
      { config: [{ name: 'word', kind: 'text', default: 'before' }] },
    )
    const askedFor = () => w.site.installed.logOf('mine').filter((line) => line.includes('asked')).length
    const open = async (ms: number) => {
      const times = askedFor()
      const reading = get(`/plugins/mine?ms=${ms}`)
      await expect.poll(askedFor).toBe(times + 1)
      return { title: reading.then(({ statusCode, body }) => [statusCode, /<h1>(.*?)<\/h1>/.exec(body)?.[1]]) }
    }
    const reading = await open(1000)
    const config_fields = { word: 'after' }
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'mine', config_fields } })
    expect(await reading.title).toEqual([200, 'before'])
    expect(await (await open(0)).title).toEqual([200, 'after'])
    const late = await open(4500)
    await turn('mine', false)
    expect((await late.title)[0]).toBe(404)
  })

  test.each([
    ['elsewhere', `{ go: 'https://evil.example/' }`],
    ['elsewhere without a scheme', `{ go: '//evil.example/' }`],
    ['elsewhere, as browsers read it', `{ go: '/\\\\evil.example/' }`],
  ])('a form that would lead %s leads nowhere', async (_, outcome) => {
    const form = `() => ({ title: 'T', parts: [{ part: 'form', name: 'f', button: 'B', fields: [] }] })`
    await install(form, {}, `() => (${outcome})`)
    const done = await post('/plugins/mine', member, { intent: 'f' })
    expect(done.headers.location).toBeUndefined()
    expect(done.body).toContain('The plugin doesn’t answer just now.')
  })

  test('a manifest that doesn’t say who may open its pages is refused', async () => {
    for (const open_to of [undefined, 'everybody']) {
      const bytes = await pluginArchive({
        slug_name: 'wrong',
        askwell: { kinds: ['route'], languages: undefined, open_to },
      })
      const reply = await ask(
        w,
        uploadPlugin,
        { body: {}, file: { name: 'a.tgz', bytes } },
        { token: admin.token, ip: '198.51.100.7' },
      )
      expect(JSON.stringify(reply)).toContain('askwell.open_to has to say who may open its pages')
    }
  })
})
