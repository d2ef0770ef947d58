import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Happened, Kit, Notice, PluginConfig } from '@askwell/plugin-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import chat from './index.ts'
import { shortened } from './message.ts'

// What services take, as tests of theirs would look at it.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>

/** Whether Telegram would read this HTML: only its own tags, each closed, and no other `<`, `>` or `&`. */
const isTelegramHtml = (text: string) => {
  const open: string[] = []
  const rest = text.replace(/<(\/?)(b|i|a)( href="[^"<>]*")?>/g, (_, closes: string, tag: string) => {
    if (!closes) open.push(tag)
    else if (open.pop() !== tag) open.push('wrong')
    return ''
  })
  return open.length === 0 && !/[<>]|&(?!amp;|lt;|gt;|quot;)/.test(rest)
}

/** What each service says about what is sent to it, as its documentation has it; undefined if it takes it. */
const REFUSALS: Record<string, (body: Json) => string | undefined> = {
  slack: ({ text, blocks }) => {
    if (typeof text !== 'string' || text.length > 40_000 || /[<>]|&(?!amp;|lt;|gt;)/.test(text))
      return 'invalid_payload'
    const parts = (blocks as Json[]).flatMap(({ elements }) =>
      (elements as Json[]).flatMap((one) => one.elements as Json[]),
    )
    return parts.every((part) => ['text', 'link'].includes(part.type as string) && part.text)
      ? undefined
      : 'invalid_blocks'
  },
  discord: ({ embeds: [embed], allowed_mentions }) =>
    embed.title.length > 256 || (embed.description ?? '').length > 4096 || embed.author.name.length > 256
      ? 'Must be 256 or fewer in length.'
      : allowed_mentions.parse.length
        ? 'it would call people'
        : undefined,
  mattermost: ({ text }) =>
    text.length > 16_383
      ? 'too long'
      : /@(all|channel|here)\b/.test(text as string)
        ? 'it would call everybody'
        : undefined,
  teams: ({ type, attachments: [card] }) =>
    type === 'message' &&
    card.contentType === 'application/vnd.microsoft.card.adaptive' &&
    card.content.type === 'AdaptiveCard' &&
    card.content.body.every((block: Json) => block.type === 'RichTextBlock' && block.inlines[0].text) &&
    JSON.stringify(card).length < 28 * 1024
      ? undefined
      : 'WorkflowTriggerInputNotValid',
  telegram: ({ text, parse_mode }) =>
    text.length > 4096
      ? 'message is too long'
      : parse_mode !== 'HTML' || !isTelegramHtml(text as string)
        ? "can't parse entities"
        : undefined,
}

const got: { service: string; path: string; body: Json }[] = []
let answer: { status: number; headers?: IncomingHttpHeaders; body?: unknown } | undefined
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => (text += String(part)))
  request.on('end', () => {
    const path = request.url!
    const service = path.startsWith('/bot')
      ? 'telegram'
      : (Object.entries({
          slack: '/services/',
          discord: '/api/webhooks/',
          mattermost: '/hooks/',
          teams: '/workflows/',
        }).find(([, begins]) => path.startsWith(begins))?.[0] ?? '')
    const body = JSON.parse(text) as Json
    const refusal = REFUSALS[service]?.(body) ?? (service ? undefined : 'not found')
    got.push({ service, path, body })
    const { status, headers = {}, body: said } = answer ?? { status: refusal ? 400 : service === 'teams' ? 202 : 200 }
    response.writeHead(status, headers).end(JSON.stringify(said ?? { ok: !refusal, description: refusal }))
  })
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  got.length = 0
  answer = undefined
})

/** A way that no other test uses: one that was told to rest stays so. */
let way = 0
const PATHS: Record<string, () => string> = {
  slack: () => `/services/T0/B${++way}/xyz`,
  discord: () => `/api/webhooks/${++way}/token-1`,
  mattermost: () => `/hooks/k${++way}`,
  teams: () => `/workflows/w${++way}/triggers/manual/paths/invoke?api-version=1&sig=abc`,
  telegram: () => '',
}
const SERVICES = Object.keys(PATHS)

const kitOf = (service: string, config: PluginConfig = {}): Kit => ({
  config: {
    service,
    webhook: service === 'telegram' ? '' : origin + PATHS[service]!(),
    bot_token: service === 'telegram' ? `${++way}:secret` : '',
    chat_id: '-1001',
    tells: 'questions',
    tags: '',
    members: true,
    ...config,
  },
  language: 'en_US',
  fetch: (address, init) => fetch(address.replace('https://api.telegram.org', origin), init),
  storage: undefined as never,
  accounts: undefined as never,
  posts: undefined as never,
  notifications: undefined as never,
  connect: undefined as never,
  files: undefined as never,
  send: undefined as never,
})

const question = (post: Partial<Happened['post']> = {}, more: Partial<Happened> = {}): Happened => ({
  id: '1-chat',
  event: 'question.asked',
  at: 1_790_000_000,
  actor: { username: 'ann', display_name: 'Ann' },
  object_type: 'question',
  object_id: '1',
  url: 'https://site.example/questions/1/what',
  post: {
    title: 'What is it?',
    text: 'It *is*.',
    html: '<p>It <em>is</em> &lt;b&gt; &amp; more.</p>',
    tags: ['go'],
    ...post,
  },
  ...more,
})
const WILD = '<!channel> @channel @all **b** _i_ `c` [x](http://evil.example) & <b>"q"</b> :smile: # \\ ~s~ |'

