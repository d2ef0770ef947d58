import { profile } from '@askwell/contract/profiles.ts'
import { askQuestion, deleteQuestion, operateQuestion } from '@askwell/contract/questions.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { Parser } from 'htmlparser2'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unescapeHtml } from '../../lib/html-entities.ts'
import { threads } from '../../../test/threads.ts'
import { writeSection } from '../../features/operations/settings/save-section.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

/** Whether it is XML all through: every element closed where it should be, nothing unescaped. */
const xmlOf = (text: string) => {
  const open: string[] = []
  const seen: { name: string; attribs: Record<string, string>; text: string }[] = []
  const faults: string[] = []
  const parser = new Parser(
    {
      onopentagname: (name) => void open.push(name),
      onopentag: (name, attribs) => void seen.push({ name, attribs, text: '' }),
      ontext: (words) => {
        if (/&(?!(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(words)) faults.push(words)
        if (seen.length > 0 && open.at(-1) === seen.at(-1)!.name) seen.at(-1)!.text += words
      },
      onclosetag: (name) => void (open.pop() === name || faults.push(`</${name}>`)),
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(text)
  expect([open, faults, text.startsWith('<?xml')]).toEqual([[], [], true])
  return seen
}

describe.each(engines)('what a public site tells (%s)', (engine) => {
  let w: World
  let [ann, admin]: TestUser[] = []
  let question = ''
  let answer = ''
  const title = 'Is <b>&amp;</b> “quoted” 日本語 here?'
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ;[ann, admin] = [await w.given.member({ name: 'ann', rank: 500 }), await w.given.admin()]
    const t = threads(w)
    question = await t.ask(ann, title)
    answer = await t.answer(admin, question, 'See [this](/questions/1) and `code`.')
    await t.accept(ann, question, answer)
    await t.ask(ann, 'A second question of hers?')
    await w.settle()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const get = (url: string, headers: Record<string, string> = {}) => w.server.inject({ url, headers })
  /** A new site has some questions of its own. */
  const listed = async () =>
    xmlOf((await get('/sitemaps/questions-1.xml')).body).filter(({ name }) => name === 'loc').length
  const FEEDS = () => ['questions', `questions/${question}`, 'tags/support', 'users/ann']

  test('feeds in three formats, each valid, and asked for again at no cost', async () => {
    const entryCounts: Record<string, number> = {
      questions: await listed(),
      [`questions/${question}`]: 2,
      'tags/support': await listed(),
      'users/ann': 2,
    }
    for (const name of FEEDS()) {
      const atom = await get(`/feeds/${name}.atom`)
      expect([name, atom.statusCode, atom.headers['content-type']]).toEqual([
        name,
        200,
        'application/atom+xml; charset=utf-8',
      ])
      const entries = xmlOf(atom.body)
      expect(entries[0]!.attribs.xmlns).toBe('http://www.w3.org/2005/Atom')
      expect(entries.filter((one) => one.name === 'entry')).toHaveLength(entryCounts[name]!)
      const rss = await get(`/feeds/${name}.rss`)
      expect(xmlOf(rss.body)[0]!.name).toBe('rss')
      const json = (await get(`/feeds/${name}.json`)).json<{ version: string; items: { url: string; id: string }[] }>()
      expect(json.version).toBe('https://jsonfeed.org/version/1.1')
      for (const { url, id } of json.items) {
        expect(url).toMatch(/^http:\/\/world\.example\/questions\/\d{17}/)
        expect((await get(new URL(id).pathname)).statusCode).toBeLessThan(400)
      }
      const again = await get(`/feeds/${name}.atom`, { 'if-none-match': String(atom.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const whole = await get(`/feeds/questions/${question}.json`)
    expect(whole.json<{ items: { content_html: string }[] }>().items[0]!.content_html).toContain(
      'href="http://world.example/questions/1"',
    )
    const found = await get('/feeds/search.atom?q=second')
    expect(xmlOf(found.body).filter(({ name }) => name === 'entry')).toHaveLength(1)
    expect(found.headers['cache-control']).toBe('no-store')
  })

  test('titles and texts reach feed readers letter for letter, and whoever asked is the author', async () => {
    const odd = 'Does ]]> or ]]> end <script>alert(1)</script> & &amp;?'
    const content = 'Between `a ]]> b` and `List<String>`, &lt;b&gt; wins.'
    const { id } = await w.as(admin!).call(askQuestion, {
      body: {
        title: odd,
        content,
        tags: [{ slug_name: 'generic-list', display_name: 'List<T> "x" & y', original_text: 'Lists of <T>.' }],
      },
    })
    await threads(w).answer(ann!, id)
    const { display_name } = await w.as(ann!).call(profile, { query: { username: admin!.username } })
    const text = 'Between a ]]> b and List<String>, <b> wins.'
    for (const path of ['questions', 'tags/generic-list']) {
      const atom = xmlOf((await get(`/feeds/${path}.atom`)).body)
      const entry = atom.slice(atom.findIndex(({ name }) => name === 'entry'))
      const first = (name: string) => entry.find((one) => one.name === name)!
      expect([first('title').attribs.type, unescapeHtml(first('title').text)]).toEqual([undefined, odd])
      expect([first('summary').attribs.type, unescapeHtml(first('summary').text)]).toEqual([undefined, text])
      expect(unescapeHtml(first('category').attribs.label!)).toBe('List<T> "x" & y')
      expect(first('name').text).toBe(display_name)
      const rss = xmlOf((await get(`/feeds/${path}.rss`)).body)
      const item = rss.slice(rss.findIndex(({ name }) => name === 'item'))
      const said = (name: string) => unescapeHtml(item.find((one) => one.name === name)!.text)
      expect([said('title'), said('dc:creator')]).toEqual([odd, display_name])
      expect(unescapeHtml(said('description'))).toBe(text) // it is HTML
      const { items } = (await get(`/feeds/${path}.json`)).json<{ items: object[] }>()
      expect(items[0]).toMatchObject({ title: odd, content_text: text, authors: [{ name: display_name }] })
      expect(items[0]).not.toHaveProperty('content_html')
    }
    const thread = xmlOf((await get(`/feeds/questions/${id}.atom`)).body)
    const whole = thread.findLast(({ name }) => name === 'content')!
    expect([whole.attribs.type, unescapeHtml(whole.text)]).toEqual(['html', expect.stringContaining('a ]]&gt; b')])
  })

  test('a question with many answers: its feed has the newest, its Markdown leads on to the last page and no further', async () => {
    const t = threads(w)
    const long = await t.ask(ann!, 'Which of these many answers is the newest one?')
    const answers: string[] = []
    for (let n = 0; n < 25; n++) {
      answers.push(await t.answer(await w.given.member(), long))
      w.clock.advance(60)
    }
    const { items } = (await get(`/feeds/questions/${long}.json`)).json<{ items: { id: string }[] }>()
    expect(items[0]!.id).toBe(`http://world.example/questions/${long}/${answers.at(-1)}`)
    const first = await get(`/questions/${long}.md`)
    expect(first.body).toContain(`/questions/${long}.md?page=2`)
    const second = await get(`/questions/${long}.md?page=2`)
    expect([second.statusCode, second.body.includes('?page=3')]).toEqual([200, false])
  })

  test('what can’t be had is said in the language of the site', async () => {
    const url = '/feeds/users/nobody-of-that-name.atom'
    const speak = (language: string) => w.app.transaction((tx) => writeSection(tx, 1, 'interface', { language }))
    const english = (await get(url)).body
    await speak('de_DE')
    const german = (await get(url)).body
    await speak('en_US')
    expect([english, german]).toEqual(['There is no such member.', 'Dieses Mitglied gibt es nicht.'])
  })

  test('a feed is new as soon as something is', async () => {
    const before = (await get('/feeds/questions.json')).json<{ items: unknown[] }>().items.length
    await threads(w).ask(ann!, 'And what comes third?')
    expect((await get('/feeds/questions.json')).json<{ items: unknown[] }>().items).toHaveLength(before + 1)
  })

  test.each([
    '/feeds/questions',
    '/feeds/questions.xml',
    '/feeds/x.atom',
    '/feeds/tags/a/b.atom',
    '/feeds/constructor.atom',
    '/sitemaps/x.xml',
    '/sitemaps/questions-0.xml',
    '/sitemaps/questions-9.xml',
    '/oembed',
    '/oembed?url=https://elsewhere.example/questions/10010000000000001',
    '/questions/1.md',
    '/previews/x.png',
    '/embed/questions/x',
  ])('there is nothing at %s', async (url) => expect((await get(url)).statusCode).toBe(404))

  test('what old sites have at /feeds leads to the newest questions', async () => {
    for (const url of ['/feeds', '/feeds/']) {
      const { statusCode, headers } = await get(url)
      expect([url, statusCode, headers.location]).toEqual([url, 301, '/feeds/questions.atom'])
    }
  })

  test('a sitemap with every listed question and every tag in use, and robots.txt names it', async () => {
    const index = xmlOf((await get('/sitemap.xml')).body)
    const parts = index.filter(({ name }) => name === 'loc').map(({ text }) => text)
    expect(parts).toEqual(['http://world.example/sitemaps/tags.xml', 'http://world.example/sitemaps/questions-1.xml'])
    const part = await get('/sitemaps/questions-1.xml')
    const locations = xmlOf(part.body)
      .filter(({ name }) => name === 'loc')
      .map(({ text }) => text)
    expect(locations.filter((one) => one.includes(question))).toHaveLength(1)
    expect(xmlOf(part.body).find(({ name }) => name === 'lastmod')!.text).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await get('/sitemaps/questions-1.xml', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    )
    expect(
      xmlOf((await get('/sitemaps/tags.xml')).body)
        .filter(({ name }) => name === 'loc')
        .map(({ text }) => text),
    ).toContain('http://world.example/tags/support')
    expect((await get('/robots.txt')).body).toContain('\nSitemap: http://world.example/sitemap.xml\n')
  })

  test('a question as its authors wrote it', async () => {
    const { headers, body } = await get(`/questions/${question}.md`)
    expect([headers['content-type'], headers['x-robots-tag']]).toEqual(['text/markdown; charset=utf-8', 'noindex'])
    expect(body).toContain(`# ${title}`)
    expect(body).toContain('## Accepted answer')
    expect(body).toContain('See [this](/questions/1) and `code`.')
    const { body: llms } = await get('/llms.txt')
    expect(llms).toContain(`(http://world.example/questions/${question}.md)`)
  })

  test('a page for search engines and for those it is shared with', async () => {
    const page = (await get(`/questions/${question}`)).body
    const tags: { name: string; attribs: Record<string, string> }[] = []
    let script = ''
    let inData = false
    const parser = new Parser({
      onopentag: (name, attribs) => {
        tags.push({ name, attribs })
        inData = attribs.type === 'application/ld+json'
      },
      ontext: (text) => {
        if (inData) script += text
      },
      onclosetag: () => {
        inData = false
      },
    })
    parser.end(page)
    const property = (name: string) => tags.find(({ attribs }) => attribs.property === name)?.attribs.content
    expect(property('og:title')).toBe(title)
    expect(property('og:url')).toBe(`http://world.example/questions/${question}`)
    const graph = (JSON.parse(script) as { '@graph': Record<string, unknown>[] })['@graph']
    expect(graph.map((one) => one['@type'])).toEqual(['QAPage', 'BreadcrumbList'])
    expect(graph[0]!.mainEntity).toMatchObject({
      '@type': 'Question',
      name: title,
      answerCount: 1,
      acceptedAnswer: { '@type': 'Answer', url: expect.stringContaining(answer), author: { '@type': 'Person' } },
    })
    const alternates = tags.filter(({ attribs }) => attribs.rel === 'alternate').map(({ attribs }) => attribs.href!)
    expect(alternates).toHaveLength(3)
    for (const href of [...alternates, property('og:image')!])
      expect([href, (await get(href.replace('http://world.example', ''))).statusCode]).toEqual([href, 200])
    const users = (await get('/users/ann')).body
    expect(users).toContain('"@type":"ProfilePage"')
    expect((await get('/')).body).toContain('"@type":"WebSite"')
    expect((await get('/tags/support')).body).toContain('/feeds/tags/support.atom')
  })

  test('a picture of a question', async () => {
    const { rawPayload, headers } = await get(`/previews/${question}.png`)
    const { width, height, format } = await sharp(rawPayload).metadata()
    expect([width, height, format, headers['content-type']]).toEqual([1200, 630, 'png', 'image/png'])
    const { channels } = await sharp(rawPayload).stats()
    expect(channels[0]!.stdev).toBeGreaterThan(5) // something is drawn
  })

  test('a card for other sites, the one page that may stand in theirs', async () => {
    const url = `http://world.example/questions/${question}/any-title`
    const ask = (more: string) => get(`/oembed?url=${encodeURIComponent(url)}${more}`)
    const found = (await ask('')).json<Record<string, string | number>>()
    expect(found).toMatchObject({ version: '1.0', type: 'rich', title, width: 600, height: 180, thumbnail_width: 1200 })
    const small = (await ask('&format=json&maxwidth=120&maxheight=90.5')).json<Record<string, string | number>>()
    expect(small).toMatchObject({ width: 120, height: 90, html: expect.stringContaining('width="120" height="90"') })
    expect(Object.keys(found).filter((name) => !(name in small))).toEqual([
      'thumbnail_url',
      'thumbnail_width',
      'thumbnail_height',
    ])
    expect((await ask('&maxwidth=none&maxheight=-1')).json()).toEqual(found)
    expect((await ask('&format=xml')).statusCode).toBe(501)
    const card = await get(`/embed/questions/${question}`)
    expect(card.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(card.headers['content-security-policy']).toContain("default-src 'none'")
    expect(card.body).toContain('Is &lt;b&gt;&amp;amp;&lt;/b&gt; “quoted”')
    expect(card.body).not.toContain('<script')
  })

  test('a browser finds the search', async () => {
    const { body } = await get('/opensearch.xml')
    expect(xmlOf(body).find(({ attribs }) => attribs.type === 'text/html')!.attribs.template).toBe(
      'http://world.example/search?q={searchTerms}',
    )
    expect((await get('/')).body).toContain('href="/opensearch.xml"')
  })

  test('a part of the sitemap is made once in ten minutes, however often it is asked for', async () => {
    const before = await listed()
    await threads(w).ask(ann!, 'One that comes a little later?')
    expect(await listed()).toBe(before)
    w.clock.advance(601)
    expect(await listed()).toBeGreaterThan(before)
  })

  test('a part of the sitemap that can’t be read is a failure of that request, and no more', async () => {
    await w.app.transaction(({ db }) => sql`alter table tags rename to lost_tags`.execute(db))
    w.clock.advance(601)
    const failed = await get('/sitemaps/tags.xml')
    await w.app.transaction(({ db }) => sql`alter table lost_tags rename to tags`.execute(db))
    expect([failed.statusCode, w.faults.splice(0).length]).toEqual([500, 1])
    expect((await get('/sitemaps/tags.xml')).statusCode).toBe(200)
  })

  test('what is unlisted stands in no list, and what is deleted nowhere', async () => {
    const [unlisted, deleted] = [
      await threads(w).ask(ann!, 'An unlisted one?'),
      await threads(w).ask(ann!, 'A deleted one?'),
    ]
    await get(`/questions/${deleted}.md`)
    w.clock.advance(601)
    const before = (await get('/sitemaps/questions-1.xml')).body
    for (const id of [unlisted, deleted]) expect(before).toContain(id)
    await w.as(admin!).call(operateQuestion, { body: { id: unlisted, operation: 'hide' } })
    await w.as(ann!).call(deleteQuestion, { body: { id: deleted } })
    const lists = await Promise.all(
      [
        '/feeds/questions.atom',
        '/feeds/tags/support.atom',
        '/feeds/users/ann.atom',
        '/sitemaps/questions-1.xml',
        '/llms.txt',
        '/feeds/search.atom?q=one',
      ].map(async (url) => (await get(url)).body),
    )
    for (const list of lists) for (const id of [unlisted, deleted]) expect(list).not.toContain(id)
    for (const url of [
      `/questions/${deleted}.md`,
      `/previews/${deleted}.png`,
      `/embed/questions/${deleted}`,
      `/feeds/questions/${deleted}.atom`,
      `/oembed?url=http://world.example/questions/${deleted}`,
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 410]) // as its page
    expect((await get(`/questions/${unlisted}.md`)).statusCode).toBe(200)
  })

  test('a private site tells nothing, not even to its members', async () => {
    await w.as(admin!).call(saveLoginSettings, {
      body: {
        allow_new_registrations: true,
        allow_email_registrations: true,
        allow_password_login: true,
        login_required: true,
        allow_email_domains: [],
      },
    })
    for (const url of [
      ...FEEDS().map((name) => `/feeds/${name}.atom`),
      '/sitemap.xml',
      '/sitemaps/questions-1.xml',
      `/questions/${question}.md`,
      `/previews/${question}.png`,
      `/embed/questions/${question}`,
      '/llms.txt',
      '/opensearch.xml',
      `/oembed?url=http://world.example/questions/${question}`,
    ])
      for (const headers of [{}, { cookie: `askwell_session=${ann!.token}` }] as Record<string, string>[])
        expect([url, (await get(url, headers)).statusCode]).toEqual([url, 404])
    expect((await get(`/questions/${question}`, { cookie: `askwell_session=${ann!.token}` })).body).not.toContain(
      'og:title',
    )
    expect((await get('/robots.txt')).body).not.toContain('Sitemap')
  })
})
