import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { actionRecord, requestPasswordReset } from '@askwell/contract/accounts.ts'
import { channelChoices, saveChannelChoices } from '@askwell/contract/channels.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import {
  deliveries,
  plugins,
  savePluginConfig,
  saveUserPluginConfig,
  setPluginStatus,
  userPlugins,
} from '@askwell/contract/plugins.ts'
import { writeAnswer } from '@askwell/contract/answers.ts'
import { askQuestion, deleteQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { search, searchEngine } from '@askwell/contract/search.ts'
import { decideQueued } from '@askwell/contract/reviews.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clamd } from '../../../../test/clamd.ts'
import { meilisearch, opensearch } from '../../../../test/search-services.ts'
import { threads } from '../../../../test/threads.ts'
import { type TestUser, type World, world } from '../../../../test/world.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Said {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}
interface Request {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
const closing: (() => void)[] = []

/** A service on the loopback that answers as the test says. */
const service = async (answer: (request: Request) => Said) => {
  const got: Request[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const asked = { method: request.method!, path: request.url!, headers: request.headers, body }
      got.push(asked)
      const { status = 200, headers = {}, body: said = '' } = answer(asked)
      response.writeHead(status, headers).end(typeof said === 'string' ? said : JSON.stringify(said))
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  closing.push(() => void server.close())
  return { got, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

let w: World
let t: ReturnType<typeof threads>
let admin: TestUser
beforeAll(async () => {
  w = await world('sqlite')
  t = threads(w)
  admin = await w.given.admin()
})
afterAll(async () => {
  for (const close of closing) close()
  await w.close()
})

const on = new Set<string>()
const turn = async (plugin_slug_name: string, enabled = true) => {
  const found = (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === plugin_slug_name)!
  const agreed = found.powers.map(({ power }) => power)
  await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled, agreed } })
  if (enabled) on.add(plugin_slug_name)
  else on.delete(plugin_slug_name)
}
const setUp = async (plugin_slug_name: string, config_fields: Record<string, string | boolean>) => {
  await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name, config_fields } })
  if (!on.has(plugin_slug_name)) await turn(plugin_slug_name)
}
afterEach(async () => {
  for (const slug_name of on) await turn(slug_name, false)
})

const question = (title: string, content: string, by: TestUser = admin, tag = 'support') =>
  w.as(by).call(askQuestion, { body: { title, content, tags: [{ slug_name: tag }] } })
const waits = (id: string) =>
  w.nobody.call(questionInfo, { query: { id } }).then(
    () => false,
    () => true,
  )

test('a room hears of questions with its tags; one that asks for patience gets it, and no try is lost', async () => {
  let answer: Said = { status: 429, headers: { 'retry-after': '40' } }
  const slack = await service(() => answer)
  await setUp('chat', { webhook: `${slack.address}/services/a/b`, private_network: true, tags: 'sails' })
  await question('Which winds are there today?', 'I would like to know which.')
  await question('Which sails are there today?', 'I would like to know <which>.', admin, 'sails')
  await w.settle()
  expect(slack.got).toHaveLength(1)
  answer = { body: 'ok' }
  w.clock.advance(39)
  await w.settle()
  expect(slack.got).toHaveLength(1)
  const log = () => w.as(admin).call(deliveries, { query: { plugin_slug_name: 'chat', status: '' } })
  expect((await log()).list.map(({ status, answer }) => [status, answer])).toEqual([
    ['failed', 'the service wants to rest for 40 s'],
    ['delivered', 'not for this room'],
  ])
  const job = await w.app.db
    .selectFrom('jobs')
    .select(['attempts', 'run_at'])
    .where('effect', 'like', 'plugin.event_due%')
    .execute()
  expect(job).toEqual([{ attempts: 0, run_at: w.clock.now() + 1 }])
  expect(w.faults).toEqual([])
})