test.each(SERVICES)('%s takes a new question, with its title, where it is, and how it begins', async (service) => {
  const kit = kitOf(service)
  expect(await chat.event!(question(), kit)).toBe(service === 'teams' ? '202' : '200')
  const said = JSON.stringify(got[0]!.body)
  expect(got).toMatchObject([{ service }])
  expect(said).toContain('What is it?')
  expect(said).toContain('https://site.example/questions/1/what')
  expect(said).toContain('New question by Ann')
  if (service === 'telegram') expect(got[0]!.body.chat_id).toBe('-1001')
})

test.each(SERVICES)('%s: whatever somebody writes stays text, however long', async (service) => {
  const wild = WILD.repeat(20)
  const happened = question(
    { title: wild, html: `<p>${wild.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>` },
    { actor: { username: 'eve', display_name: WILD } },
  )
  await chat.event!(happened, kitOf(service))
  expect(got).toHaveLength(1)
})

test('what is Markdown elsewhere is escaped, and calls nobody', async () => {
  await chat.event!(question({ title: '**@all** [x](y)' }), kitOf('mattermost'))
  expect(got[0]!.body.text).toContain(
    '**[\\*\\*@\u200ball\\*\\* \\[x\\]\\(y\\)](https://site.example/questions/1/what)**',
  )
  await chat.event!(question({ title: '<@123> `c`' }), kitOf('discord'))
  expect(got[1]!.body.embeds[0].title).toBe('\\<@123\\> \\`c\\`')
  await chat.event!(question({ title: 'a < b & c' }), kitOf('telegram'))
  expect(got[2]!.body.text).toContain('<b><a href="https://site.example/questions/1/what">a &lt; b &amp; c</a></b>')
  expect(got[2]!.body.text).toContain('It is &lt;b&gt; &amp; more.')
})

test('a room hears only of what it wants: by event, by tag, and never of what not everybody may see', async () => {
  const event = (happened: Happened, config: PluginConfig) => chat.event!(happened, kitOf('slack', config))
  await event(question({}, { event: 'answer.given' }), { tells: 'questions' })
  await event(question(), { tells: 'nothing' })
  await event(question(), { tags: 'rust, sql' })
  await event({ ...question(), post: undefined }, {})
  expect(got).toEqual([])
  await event(question({}, { event: 'answer.accepted' }), { tells: 'answers' })
  await event(question(), { tags: 'Rust,go' })
  await event(question({}, { event: 'question.approved' }), {})
  expect(got.map(({ body }) => body.text)).toEqual([
    'An answer was accepted: What is it?',
    'New question by Ann: What is it?',
    'New question by somebody: What is it?',
  ])
})

test.each([
  ['by a header', { 'retry-after': '7' }, undefined, 7],
  ['by Telegram’s own word', {}, { ok: false, parameters: { retry_after: 12 } }, 12],
  ['by Discord’s parts of a second', { 'retry-after': '1' }, { retry_after: 0.4 }, 1],
  ['without saying how long', {}, undefined, 30],
])('a service that asks for patience %s isn’t asked again before', async (_, headers, body, seconds) => {
  answer = { status: 429, headers, body }
  const kit = kitOf('slack')
  await expect(async () => chat.event!(question(), kit)).rejects.toMatchObject({ retry_after: seconds })
  await expect(async () => chat.event!(question(), kit)).rejects.toMatchObject({ retry_after: seconds })
  expect(got).toHaveLength(1)
  answer = undefined
  expect(await chat.event!(question(), kitOf('slack'))).toBe('200')
})

test('without a room to tell, nothing counts as delivered', async () => {
  const event = () => chat.event!(question(), kitOf('slack', { webhook: '' }))
  await expect(async () => event()).rejects.toThrow('name no room')
  expect(got).toEqual([])
})

test('a service that fails is tried again', async () => {
  answer = { status: 503 }
  await expect(async () => chat.event!(question(), kitOf('teams'))).rejects.toThrow('the service answered 503')
})

const notice = (target: string): Notice => ({
  id: 'chat-1',
  event: 'answers',
  action: 'answer_the_question',
  title: 'Ann answered the question',
  text: 'What is it?',
  url: 'https://site.example/questions/1/2',
  language: 'de-DE',
  recipient: { username: 'bo', display_name: 'Bo', settings: { target } },
})

test.each(SERVICES)('%s: a member is told in a chat of their own', async (service) => {
  const target = service === 'telegram' ? '4711' : origin + PATHS[service]!()
  await chat.notification!(notice(target), kitOf(service))
  expect(got).toHaveLength(1)
  expect(JSON.stringify(got[0]!.body)).toContain('Ann answered the question')
  expect(service === 'telegram' ? String(got[0]!.body.chat_id) : origin + got[0]!.path).toBe(target)
})

test('a member reaches nothing but webhooks of the site’s service, and no group', async () => {
  for (const target of [
    '',
    '/etc/passwd',
    'https://elsewhere.example/hooks/a',
    `${origin}/api/v4/users`,
    `${origin}/hooks/../api/v4/users`,
  ])
    await chat.notification!(notice(target), kitOf('mattermost'))
  for (const target of ['-1001', '@everybody', '1&chat_id=2'])
    await chat.notification!(notice(target), kitOf('telegram'))
  expect(got).toEqual([])
})

test('a member whose own webhook is gone makes nobody else wait', async () => {
  answer = { status: 404 }
  await chat.notification!(notice(origin + PATHS.discord!()), kitOf('discord'))
  answer = { status: 500 }
  await expect(async () => chat.notification!(notice(origin + PATHS.discord!()), kitOf('discord'))).rejects.toThrow(
    '500',
  )
  expect(got).toHaveLength(2)
})

test('a text is cut between words, and never inside a sign', () => {
  expect(shortened('one two three', 9)).toBe('one two…')
  expect(shortened(`${'a'.repeat(30)}😀😀`, 32)).toBe(`${'a'.repeat(30)}…`)
  expect(shortened('a\n\n\u202eb', 9)).toBe('a b')
})
