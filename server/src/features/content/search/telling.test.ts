import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../test/world.ts'
import { countTermsRoughly } from './queries.ts'
import { indexTexts } from './service.ts'

const POSTS = 1000

describe.each(engines)('how many posts have a term (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
    const texts = Array.from({ length: POSTS }, (_, at) => ({
      id: at + 1,
      title: at % 400 === 0 ? 'rare' : '',
      body: at % 2 ? 'each' : 'each second',
    }))
    await w.app.transaction((tx) => indexTexts(tx, texts))
  })
  afterAll(() => w.close())

  test('is told of rare ones exactly, and of common ones by the newest posts that have them', async () => {
    const counts = await countTermsRoughly(w.app.db, ['each', 'second', 'rare', 'never'], POSTS)
    expect([counts.get('rare'), counts.get('never')]).toEqual([3, 0])
    expect(counts.get('each')).toBe(POSTS)
    expect(Math.abs(counts.get('second')! - POSTS / 2)).toBeLessThan(POSTS / 100)
  })
})
