import type { Happened, Kit, PluginStorage, Reviewed } from '@askwell/plugin-kit'
import { expect, test } from 'vitest'
import { createPluginStorage } from '../../plugin-kit/test/plugin-storage.ts'
import bayes from './index.ts'

const idOf = (number: number) => `1${number % 2 ? '001' : '002'}${String(number).padStart(13, '0')}`
const written = (number: number, text: string): Happened => ({
  id: `${number}-bayes`,
  event: 'answer.given',
  at: 1_790_000_000,
  actor: { username: 'bo', display_name: 'Bo' },
  object_type: 'answer',
  object_id: idOf(number),
  url: '',
  post: { title: 'Title', text, html: '', tags: [] },
})
/** A hundred words of a text that nobody else has, in a script of three bytes a letter. */
const longText = (number: number) =>
  Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + ((number * 100 + at) % 20_000)).repeat(20)).join(
    ' ',
  )

test('it goes on learning however much it has learned, in any script', { timeout: 60_000 }, async () => {
  const { storage, values } = createPluginStorage()
  const kit = { storage, config: {} } as unknown as Kit
  for (let number = 1; number <= 560; number++) await bayes.event!(written(number, longText(number)), kit)
  const { posts } = (await storage.get('learned')) as { posts: { good: number } }
  expect(posts.good).toBe(560)
  expect([...values.keys()].filter((key) => key.startsWith('post:')).length).toBeLessThanOrEqual(501)
  expect(values.has(`post:${idOf(560)}`)).toBe(true)
  expect(values.has(`post:${idOf(1)}`)).toBe(false)
})

test('a post whose event is tried again after a fault counts once', async () => {
  const { storage } = createPluginStorage()
  let isFull = true
  const full: PluginStorage = {
    ...storage,
    async set(key, value) {
      if (isFull && key.startsWith('post:')) throw new Error('a plugin keeps at most 5 MB')
      return storage.set(key, value)
    },
  }
  const kit = { storage: full, config: {} } as unknown as Kit
  await expect(bayes.event!(written(1, 'Warm bread'), kit)).rejects.toThrow('at most 5 MB')
  isFull = false
  await bayes.event!(written(1, 'Warm bread'), kit)
  expect(await storage.get('learned')).toMatchObject({ posts: { good: 1, spam: 0 } })
})

test('moderators read in the language of the site why a text waits', async () => {
  const { storage } = createPluginStorage()
  await storage.set('learned', { posts: { good: 20, spam: 20 }, words: { pills: [0, 20] } })
  const judged = (language: string) =>
    bayes.reviewer!(
      { title: 'Pills', content: 'pills', language } as Reviewed,
      { storage, config: { strictness: 'strict' } } as unknown as Kit,
    )
  expect(await judged('en_US')).toMatchObject({ reason: 'Looks like posts that were deleted (98%)' })
  expect(await judged('de_DE')).toMatchObject({ reason: 'Gleicht Beiträgen, die gelöscht wurden (98\u00a0%)' })
})
