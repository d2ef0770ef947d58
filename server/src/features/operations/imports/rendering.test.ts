import { expect, test } from 'vitest'
import { createWorkers, replaceWorkers } from '../../../workers/pool.ts'
import { createRendering } from './rendering.ts'
import type { Rendered, Texts } from '../../../lib/imported-text.ts'

const comments = (...texts: string[]): Texts => texts.map((text) => ({ kind: 'comment', text }))

// By its memory: how long one has had a processor can't be told where other tests have them.
test('a text that is too much for a thread is named, and takes no other with it', { timeout: 120_000 }, async () => {
  const rendering = createRendering({ language: 'en_US', shared: false })
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

test('beside a running site texts are rendered on one of its threads, a batch at a time', async () => {
  const site = createWorkers({ threads: 2, limitMs: 60_000 })
  let [atOnce, most] = [0, 0]
  const counting: typeof site.run = async (...task) => {
    most = Math.max(most, ++atOnce)
    return site.run(...task).finally(() => atOnce--)
  }
  const former = replaceWorkers({ ...site, run: counting })
  try {
    const post: Texts = [{ kind: 'post', title: 'Barley', markdown: 'malted' }]
    const words = async (...batches: Promise<(Rendered | string)[]>[]) =>
      (await Promise.all(batches)).flat().flatMap((text) => (typeof text === 'string' ? [] : text.newTerms))
    const first = createRendering({ language: 'en_US', shared: true })
    expect(await words(first.run(post), first.run(post), first.run(post))).toEqual(['barlei', 'malt'])
    await first.close()
    // What the first import was told may not have come in.
    expect(await words(createRendering({ language: 'en_US', shared: true }).run(post))).toEqual(['barlei', 'malt'])
    expect(most).toBe(1)
  } finally {
    replaceWorkers(former)
    await site.close()
  }
})
