import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createPageStore } from './page-store.ts'

const page = (text: string, question_id = 0) => ({
  headers: { 'content-type': 'text/html' },
  html: Buffer.from(text),
  question_id,
})

describe('pages that anonymous visitors share', () => {
  test('are kept as they are and compressed twice', async () => {
    const cache = createPageStore()
    await cache.store('/', page('<h1>Hello</h1>'), cache.generation)
    const kept = cache.find('/')!
    expect([kept.html, brotliDecompressSync(kept.br), gunzipSync(kept.gzip)].map(String)).toEqual(
      Array(3).fill('<h1>Hello</h1>'),
    )
    expect(cache.find('/other')).toBeUndefined()
  })

  test('go when what they are about changes: the thread itself, lists, but no other thread', async () => {
    const cache = createPageStore()
    for (const [key, id] of [
      ['list', 0],
      ['one', 1],
      ['two', 2],
    ] as const)
      await cache.store(key, page(key, id), cache.generation)
    cache.dropQuestion(1)
    expect(['list', 'one', 'two'].map((key) => Boolean(cache.find(key)))).toEqual([false, false, true])
    cache.drop()
    expect(cache.find('two')).toBeUndefined()
  })

  test.each([
    ['everything', (cache: ReturnType<typeof createPageStore>) => cache.drop()],
    ['one thread', (cache: ReturnType<typeof createPageStore>) => cache.dropQuestion(9)],
  ])('drawn before a change of %s, they are shown once and not kept', async (_, change) => {
    const cache = createPageStore()
    const renderedIn = cache.generation
    change(cache)
    expect((await cache.store('/', page('old'), renderedIn)).html.toString()).toBe('old')
    expect(cache.find('/')).toBeUndefined()
  })

  test('changed while they were compressed, they are not kept either', async () => {
    const cache = createPageStore()
    const keeping = cache.store('/', page('old'), cache.generation)
    cache.drop()
    await keeping
    expect(cache.find('/')).toBeUndefined()
  })

  test('live no longer than a minute', async () => {
    let now = 1000
    const cache = createPageStore({ now: () => now })
    await cache.store('/', page('x'), cache.generation)
    now += 60_000
    expect(cache.find('/')).toBeDefined()
    now += 1
    expect(cache.find('/')).toBeUndefined()
  })
})

describe('a page that many ask for at once', () => {
  test('is drawn by the first; the others wait for it', async () => {
    const cache = createPageStore()
    const done = cache.rendering('/')
    const waiting = [cache.awaited('/'), cache.awaited('/')]
    const kept = await cache.store('/', page('x'), cache.generation)
    done(kept)
    expect([await waiting[0], await waiting[1]]).toEqual([kept, kept])
    expect(cache.awaited('/')).toBeUndefined()
  })

  test('is not waited for where it can’t be shared, or was begun before the latest change', async () => {
    const cache = createPageStore()
    const done = cache.rendering('/')
    const waiting = cache.awaited('/')
    cache.drop()
    expect(cache.awaited('/')).toBeUndefined()
    done()
    expect(await waiting).toBeUndefined()
  })

  test('begun again after a change is waited for, also when the older rendering ends first', async () => {
    const cache = createPageStore()
    const older = cache.rendering('/')
    cache.drop()
    const newer = cache.rendering('/')
    older()
    const waiting = cache.awaited('/')
    expect(waiting).toBeDefined()
    const kept = await cache.store('/', page('new'), cache.generation)
    newer(kept)
    expect(await waiting).toBe(kept)
  })
})
