import { expect, test } from 'vitest'
import { createRendering } from './rendering.ts'
import type { Texts } from '../../../lib/imported-text.ts'
import { TooMuchWork } from '../../../workers/pool.ts'

const comments = (...texts: string[]): Texts => texts.map((text) => ({ kind: 'comment', text }))

test('a text that is too much for a thread is named, and takes no other with it', { timeout: 120_000 }, async () => {
  const rendering = createRendering({ language: 'en_US', shared: true, limitMs: 2000 })
  // Where other tests had the processors, it can't be told whether the text was too much: an import comes again then, and so does this.
  const run = async (texts: Texts): ReturnType<typeof rendering.run> => {
    try {
      return await rendering.run(texts)
    } catch (error) {
      if (error instanceof TooMuchWork && error.isStarved) return run(texts)
      throw error
    }
  }
  try {
    const heavy = 'see `this` and *that* '.repeat(400_000)
    const [some, others] = await Promise.all([run(comments('one', heavy, 'two')), run(comments('three'))])
    expect(some.map((text) => (typeof text === 'string' ? text : text.parsed_text))).toEqual([
      '<p>one</p>',
      expect.stringContaining('takes too long'),
      '<p>two</p>',
    ])
    expect(others).toMatchObject([{ parsed_text: '<p>three</p>' }])
  } finally {
    await rendering.close()
  }
})
