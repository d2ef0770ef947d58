import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Askwell, type CallName, fieldsOf, Forbidden, NotFound, Refused, TooMany, Unreachable } from './index.ts'
import { PLACES } from './calls.ts'
import { endpointsByName } from '@askwell/contract/index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = [status: number, data: unknown, reason?: string] | Error
const reply = ([status, data, reason = 'base.success']: Exclude<Answer, Error>) =>
  Response.json({ code: status, reason, msg: `about ${reason}`, data }, { status })

/** A site that gives these answers, one after the other, and what it was asked. */
const siteSaying = (...answers: Answer[]) => {
  const asked: { url: URL; init: RequestInit }[] = []
  const askwell = new Askwell({
    url: 'https://ask.example/',
    token: 'askwell_secret',
    language: 'de_DE',
    fetch: async (url, init) => {
      asked.push({ url: url as URL, init: init! })
      const next = answers.shift()!
      if (next instanceof Error) throw next
      return reply(next)
    },
  })
  return { askwell, asked }
}
/** What comes of it, however long it waits. */
const outcome = async <T>(work: Promise<T>) => {
  const settled = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return settled as Promise<{ value?: T; error?: unknown }>
}
const busy: Answer = [429, { retry_after: 7 }, 'base.too_many_requests']
const away = new TypeError('fetch failed')

test('what the path names goes into the path, the rest into the query or the body', async () => {
  const { askwell, asked } = siteSaying([200, {}], [200, { count: 0, list: [] }])
  await askwell.call('vote', { direction: 'up', object_id: '10', is_cancel: true })
  expect(asked[0]!.url.href).toBe('https://ask.example/answer/api/v1/vote/up')
  expect(asked[0]!.init).toMatchObject({
    method: 'POST',
    body: JSON.stringify({ object_id: '10', is_cancel: true }),
    headers: { authorization: 'askwell_secret', 'accept-language': 'de-DE', 'content-type': 'application/json' },
  })
  await askwell.call('questionPage', { tag: 'a b', page: 2 })
  expect(asked[1]!.url.href).toBe('https://ask.example/answer/api/v1/question/page?tag=a+b&page=2')
  expect(asked[1]!.init.body).toBeUndefined()
})

test('a refusal is an error of its kind, with the reason and the fields at fault', async () => {
  const wrong = [{ error_field: 'title', error_msg: 'too short' }]
  const { askwell } = siteSaying(
    [400, wrong, 'base.request_format_error'],
    [403, { type: 'scope', scope: 'write' }, 'error.token.scope_missing'],
  )
  const ask = () => askwell.call('askQuestion', { title: '', content: '', tags: [] })
  const { error } = await outcome(ask())
  expect(error).toBeInstanceOf(Refused)
  expect(error).toMatchObject({ name: 'BadRequest', status: 400, reason: 'base.request_format_error' })
  expect(fieldsOf(error, 'askQuestion')?.title).toBe('too short')
  expect(fieldsOf(error, 'vote')).toBeUndefined()
  const second = await outcome(ask())
  expect(second.error).toBeInstanceOf(Forbidden)
  expect(second.error).toMatchObject({ type: 'scope', message: 'about error.token.scope_missing' })
})

test.each<[string, CallName, Answer[], number, unknown]>([
  ['a call that reads is tried again', 'siteInfo', [away, [200, 'here']], 2, { value: 'here' }],
  ['and no more than three times', 'siteInfo', [away, away, away], 3, { error: expect.any(Unreachable) as unknown }],
  ['a write that a site does once is tried again', 'askQuestion', [away, [200, 'asked']], 2, { value: 'asked' }],
  ['any other write is not', 'vote', [away], 1, { error: expect.any(Unreachable) as unknown }],
  ['what was too often is tried when the site says so', 'vote', [busy, [200, 'voted']], 2, { value: 'voted' }],
  [
    'but not if that is far away',
    'vote',
    [[429, { retry_after: 600 }, 'base.too_many_requests']],
    1,
    { error: expect.any(TooMany) as unknown },
  ],
  ['what is refused is not tried again', 'siteInfo', [[404, null, 'x']], 1, { error: expect.any(NotFound) as unknown }],
])('%s', async (_, name, answers, calls, expected) => {
  const { askwell, asked } = siteSaying(...answers)
  const began = Date.now()
  expect(await outcome(askwell.call(name as 'siteInfo', {}))).toEqual(expected)
  expect(asked).toHaveLength(calls)
  if (answers[0] === busy) expect(Date.now() - began).toBeGreaterThanOrEqual(7000)
})

test('what isn’t an answer of a site is as good as none', async () => {
  const askwell = new Askwell({
    url: 'https://ask.example',
    retries: 0,
    fetch: async () => new Response('<h1>Welcome</h1>'),
  })
  expect((await outcome(askwell.call('siteInfo'))).error).toBeInstanceOf(Unreachable)
})

test('whoever has had enough of waiting gets their own reason', async () => {
  const { askwell, asked } = siteSaying(busy, [200, 'late'])
  const enough = new AbortController()
  const result = askwell.call('siteInfo', {}, { signal: enough.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  enough.abort(new Error('enough'))
  expect(await result).toEqual(new Error('enough'))
  expect(asked).toHaveLength(1)
})

test('a list is read page after page, and ends where it has become shorter', async () => {
  const page = (count: number, ...ids: string[]): Answer => [200, { count, list: ids.map((id) => ({ id })) }]
  const { askwell, asked } = siteSaying(page(5, '1', '2'), page(5, '3', '4'), [404, null, 'error.object.not_found'])
  const ids: string[] = []
  for await (const { id } of askwell.each('questionPage', { page_size: 2 })) ids.push(id)
  expect(ids).toEqual(['1', '2', '3', '4'])
  expect(asked.map(({ url }) => url.search)).toEqual([1, 2, 3].map((at) => `?page_size=2&page=${at}`))
})

test('a file goes as a form, its fields first', async () => {
  const { askwell, asked } = siteSaying([200, '/uploads/x.png'])
  await askwell.upload('uploadFile', { source: 'post', file: new Blob(['x']), name: 'x.png' })
  const form = asked[0]!.init.body as FormData
  expect([...form.keys()]).toEqual(['source', 'file'])
  expect((form.get('file') as File).name).toBe('x.png')
  expect(new Headers(asked[0]!.init.headers).has('content-type')).toBe(false)
})

test('the client knows which calls take a file', async () => {
  const taking = Object.entries(endpointsByName).flatMap(([name, { multipart }]) => (multipart ? name : []))
  const known: Record<Parameters<Askwell['upload']>[0], true> = {
    uploadFile: true,
    uploadBackup: true,
    uploadDump: true,
    uploadPlugin: true,
  }
  expect(taking.sort()).toEqual(Object.keys(known).sort())
  expect(Object.keys(PLACES)).toHaveLength(Object.keys(endpointsByName).length)
})
