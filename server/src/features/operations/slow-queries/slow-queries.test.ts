import { settingsHistory } from '@askwell/contract/configuration.ts'
import { SLOW_QUERIES_MAX, SLOW_QUERY_DAYS } from '@askwell/contract/limits.ts'
import { clearSlowQueries, saveSlowQuerySettings, slowQueries } from '@askwell/contract/slow-queries.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../test/world.ts'
import { slowRead } from '../../../db/slow-reads.ts'
import { DAY } from '../../../lib/clock.ts'
import { inJob } from '../../../lib/current-request.ts'
import { deleteOldSlowQueries } from './effects.ts'
import { withoutValues } from './without-values.ts'

test.each([
  [
    `select * from "users" where "id" = $1 and "name" = 'O''Neil' limit 20`,
    'select * from "users" where "id" = ? and "name" = ? limit ?',
  ],
  ['select 1 from t1 where x in ($1, $2, $3)', 'select ? from t1 where x in (…)'],
  ['insert into "votes" ("a", "b") values (?, ?), (?, ?), (?, ?)', 'insert into "votes" ("a", "b") values (…), …'],
  ['update t\n  set a = a + 1.5', 'update t set a = a + ?'],
])('%s', (sql, text) => expect(withoutValues(sql)).toBe(text))

describe.each(engines)('slow queries (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  beforeEach(async () => {
    await w.as(admin).call(saveSlowQuerySettings, { body: { slow_query_ms: 60_000 } })
    await w.as(admin).call(clearSlowQueries)
  })
  afterAll(() => w.close())
  type Order = 'total' | 'max' | 'count' | 'last'
  const list = async (order: Order = 'total') => (await w.as(admin).call(slowQueries, { query: { order } })).list
  const note = (sql: string, ms: number) => w.site.slowQueries.note({ sql, ms })

  test('are what takes longer than slow_query_ms says, and nothing where that is 0', async () => {
    note('select 1 from a', 59_999)
    note('select 1 from b', 60_000)
    expect((await list()).map(({ statement }) => statement)).toEqual(['select ? from b'])
    await w.as(admin).call(saveSlowQuerySettings, { body: { slow_query_ms: 0 } })
    note('select 1 from c', 100_000)
    expect(await list()).toHaveLength(1)
    await expect(w.as(admin).call(saveSlowQuerySettings, { body: { slow_query_ms: 60_001 } })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('of one text are one, with count, times and where they came from', async () => {
    note(`select * from "posts" where "title" = 'secret one'`, 70_000)
    await list()
    w.clock.advance(60)
    await inJob({ id: 1, what: 'answer.given/indexPost' }, async () =>
      note(`select * from "posts" where "title" = 'secret two'`, 90_000),
    )
    const rows = await list()
    expect(rows).toEqual([
      {
        statement: 'select * from "posts" where "title" = ?',
        sources: ['answer.given/indexPost'],
        count: 2,
        total_ms: 160_000,
        max_ms: 90_000,
        first_at: w.clock.now() - 60,
        last_at: w.clock.now(),
      },
    ])
    expect(JSON.stringify(await w.app.db.selectFrom('slow_queries').selectAll().execute())).not.toContain('secret')
  })

  test('are noticed where the database runs them, with the call they belong to', async () => {
    await w.as(admin).call(saveSlowQuerySettings, { body: { slow_query_ms: 1 } })
    const numbers =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select sum(i) as s from n'
    await w.app.db.executeQuery(CompiledQuery.raw(numbers))
    await slowRead(w.app.db, CompiledQuery.raw(`${numbers} where i > 0`))
    await w.as(admin).call(saveSlowQuerySettings, { body: { slow_query_ms: 60_000 } })
    const texts = (await list()).map(({ statement }) => statement)
    expect(texts).toContain(withoutValues(numbers))
    expect(texts).toContain(withoutValues(`${numbers} where i > 0`))
  })

  test.runIf(engine === 'postgres')('come from all processes, in the orders one asks for', async () => {
    const other = await neighbourOf(w)
    note('select a', 61_000)
    note('select a', 61_000)
    other.site.slowQueries.from(1)
    other.site.slowQueries.note({ sql: 'select a', ms: 100_000 })
    other.site.slowQueries.note({ sql: 'select b', ms: 110_000 })
    await other.site.slowQueries.flush()
    const texts = async (order: Order) => (await list(order)).map(({ statement }) => statement)
    expect(await texts('total')).toEqual(['select a', 'select b'])
    expect(await texts('max')).toEqual(['select b', 'select a'])
    expect(await texts('count')).toEqual(['select a', 'select b'])
    expect((await list('count'))[0]).toMatchObject({ count: 3, total_ms: 222_000, max_ms: 100_000 })
    await other.close()
  })

  test('are bounded in memory and in the table; those seen longest ago go', async () => {
    for (let n = 0; n < SLOW_QUERIES_MAX + 50; n++) note(`select x${n}`, 60_000)
    expect(await list()).toHaveLength(SLOW_QUERIES_MAX)
    w.clock.advance(10)
    note('select newest', 60_000)
    expect(await list()).toHaveLength(SLOW_QUERIES_MAX)
    expect((await list('last'))[0]!.statement).toBe('select newest')
  })

  test('go when an admin clears them, which is recorded', async () => {
    note('select new', 60_000)
    await list()
    note('select newer', 60_000)
    await w.as(admin).call(clearSlowQueries)
    expect(await list()).toEqual([])
    const entry = await w.app.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'site.slow_queries_cleared', before: JSON.stringify({ count: 1 }) })
  })

  test('have a history of their setting', async () => {
    const { list: changes } = await w.as(admin).call(settingsHistory, { query: { sections: 'slow_queries' } })
    expect(changes.length).toBeGreaterThan(1)
  })

  test('go after some weeks', async () => {
    const stored = () => w.app.db.selectFrom('slow_queries').selectAll().execute()
    note('select old', 60_000)
    expect(await list()).toHaveLength(1)
    w.clock.advance((SLOW_QUERY_DAYS + 1) * DAY)
    await deleteOldSlowQueries(w.app)
    expect(await stored()).toEqual([])
  })
})
