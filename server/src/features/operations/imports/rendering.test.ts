import { expect, test } from 'vitest'
import { createRendering } from './rendering.ts'
import type { Texts } from '../../../lib/imported-text.ts'

const comments = (...texts: string[]): Texts => texts.map((text) => ({ kind: 'comment', text }))

// By its memory: how long one has had a processor can't be told where other tests have them.
test('a text that is too much for a thread is named, and takes no other with it', { timeout: 120_000 }, async () => {
  const rendering = createRendering({ language: 'en_US', shared: true })
  try {
    const heavy = 'see `this` and *that* '.repeat(400_000)
    const [some, others] = await Promise.all([
      rendering.run(comments('one', heavy, 'two')),
      rendering.run(comments('three')),
    ])
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
