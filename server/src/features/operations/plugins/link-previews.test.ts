import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pluginConfig, renderPluginTexts, savePluginConfig } from '@askwell/contract/plugins.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { askQuestion, editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnPlugin } from '../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { HOUR } from '../../../lib/clock.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void
const html =
  (content: string | Buffer, type = 'text/html; charset=utf-8', headers = {}): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(content)
const to =
  (location: string, status = 302): Answer =>
  (response) =>
    void response.writeHead(status, { location }).end()

/** Goes on until nobody reads any more. */
const endless =
  (first: string, next: string, everyMs = 0): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(first)
    const more = () => {
      if (response.destroyed) return
      if (response.write(next)) setTimeout(more, everyMs)
      else response.once('drain', more)
    }
    more()
  }

const PAGES: Record<string, Answer> = {
  '/ovens': html(
    `<!doctype html><title>Ovens</title><meta name="description" content="Everything about ovens: how hot they are,
     and why."><meta property="og:image" content="https://pictures.example/oven.png"><body><img src=/oven.png>`,
  ),
  '/old': to('/older', 301),
  '/older': to('ovens', 308),
  '/latin': html(Buffer.from('<title>Caf\u00E9</title>', 'latin1'), 'text/html; charset=iso-8859-1'),
  '/script': html('<title><script>alert(1)</script> &lt;img src=x onerror=alert(1)&gt;</title>'),
  '/bidi': html('<title>Photo \u202Egpj.exe\u0000\u0007</title>'),
  '/wrong-charset': html(Buffer.from('<title>na\u00EFve</title>', 'latin1')),
  '/no-charset': html('<title>Brötchen</title>', 'text/html; charset=klingon'),
  '/long': html(`<title>${'Long words '.repeat(400)}</title><meta name=description content="${'x'.repeat(90_000)}">`),
  '/signs': html(`<title>${'a&'.repeat(2_500_000)}</title>`),
  '/signs-below': html(`<title>Signs</title><body>${'a&'.repeat(2_500_000)}`),
  '/hundred-megabytes': endless('<title>Large</title>', 'x'.repeat(65_536)),
  '/late-title': html(`${' '.repeat(600_000)}<title>Late</title>`),
  '/missing': (response) =>
    void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>'),
  '/error': (response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<title>Error</title>'),
  '/untitled': html('<h1>Hello</h1>'),
  '/data': html('{"title": "Data"}', 'application/json'),
  '/picture': html('<svg xmlns="http://www.w3.org/2000/svg"><title>Picture</title></svg>', 'image/svg+xml'),
  '/compressed': html(gzipSync('<title>Compressed</title>'), 'text/html', { 'content-encoding': 'gzip' }),
  '/cut-off': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 }).write('<title>Cut')
    setTimeout(() => response.destroy(), 20)
  },
  '/round': to('/round'),
  '/metadata': to('http://169.254.169.254/latest/meta-data/'),
  '/script-address': to('javascript:alert(1)'),
  '/nowhere': to('http://'),
  '/drips': endless('<title>Drips</title>', ' ', 100),
  '/slow': (response) => void setTimeout(() => html('<title>Slow</title>')(response, response.req), 4500),
}

