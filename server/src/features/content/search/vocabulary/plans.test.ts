import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../../test/world.ts'
import { endingQuery, learnWords, nearQuery } from './queries.ts'

const WORDS = 20_000
const LETTERS = 'abcdefghijklmnopqrst'

/** A word of its own for each number, of five letters and more. */
const wordOf = (number: number) =>
  [...String(number + 1e5)].map((digit, at) => LETTERS[(Number(digit) + at * 3) % LETTERS.length]).join('')

describe.each(engines)('the words of the index (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
    const body = [...Array(WORDS).keys()].map(wordOf).join(' ')
    await w.app.transaction(({ db }) => learnWords(db, ['yeast', ...body.split(' ')]))
    await w.app.transaction(({ db }) => sql`analyze`.execute(db))
  })
  afterAll(() => w.close())

  const planOf = async (query: RawBuilder<unknown>) => {
    const rows = await sql<
      Record<string, unknown>
    >`${sql.raw(engine === 'sqlite' ? 'explain query plan' : 'explain')} ${query}`.execute(w.app.db)
    return rows.rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
  }

  test('those near one are found by index ranges, without reading all words', async () => {
    const plan = await planOf(nearQuery(['temprature', 'yest']))
    expect(plan).not.toMatch(engine === 'sqlite' ? /SCAN search_vocabulary/ : /Seq Scan on search_vocabulary/)
    expect(plan).toMatch(
      engine === 'sqlite' ? /length=\? AND term>\? AND term<\?/ : /Index Cond: \(\(length = \d+\) AND \(term >=/,
    )
    expect(plan).toMatch(engine === 'sqlite' ? /length=\? AND reversed>\? AND reversed<\?/ : /\(reversed >=/)
  })
  test('those that end with one, too', async () => {
    const plan = await planOf(endingQuery('yeast', 4, 200))
    expect(plan).not.toMatch(engine === 'sqlite' ? /SCAN search_vocabulary/ : /Seq Scan on search_vocabulary/)
    expect(plan).toMatch(/search_vocabulary_reversed/)
  })
})