test('members have a chat of their own only where the admin wants it', async () => {
  const slack = await service(() => ({ body: 'ok' }))
  const bo = await w.given.member({ rank: 500 })
  await setUp('chat', { webhook: `${slack.address}/services/a/b`, private_network: true, tells: 'nothing', tags: '' })
  expect((await w.as(bo).call(channelChoices)).plugins).toEqual([])
  expect(await w.as(bo).call(userPlugins)).toEqual([])
  await setUp('chat', { members: true })
  expect(await w.as(bo).call(userPlugins)).toEqual([{ slug_name: 'chat', name: 'Chat' }])
  await w.as(bo).call(saveChannelChoices, { body: { plugins: [{ slug_name: 'chat', events: ['answers'] }] } })
  await w.as(bo).call(saveUserPluginConfig, {
    body: { plugin_slug_name: 'chat', config_fields: { target: `${slack.address}/services/own/hook` } },
  })
  await t.answer(admin, await t.ask(bo, 'Who tells me?'))
  await w.settle()
  expect(slack.got.map(({ path, body }) => [path, (JSON.parse(body) as { text: string }).text])).toEqual([
    ['/services/own/hook', 'admin answered the question: Who tells me?'],
  ])
  await setUp('chat', { members: false })
})

test('Akismet judges with what an admin has agreed to tell, and learns from what moderators decide', async () => {
  const calls = (name: string) =>
    akismet.got
      .filter(({ path }) => path === `/1.1/${name}`)
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body)) as Record<string, string>)
  const trouble: { said?: Said } = {}
  const akismet = await service(({ path, body }) => {
    if (trouble.said) return trouble.said
    const params = new URLSearchParams(body)
    if (params.get('api_key') !== 'k-1' || params.get('blog') !== 'https://world.example')
      return { body: 'invalid', headers: { 'x-akismet-debug-help': 'We were unable to parse your blog URI' } }
    if (path !== '/1.1/comment-check') return { body: 'Thanks for making the web a better place.' }
    const text = params.get('comment_content')!
    return {
      body: String(text.includes('viagra')),
      ...(text.includes('certainly') && { headers: { 'x-akismet-pro-tip': 'discard' } }),
    }
  })
  const config = { server: akismet.address, private_network: true, api_key: 'k-1', site: 'https://world.example' }
  await setUp('akismet', { ...config, teach: 'both' })
  const eve = await w.given.member({ name: 'eve' })
  const good = await question('How do I sail upwind?', 'I only ever drift down.', eve)
  expect(await waits(good.id)).toBe(false)
  expect(calls('comment-check')).toEqual([
    expect.objectContaining({
      comment_type: 'forum-post',
      comment_author: 'eve',
      comment_content: 'How do I sail upwind?\n\nI only ever drift down.',
      blog_lang: 'en',
      user_ip: expect.stringMatching(/^[\d.]+$/) as string,
    }),
  ])
  expect(calls('comment-check')[0]).not.toHaveProperty('comment_author_email')
  const held = await question('Is viagra a kind of sail?', 'Honest question: is it?', eve)
  expect(await waits(held.id)).toBe(true)
  await w.as(admin).call(decideQueued, { body: { object_id: held.id, status: 'approve' } })
  await w.settle()
  expect(calls('submit-ham').map(({ comment_content }) => comment_content)).toEqual([
    'Is viagra a kind of sail?\n\nHonest question: is it?',
  ])
  await w.as(admin).call(deleteQuestion, { body: { id: good.id } })
  const own = await question('Shall I delete it myself?', 'That teaches nobody anything.', eve)
  await w.settle()
  await w.as(eve).call(deleteQuestion, { body: { id: own.id } })
  await w.settle()
  expect(calls('submit-spam').map(({ comment_content }) => comment_content)).toEqual([
    'How do I sail upwind?\n\nI only ever drift down.',
  ])
  await setUp('akismet', { discard: true, e_mail: true })
  const rejected = await question('Buy certainly viagra here', 'Now and certainly cheap.', eve)
  expect(rejected).toMatchObject({ status: 10, operation: { msg: expect.stringContaining('was deleted') as string } })
  expect(calls('comment-check').at(-1)!.comment_author_email).toMatch(/@/)
  trouble.said = { status: 500, body: 'oops' }
  expect(await waits((await question('Does anybody look at it?', 'The service is away.', eve)).id)).toBe(true)
  expect(
    await w.app.db.selectFrom('plugin_storage').select('user_id').where('plugin', '=', 'akismet').execute(),
  ).toEqual(expect.arrayContaining([{ user_id: eve.id }]))
})

