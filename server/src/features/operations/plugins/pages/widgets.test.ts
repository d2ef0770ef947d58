import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { setQuestionStatus } from '@askwell/contract/content-administration.ts'
import { pluginWidgets, type WidgetPlace } from '@askwell/contract/plugin-pages.ts'
import { savePluginConfig, uploadPlugin } from '@askwell/contract/plugins.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { ask } from '../../../../../test/matrix/cast.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

const PATIENT = { timeout: 20_000 }
const SITEMAP = `<?xml version="1.0"?><urlset>
<url><loc>https://docs.example.org/guides/sourdough-starter/</loc></url>
<url><loc>https://docs.example.org/guides/oven-stone/</loc></url>
<url><loc>https://docs.example.org/guides/starter-kit?a=1&amp;b=2</loc></url></urlset>`

describe.each(engines)('widgets of plugins (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser
  let member: TestUser
  /** Answers of the service that plugins ask, once a test lets them go. */
  const held: ServerResponse[] = []
  const service = createServer((request, response) => {
    if (request.url === '/sitemap.xml') response.end(SITEMAP)
    else held.push(response)
  })
  beforeAll(async () => {
    await new Promise<void>((listening) => void service.listen(0, '127.0.0.1', listening))
    w = await world(engine, { pages: true })
    t = threads(w)
    ;[admin, member] = [await w.given.admin(), await w.given.member({ rank: 500 })]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    service.closeAllConnections()
    service.close()
  })
  const address = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const turn = (plugin_slug_name: string, enabled: boolean) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const pageOf = async (url: string, person?: TestUser) =>
    (await w.server.inject({ url, headers: person ? { cookie: `askwell_session=${person.token}` } : {} })).body
  /** What stands in the page, without the data that its scripts get. */
  const shownIn = async (url: string, person?: TestUser) =>
    (await pageOf(url, person)).replaceAll(/<script[\s>].*?<\/script>/gs, '')
  const setUp = (plugin_slug_name: string, config_fields: Record<string, string | boolean>) =>
    w.as(admin).call(savePluginConfig, { body: { plugin_slug_name, config_fields } })

  let version = 0
  /** A plugin called `mine`, in the place of the one before. */
  const install = async (code: string, askwell: Record<string, unknown> = {}) => {
    const manifest = { kinds: ['widget'], languages: undefined, places: ['home'], ...askwell }
    const known = await pluginCalled(w, admin, 'mine')
    const bytes = await pluginArchive({ slug_name: 'mine', version: `1.0.${version++}`, code, askwell: manifest })
    const reply = await sendPackage(w, admin, bytes, known && 'mine')
    expect(reply).toMatchObject({ status: 200 })
    return turn('mine', true)
  }
  const widgetsOf = (place: WidgetPlace, object_ids: string[] = [], as = w.nobody) =>
    as.call(pluginWidgets, { query: { place, object_ids: object_ids.join() } })

  /** A process that has just begun answers later than a page waits. */
  const ready = async (place: WidgetPlace, object_ids: string[] = [], as = w.nobody) => {
    await expect.poll(() => widgetsOf(place, object_ids, as), PATIENT).not.toEqual([])
  }

  test('related documentation: pages whose words a question has stand beside it, on the page as it comes', async () => {
    await setUp('related_docs', { index: `${address()}/sitemap.xml`, private_network: true })
    const powers = await turn('related_docs', true)
    expect(powers.map(({ power, words }) => [power, words])).toEqual([
      ['net:{index}', expect.stringContaining('Address of the list of pages')],
      ['place:question', expect.stringContaining('beside questions')],
    ])
    const id = await t.ask(member, 'My sourdough starters smell of acetone')
    const links = [{ title: 'Sourdough starter', to: 'https://docs.example.org/guides/sourdough-starter/' }]
    await expect
      .poll(() => widgetsOf('question', [id]), PATIENT)
      .toEqual([
        { slug_name: 'related_docs', object_id: id, title: 'In the documentation', parts: [{ part: 'links', links }] },
      ])
    expect(await shownIn(`/questions/${id}`)).toMatch(
      /<h2[^>]*>In the documentation<\/h2>.*<a href="https:\/\/docs\.example\.org\/guides\/sourdough-starter\/"[^>]*>Sourdough starter<\/a>/,
    )
    expect(await widgetsOf('question', [await t.ask(member, 'Why does my cat sleep all day')])).toEqual([])
    await turn('related_docs', false)
    expect(await shownIn(`/questions/${id}`)).not.toContain('In the documentation')
  })

  const ECHO = `export default { widget: (asked) => ({ title: 'Echo of ' + asked.place, parts: [{ part: 'text', text: JSON.stringify(asked) }] }) }`
  const ALL = { places: ['home', 'question', 'post', 'dashboard'] }

  test('each place gets its own, in the language of the reader; the dashboard is for admins', async () => {
    await install(ECHO, ALL)
    const id = await t.ask(member, 'Where do widgets stand on a page')
    const answer_id = await t.answer(admin, id)
    await ready('home')
    await ready('question', [id])
    await ready('post', [id])
    await ready('dashboard', [], w.as(admin))
    expect(await shownIn('/')).toContain('Echo of home')
    expect(await shownIn('/questions')).toContain('Echo of home')
    await ready('post', [answer_id])
    const page = await shownIn(`/questions/${id}`)
    expect(page.match(/>Echo of (question|post)/g)).toEqual(['>Echo of post', '>Echo of post', '>Echo of question'])
    expect(await shownIn('/admin', admin)).toContain('Echo of dashboard')
    expect(await widgetsOf('dashboard')).toEqual([])
    expect(await widgetsOf('dashboard', [], w.as(member))).toEqual([])
    const asked = async (object_id: string) =>
      JSON.parse((await widgetsOf('post', [object_id]))[0]!.parts.map((part) => 'text' in part && part.text).join())
    expect(await asked(answer_id)).toEqual({
      place: 'post',
      language: 'en_US',
      post: {
        object_type: 'answer',
        object_id: answer_id,
        title: 'Where do widgets stand on a page',
        tags: ['support'],
      },
    })
    const german = { url: pathOf(pluginWidgets) + '?place=home', headers: { 'accept-language': 'de_DE' } }
    await expect.poll(async () => (await w.server.inject(german)).body, PATIENT).toContain('de_DE')
    expect(await widgetsOf('question', [answer_id])).toEqual([])
  })

  test('the text of a post goes only to a plugin that may read posts', async () => {
    await install(ECHO, { places: ['post'], permissions: ['read:posts'] })
    const id = await t.ask(member, 'Who may read this text of mine')
    await ready('post', [id])
    expect(JSON.stringify(await widgetsOf('post', [id]))).toMatch(/\\"text\\":/)
  })

  test('a post that not everybody may see has no widget, not even for those who see it', async () => {
    await install(ECHO, ALL)
    const id = await t.ask(member, 'What becomes of a deleted question')
    await ready('post', [id])
    await w.as(admin).call(setQuestionStatus, { body: { question_id: id, status: 'deleted' } })
    expect(await widgetsOf('post', [id], w.as(admin))).toEqual([])
    const page = await shownIn(`/questions/${id}`, admin)
    expect(page).toContain('What becomes of a deleted question')
    expect(page).not.toContain('Echo of')
  })

  test('too many posts at once are refused', async () => {
    await expect(
      widgetsOf(
        'post',
        Array.from({ length: 51 }, (_, n) => `1001000000000000${n}`),
      ),
    ).rejects.toMatchObject({
      status: 400,
      fields: ['object_ids'],
    })
  })

  test('a page doesn’t wait for a slow plugin: it comes without, and has what it said afterwards', async () => {
    const code = `export default { widget: async (_, kit) => ({ title: await (await kit.fetch(kit.config.at)).text(), parts: [{ part: 'text', text: 'x' }] }) }`
    const askwell = { config: [{ name: 'at', kind: 'address' }], permissions: ['net:{at}'] }
    await install(code, askwell)
    await setUp('mine', { at: `${address()}/slow`, private_network: true })
    expect(await widgetsOf('home')).toEqual([])
    expect(await pageOf('/')).toContain('</html>')
    await expect.poll(() => held.length, PATIENT).toBe(1)
    held.pop()!.end('At last')
    await expect.poll(() => widgetsOf('home'), PATIENT).toMatchObject([{ title: 'At last' }])
  })

  const part = (text: string) => `({ title: 'T', parts: [${text}] })`
  test('what is written as markup is shown as it is written', async () => {
    await install(
      `export default { widget: () => ${part("{ part: 'heading', text: '<img src=x onerror=alert(1)>' }, { part: 'links', links: [{ title: '<b>b</b>', to: '/tags' }] }")} }`,
    )
    await ready('home')
    const page = await shownIn('/')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;</h3>')
    expect(page).toContain('<a dir="auto" href="/tags" data-page="">&lt;b&gt;b&lt;/b&gt;</a>')
  })
  test.each([
    ['a script as an address', part("{ part: 'links', links: [{ title: 'T', to: 'javascript:alert(1)' }] }")],
    ['an address without its scheme', part("{ part: 'links', links: [{ title: 'T', to: '//evil.example/' }] }")],
    ['one that browsers read so', part("{ part: 'links', links: [{ title: 'T', to: '/\\\\\\\\evil.example/' }] }")],
    ['one with a line break in it', part("{ part: 'links', links: [{ title: 'T', to: '/\\\\n/evil.example/' }] }")],
    ['HTML of its own', part("{ part: 'html', html: '<b>b</b>' }")],
    ['no parts', '({ title: "T", parts: [] })'],
    ['a heading that is no text', part("{ part: 'heading', text: {} }")],
    ['more than a place has room for', part("...Array.from({ length: 21 }, () => ({ part: 'text', text: 'x' }))")],
    [
      'more characters than a page should carry',
      part("...Array.from({ length: 20 }, () => ({ part: 'text', text: 'x'.repeat(1900) }))"),
    ],
    ['that it holds for ever', "({ title: 'T', parts: [{ part: 'text', text: 'x' }], seconds: 1e9 })"],
    ['an error', '{ throw new Error("no") }'],
    ['nothing', 'null'],
  ])('a plugin that answers %s shows nothing, and the page is there', async (_, answer) => {
    const wrong = `(() => ${answer})()`
    const right = part("{ part: 'text', text: 'x' }")
    await install(`export default { widget: ({ place }) => place === 'home' ? ${wrong} : ${right} }`, ALL)
    await widgetsOf('home')
    await ready('dashboard', [], w.as(admin)) // by then it has answered what it was asked before
    expect(await widgetsOf('home')).toEqual([])
    expect(await pageOf('/')).toContain('</html>')
  })

  test.each([
    [{ places: [] }, 'askwell.places has to say'],
    [{ places: ['header'] }, 'is no place: there are home, question, post, dashboard'],
  ])('a manifest with %j is refused', async (wrong, why) => {
    const manifest = { kinds: ['widget'], languages: undefined, ...wrong }
    const bytes = await pluginArchive({ slug_name: 'wrong', askwell: manifest })
    const reply = await ask(
      w,
      uploadPlugin,
      { body: {}, file: { name: 'a.tgz', bytes } },
      { token: admin.token, ip: '198.51.100.7' },
    )
    expect(JSON.stringify(reply)).toContain(why)
  })
})
