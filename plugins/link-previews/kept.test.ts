import type { Kit } from '@askwell/plugin-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPluginStorage } from '../../plugin-kit/test/plugin-storage.ts'
import linkPreviews from './index.ts'

const PAGE = 'https://docs.example.org/ovens'
const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())
/** Tests share a process, in which what is older than yesterday is deleted once a day. */
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

const page = (title: string) =>
  new Response(`<title>${title}</title>`, { headers: { 'content-type': 'text/html; charset=utf-8' } })

const site = () => {
  const asked: string[] = []
  const { storage, values } = createPluginStorage()
  const its = { answer: (): Response | Promise<Response> => page('Ovens') }
  const kit = (config = { hosts: 'docs.example.org' }) =>
    ({
      config,
      language: 'en_US',
      storage,
      async fetch(address: string) {
        asked.push(address)
        return its.answer()
      },
    }) as unknown as Kit
  const shown = async (address = PAGE, its = kit()) => (await linkPreviews.embed!([address], its))[0]
  return { asked, values, its, kit, shown }
}

test('a page is read once a day, for all its sections and all who ask at once', async () => {
  const { asked, shown } = site()
  const all = await Promise.all([shown(), shown(`${PAGE}#heat`), shown()])
  expect(all).toEqual([{ title: 'Ovens' }, { title: 'Ovens' }, { title: 'Ovens' }])
  later(23 * HOUR_MS)
  expect(await shown()).toEqual({ title: 'Ovens' })
  expect(asked).toEqual([PAGE])
  later(2 * HOUR_MS)
  await shown()
  expect(asked).toEqual([PAGE, PAGE])
})

test('with other settings it is read anew', async () => {
  const { asked, shown, kit } = site()
  await shown()
  await shown(PAGE, kit({ hosts: 'docs.example.org example.net' }))
  expect(asked).toHaveLength(2)
})

test.each([
  ['isn’t there', () => new Response('<title>Not found</title>', { status: 404 })],
  ['is no page', () => Response.json({ title: 'Ovens' })],
  ['has no title', () => new Response('Ovens', { headers: { 'content-type': 'text/html' } })],
  ['is compressed', () => new Response('x', { headers: { 'content-type': 'text/html', 'content-encoding': 'br' } })],
  ['leads to itself', () => new Response(null, { status: 301, headers: { location: PAGE } })],
  ['can’t be reached', () => Promise.reject(new Error('no'))],
])('what %s is asked again after ten minutes, not sooner', async (_, answer) => {
  const { asked, shown, its } = site()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  its.answer = answer
  expect(await shown()).toBeNull()
  const once = asked.length
  later(HOUR_MS / 7)
  expect(await shown()).toBeNull()
  expect(asked).toHaveLength(once)
  later(HOUR_MS / 7)
  its.answer = () => page('Ovens')
  expect(await shown()).toEqual({ title: 'Ovens' })
  error.mockRestore()
})

test('a page that can’t be had just now goes on showing what it did; one that is gone doesn’t', async () => {
  const { asked, shown, its } = site()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  await shown()
  later(25 * HOUR_MS)
  its.answer = () => new Response('', { status: 503 })
  expect(await shown()).toEqual({ title: 'Ovens' })
  // It is asked again soon, not in a day.
  const once = asked.length
  expect(await shown()).toEqual({ title: 'Ovens' })
  expect(asked).toHaveLength(once)
  later(HOUR_MS / 5)
  expect(await shown()).toEqual({ title: 'Ovens' })
  expect(asked).toHaveLength(once + 1)
  later(25 * HOUR_MS)
  its.answer = () => new Response('', { status: 410 })
  expect(await shown()).toBeNull()
  error.mockRestore()
})

test('what is older than yesterday is deleted', async () => {
  const { values, shown } = site()
  later(100 * 24 * HOUR_MS)
  for (let n = 0; n < 5; n++) await shown(`${PAGE}/${n}`)
  expect(values.size).toBe(5)
  later(48 * HOUR_MS)
  await shown()
  await expect.poll(() => values.size).toBe(1)
})

test('no more than eight pages are read side by side, and each stands at its place', async () => {
  const { shown, its, kit } = site()
  let [now, most, number] = [0, 0, 0]
  its.answer = async () => {
    most = Math.max(most, ++now)
    const mine = number++
    await new Promise((done) => void setTimeout(done, 5))
    now--
    return page(`Number ${mine}`)
  }
  const texts = Array.from({ length: 3 }, (_, text) => Array.from({ length: 20 }, (_, n) => `${PAGE}/${text}/${n}`))
  const all = await Promise.all(texts.map(async (addresses) => linkPreviews.embed!(addresses, kit())))
  expect(most).toBe(8)
  for (const [text, addresses] of texts.entries())
    for (const [n, address] of addresses.entries()) expect(all[text]![n]).toEqual(await shown(address))
})

test('pages that take long are there the next time, and nobody waits for them longer than the site would', async () => {
  vi.useRealTimers()
  const { asked, shown, its } = site()
  const slow = Promise.withResolvers<Response>()
  its.answer = () => slow.promise
  const began = performance.now()
  await expect(shown()).rejects.toThrow('not all pages could be read in time')
  expect(performance.now() - began).toBeLessThan(4500)
  slow.resolve(page('Ovens'))
  expect(await shown()).toEqual({ title: 'Ovens' })
  expect(asked).toHaveLength(1)
})