test('ClamAV gets every upload, inside only if the admin says so', async () => {
  const daemon = await clamd({ longest: 700_000 })
  closing.push(daemon.close)
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0033ff' } })
    .png()
    .toBuffer()
  const upload = async (more: string) => {
    const form = new FormData()
    form.set('source', 'post')
    form.set('file', new Blob([new Uint8Array(Buffer.concat([png, Buffer.from(more)]))]), 'a.png')
    const packed = new Response(form)
    const { statusCode } = await w.server.inject({
      method: 'POST',
      url: pathOf(uploadFile),
      payload: Buffer.from(await packed.arrayBuffer()),
      headers: { 'content-type': packed.headers.get('content-type')!, authorization: admin.token },
    })
    return statusCode
  }
  const faults = () => w.faults.splice(0).map(String).join()
  await setUp('clamav', { server: daemon.address })
  expect(await upload('')).toBe(503)
  expect(faults()).toContain('“May be in a private network” is off')
  await setUp('clamav', { private_network: true })
  expect(await upload('')).toBe(200)
  expect(await upload('x'.repeat(600_000))).toBe(200)
  expect(daemon.seen).toEqual({ connections: 2, pieces: 4 })
  expect(await upload(`${'x'.repeat(2 ** 18 - png.length - 5)}MARKED-AS-A-VIRUS`)).toBe(400)
  expect(faults()).toContain('refused as Marker')
  expect(await Promise.all([upload(''), upload('MARKED-AS-A-VIRUS'), upload('y')])).toEqual([200, 400, 200])
  expect(faults()).toContain('refused as Marker')
  expect(await upload('x'.repeat(900_000))).toBe(503)
  expect(faults()).toContain('size limit exceeded')
  await setUp('clamav', { server: '127.0.0.1:1' })
  expect(await upload('')).toBe(503)
  expect(faults()).toContain('ECONNREFUSED')
})

test.each([
  ['meilisearch', 'Meilisearch', () => meilisearch('m-1'), { api_key: 'm-1' }, { api_key: 'wrong' }],
  [
    'opensearch',
    'OpenSearch and Elasticsearch',
    () => opensearch('reader', 'o-1'),
    { username: 'reader', password: 'o-1' },
    { password: 'wrong' },
  ],
] as const)('%s gets every public post, long ones too, and searches', async (slug_name, name, start, right, wrong) => {
  const engine = await start()
  closing.push(engine.close)
  const id = await t.ask(admin, `Where do ${slug_name} herons nest?`)
  const say = async (content: string) =>
    w.as(await w.given.member({ rank: 500 })).call(writeAnswer, { body: { question_id: id, content } })
  const answer = await say(`In reeds. ${'Reed. '.repeat(9000)}`)
  for (let n = 0; n < 6; n++) await say(`Or ${n}. ${'Ä heron nests. '.repeat(4000)}`)
  const later = async () => {
    w.clock.advance(61)
    await w.settle()
  }
  await setUp(slug_name, { server: engine.address, private_network: true, ...right })
  await later()
  await later()
  expect((await w.nobody.call(searchEngine, {})).name).toBe(name)
  const find = async (q: string, size = 20) => {
    const { list, count } = await w.nobody.call(search, { query: { q, size } })
    return { ids: list.map(({ object }) => object.id), count }
  }
  // The question, and its answers by its title.
  expect(await find(`${slug_name} herons`)).toMatchObject({ count: 8, ids: expect.arrayContaining([id]) as string[] })
  expect((await find('reeds')).ids).toEqual([answer.info.id])
  expect(await find('heron', 2)).toMatchObject({ count: 6, ids: { length: 2 } })
  expect(engine.asked.filter((asked) => asked.endsWith('search')).length).toBeGreaterThanOrEqual(3)
  await w.as(admin).call(deleteQuestion, { body: { id } })
  await later()
  expect(await find(`${slug_name} herons`)).toEqual({ ids: [], count: 0 })
  expect([...engine.documents.keys()]).not.toContain(String(Number(id) % 1e13))
  expect(w.faults).toEqual([])
  // The site searches itself where the service refuses.
  await setUp(slug_name, wrong)
  await t.ask(admin, `Which ${slug_name} storks are there?`)
  await w.settle()
  expect((await find(`${slug_name} storks`)).count).toBe(1)
  expect(w.faults.splice(0).join()).toMatch(/answered 40[13]/)
})

const asked = (query: { scripts?: boolean; alternative?: boolean }) =>
  w.nobody.call(actionRecord, { query: { action: 'email', ...query } })
