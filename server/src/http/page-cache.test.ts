import { describe, expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

const page = (text: string, question_id = 0) => ({ headers: {}, html: Buffer.from(text), question_id })

describe('a page that several ask for at once', () => {
  test('is drawn by the first, and the others wait for it', async () => {
    const cache = createPageCache()
    expect(cache.awaited('/')).toBeUndefined()
    const done = cache.drawing('/')
    const waiting = cache.awaited('/')
    done(await cache.keep('/', page('drawn once'), cache.generation))
    expect((await waiting)?.html.toString()).toBe('drawn once')
    expect(cache.awaited('/')).toBeUndefined()
  })

  test('is not waited for when it was begun before the latest change', () => {
    const cache = createPageCache()
    cache.drawing('/')
    cache.drop()
    expect(cache.awaited('/')).toBeUndefined()
  })

  test('lets those who waited draw for themselves when it can’t be shared', async () => {
    const cache = createPageCache()
    const done = cache.drawing('/')
    const waiting = cache.awaited('/')
    done()
    expect(await waiting).toBeUndefined()
  })
})

describe('a kept page', () => {
  test('is not kept when something changed while it was drawn', async () => {
    const cache = createPageCache()
    const before = cache.generation
    cache.dropQuestion(7)
    await cache.keep('/', page('old'), before)
    expect(cache.find('/')).toBeUndefined()
  })

  test('goes with its own question and with any change of the lists', async () => {
    const cache = createPageCache()
    await cache.keep('/questions/7', page('seven', 7), cache.generation)
    await cache.keep('/questions/8', page('eight', 8), cache.generation)
    await cache.keep('/', page('list'), cache.generation)
    cache.dropQuestion(7)
    expect([cache.find('/questions/7'), cache.find('/questions/8')?.question_id, cache.find('/')]).toEqual([undefined, 8, undefined])
  })
})