const listen = (server: Server) =>
  new Promise<string>((listening) => {
    server.listen(0, '127.0.0.1', () => listening(`127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

describe.each(engines)('link previews (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  let member: TestUser
  let host: string
  let unnamed: string
  let asked: IncomingMessage[] = []
  let strangersAsked = 0
  const service = createServer((request, response) => {
    asked.push(request)
    if (request.url === '/elsewhere') to(`http://${unnamed}/ovens`)(response, request)
    else PAGES[request.url!]!(response, request)
  })
  const stranger = createServer((_, response) => {
    strangersAsked++
    response.setHeader('content-type', 'text/html').end('<title>Stranger</title>')
  })
  beforeAll(async () => {
    ;[host, unnamed] = [await listen(service), await listen(stranger)]
    w = await world(engine, { pages: true })
    ;[admin, member] = [await w.given.admin(), await w.given.member({ rank: 500 })]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    for (const server of [service, stranger]) {
      server.closeAllConnections()
      server.close()
    }
  })
  const setUp = (config_fields: Record<string, string | boolean>) =>
    w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'link_previews', config_fields } })
  const render = (content: string) => w.as(member).call(renderPost, { body: { content } })
  const shown = async (path: string) => (await render(`http://${host}${path}`)).replaceAll(/ data-site="[^"]*"/g, '')
  const card = (path: string, title: string, text = '') =>
    `<div class="embed"><p class="embed-title"><a href="http://${host}${path}" rel="nofollow ugc noopener">${title}</a></p>${text && `<p class="embed-text">${text}</p>`}</div>`

  test('the admin names the hosts, and reads what the plugin may do with them', async () => {
    for (const hosts of ['https://docs.example.org', '*.example.org', 'docs.example.org/guides'])
      await expect(setUp({ hosts })).rejects.toMatchObject({ fields: ['hosts'] })
    await setUp({ hosts: `docs.example.org, ${host}`, private_network: true })
    const powers = await turnPlugin(w, admin, 'link_previews', true)
    expect(powers.map(({ power, words }) => [power, words])).toEqual([
      ['embed:{hosts}', expect.stringContaining('the hosts in its setting “Hosts”')],
      ['net:{hosts}', expect.stringContaining('the hosts in its setting “Hosts”')],
      ['storage', expect.anything()],
    ])
    const { config_fields } = await w.as(admin).call(pluginConfig, { query: { plugin_slug_name: 'link_previews' } })
    expect(config_fields!.map(({ name }) => name)).toEqual(['hosts', 'private_network'])
  })

  const OVENS = () => card('/ovens', 'Ovens', 'Everything about ovens: how hot they are, and why.')
  test('an address alone in a paragraph becomes a card of text, kept with the post; nothing of it comes from there', async () => {
    const question = { title: 'Which oven do you bake in?', tags: [{ slug_name: 'support' }] }
    const content = `Look:\n\nhttp://${host}/ovens\n\nTell me.`
    const { id } = await w.as(member).call(askQuestion, { body: { ...question, content } })
    const info = await w.nobody.call(questionInfo, { query: { id } })
    expect(info.html.replace(' data-site="127.0.0.1"', '')).toContain(OVENS())
    expect(info.html).toContain(' data-site="127.0.0.1"') // a browser shows it beside the title
    const page = await w.server.inject({ url: `/questions/${id}` })
    expect(page.body).not.toMatch(/oven\.png|<iframe/)
    expect(String(page.headers['content-security-policy'])).not.toContain('127.0.0.1')
    await w.as(member).call(editQuestion, { body: { ...question, id, content: `${content} Soon.` } })
    expect((await w.nobody.call(questionInfo, { query: { id } })).html).toContain('embed-title')
    expect(asked.map(({ method, url }) => [method, url])).toEqual([['GET', '/ovens']])
    expect(asked[0]!.headers).toMatchObject({ 'user-agent': 'Askwell', 'accept-language': 'en-US' })
    expect(asked[0]!.headers).not.toHaveProperty('cookie')
  })

  test.each([
    ['that has moved within the hosts', '/old', 'Ovens'],
    ['in Latin letters', '/latin', 'Café'],
    [
      'with a script in its title',
      '/script',
      '&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt;',
    ],
    ['with a title that turns round what stands beside it', '/bidi', 'Photo gpj.exe'],
    ['of another charset than it says', '/wrong-charset', 'na\uFFFDve'],
    ['of a charset that there isn’t', '/no-charset', 'Brötchen'],
    ['with 5 MB of signs below its head', '/signs-below', 'Signs'],
    ['of 100 MB', '/hundred-megabytes', 'Large'],
  ])('a page %s has a card', async (_, path, title) => {
    const drawn = await shown(path)
    expect(drawn).toContain(card(path, title).replace('</div>', ''))
    expect(drawn).not.toMatch(/<(?:script|img)/)
  })

  test('what is long is cut', async () => {
    const long = await shown('/long')
    expect(long).toMatch(/>(?:Long words )+Long(?: words)?…<\/a>/)
    expect(long).toContain(`>${'x'.repeat(239)}…</p>`)
    expect(long.length).toBeLessThan(700)
  })

  test.each([
    ['whose title comes after half a megabyte', '/late-title'],
    ['whose title is 5 MB of signs', '/signs'],
    ['that isn’t there', '/missing'],
    ['with an error', '/error'],
    ['without a title', '/untitled'],
    ['that is data', '/data'],
    ['that is a picture', '/picture'],
    ['that comes compressed though nobody wanted that', '/compressed'],
    ['that breaks off', '/cut-off'],
    ['that leads round in a circle', '/round'],
    ['that leads to a host nobody named', '/elsewhere'],
    ['that leads to where clouds keep their secrets', '/metadata'],
    ['that leads to a script', '/script-address'],
    ['that leads nowhere', '/nowhere'],
    ['that never ends', '/drips'],
  ])('a page %s stays a link, and isn’t asked again at once', async (_, path) => {
    asked = []
    expect(await shown(path)).toMatch(/^<p><a href/)
    const once = asked.length
    expect(await shown(path)).toMatch(/^<p><a href/)
    expect(asked).toHaveLength(once)
  })

  test('hosts that nobody has named are never asked, nor another port of one that is', async () => {
    asked = []
    for (const address of [`http://${unnamed}/ovens`, `https://${host}/ovens`, 'http://127.0.0.1/ovens'])
      expect(await render(address)).toMatch(/^<p><a href/)
    expect([asked.length, strangersAsked]).toEqual([0, 0])
  })

  test('a page that takes long is a link at first, and a card once it has been read', async () => {
    const { id } = await w.as(member).call(askQuestion, {
      body: { title: 'Who takes so long?', content: `http://${host}/slow`, tags: [{ slug_name: 'support' }] },
    })
    const info = async () => (await w.nobody.call(questionInfo, { query: { id } })).html
    expect(await info()).not.toContain('embed')
    await expect.poll(() => shown('/slow')).toContain('embed')
    w.clock.advance(HOUR)
    await w.settle()
    expect((await info()).replace(' data-site="127.0.0.1"', '')).toContain(card('/slow', 'Slow'))
  })

  test('what is in a private network is asked only where the admin says so', async () => {
    await setUp({ private_network: false })
    asked = []
    expect(await shown('/ovens')).toMatch(/^<p><a href/)
    expect(asked).toEqual([])
    await setUp({ private_network: true })
    expect(await shown('/ovens')).toContain(OVENS())
  })

  test('off, it stays a link; what was written before becomes one, and a card again, when an admin asks for it', async () => {
    const question = { title: 'Which oven was that?', tags: [{ slug_name: 'support' }] }
    const { id } = await w
      .as(member)
      .call(askQuestion, { body: { ...question, content: `Look:\n\nhttp://${host}/ovens\n\nTell me.` } })
    const html = async () => (await w.nobody.call(questionInfo, { query: { id } })).html
    const renderAgain = async () => {
      await w.as(admin).call(renderPluginTexts, { body: { plugin_slug_name: 'link_previews' } })
      await w.settle()
    }
    await turnPlugin(w, admin, 'link_previews', false)
    expect(await shown('/ovens')).toMatch(/^<p><a href/)
    await renderAgain()
    expect(await html()).not.toContain('embed-title')
    await turnPlugin(w, admin, 'link_previews', true)
    await renderAgain()
    expect(await html()).toContain('embed-title')
  })
})
