import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshStatistics } from '../../../db/dialect.ts'
import { corpus } from '../../../../test/corpus.ts'
import { judgeSearches } from '../../../../test/judged-searches.ts'
import { bringIn } from '../../../../test/read-dump.ts'
import { engines, type World, world } from '../../../../test/world.ts'

/** A little under what was found when this was written, in the order of the cases. */
const LEAST = [0.55, 0.4, 0.98, 0.9, 0.9]
/** How far above plain BM25 the mean reciprocal rank is. */
const ABOVE_PLAIN = 1.1

const folder = corpus('stackexchange-beer-2020')

describe.runIf(folder).each(engines)('searches of which a dump knows the right hit, on %s', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
    await bringIn(w.app, folder!)
    await w.settle()
    if (engine === 'postgres') await refreshStatistics(w.app.db) // PostgreSQL gathers how common terms are when it likes
  }, 240_000)
  afterAll(() => w.close())

  test('it is among the first ten at least as often as this', { timeout: 240_000 }, async () => {
    const judged = await judgeSearches(w.app, folder!)
    console.error(
      judged
        .map(({ here, plain }) => {
          const told = ({ recall, mrr }: typeof here) => `${(recall * 100).toFixed(1)} % / ${mrr.toFixed(3)}`
          return `${here.name} (${here.searches}): ${told(here)}, plain BM25 ${told(plain)}`
        })
        .join('\n'),
    )
    for (const [at, least] of LEAST.entries()) {
      expect(judged[at]!.here.recall, judged[at]!.here.name).toBeGreaterThanOrEqual(least)
      expect(judged[at]!.here.mrr, judged[at]!.here.name).toBeGreaterThan(judged[at]!.plain.mrr * ABOVE_PLAIN)
    }
  })
})