const reset = (solved: { captcha_id: string; captcha_code: string }) =>
  w.nobody.call(requestPasswordReset, { body: { e_mail: 'admin@example.com', ...solved } })
const REFUSED = { reason: 'error.object.captcha_verification_failed' }

test('a browser computes in place of the person; without scripts the site draws a picture', async () => {
  await setUp('proof_of_work', { effort: 'low' })
  const { captcha_id, captcha_work: work, ...rest } = await asked({ scripts: true })
  expect(rest).toEqual({ captcha_img: '', captcha_question: '', verify: true })
  const hash = (number: number) => createHash('sha256').update(`${work!.salt}${number}`).digest('hex')
  let number = 0
  while (hash(number) !== work!.challenge) number++
  expect(number).toBeLessThan(work!.most)
  await reset({ captcha_id, captcha_code: String(number) })
  await expect(reset({ captcha_id, captcha_code: String(number) })).rejects.toMatchObject(REFUSED)
  const other = await asked({ scripts: true })
  expect(other.captcha_work!.salt).not.toBe(work!.salt)
  await expect(reset({ captcha_id: other.captcha_id, captcha_code: String(number) })).rejects.toMatchObject(REFUSED)
  expect(await asked({})).toMatchObject({ captcha_img: expect.stringMatching(/^data:image\/png/) as string })
  expect(await asked({ scripts: true, alternative: true })).toMatchObject({
    captcha_question: expect.stringContaining('plus') as string,
  })
  expect(w.faults).toEqual([])
})

test.each([
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify', 'https://challenges.cloudflare.com'],
  [
    'hcaptcha',
    'https://api.hcaptcha.com/siteverify',
    'https://js.hcaptcha.com https://hcaptcha.com https://*.hcaptcha.com',
  ],
])(
  '%s is shown in a frame that alone lets its script in, and judges what comes of it',
  async (slug_name, verify, from) => {
    const { outbound } = w.app
    const sent: string[] = []
    let codes: string[] = []
    w.app.outbound = {
      ...outbound,
      request: async (address, { body }) => {
        expect(address).toBe(verify)
        sent.push(body.toString())
        const success = codes.length === 0 && new URLSearchParams(body.toString()).get('response') === 'right'
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ success, 'error-codes': codes })) }
      },
    }
    const frame = (url: string) => w.server.inject({ url, headers: { accept: 'text/html' } })
    const address = `/captcha-frame/${slug_name}?key=site-1&language=en_US`
    expect((await frame(address)).statusCode).toBe(404)
    await setUp(slug_name, { site_key: 'site-1', secret_key: 'hush' })
    const first = await asked({ scripts: true })
    expect(first).toMatchObject({
      captcha_frame: { address, height: expect.any(Number) as number },
      captcha_img: '',
      verify: true,
    })
    const shown = await frame(first.captcha_frame!.address)
    const policy = String(shown.headers['content-security-policy'])
    expect(policy).toContain(`frame-src ${from};`)
    expect(policy).toMatch(/default-src 'none'; script-src 'nonce-[^']+' https:/)
    expect(policy).toContain(`frame-ancestors 'self'`)
    expect(shown.body).toContain('data-sitekey="site-1"')
    expect((await frame(`/captcha-frame/${slug_name}?key=${encodeURIComponent('"><script>')}`)).statusCode).toBe(404)
    const page = await frame('/users/login')
    expect(String(page.headers['content-security-policy'])).not.toMatch(/cloudflare|hcaptcha/)

    await reset({ captcha_id: first.captcha_id, captcha_code: 'right' })
    expect(sent[0]).toContain('secret=hush&response=right')
    await expect(reset({ captcha_id: first.captcha_id, captcha_code: 'right' })).rejects.toMatchObject(REFUSED)
    const next = async () => (await asked({ scripts: true })).captcha_id
    await expect(reset({ captcha_id: await next(), captcha_code: 'wrong' })).rejects.toMatchObject(REFUSED)
    codes = ['invalid-input-secret']
    await expect(reset({ captcha_id: await next(), captcha_code: 'right' })).rejects.toMatchObject(REFUSED)
    expect(w.faults.splice(0).join()).toContain(`${slug_name} says invalid-input-secret`)
    expect((await asked({})).captcha_img).toMatch(/^data:image\/png/)
    w.app.outbound = outbound
  },
)
