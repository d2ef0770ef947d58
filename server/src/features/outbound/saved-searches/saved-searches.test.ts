import { notificationGroups } from '@askwell/contract/notifications.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { deleteSavedSearch, savedSearches, saveSearch } from '@askwell/contract/saved-searches.ts'
import { decideQueued, queuedPosts } from '@askwell/contract/reviews.ts'
import { saveReviewSettings } from '@askwell/contract/site-settings.ts'
import { SAVED_SEARCHES, UNDO_SECONDS } from '@askwell/contract/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { lookAtSavedSearches } from './effects.ts'
import { dueQuery } from './queries.ts'

const DAY = 86_400

describe.each(engines)('saved searches (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, bob]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, bob] = [await w.given.member({ rank: 2000, name: 'ann' }), await w.given.member({ rank: 2000, name: 'bob' })]
    await w.settle()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const ask = async (who: TestUser, title: string) => {
    const { id } = await w
      .as(who)
      .call(askQuestion, { body: { title, content: 'Some text.', tags: [{ slug_name: 'support' }] } })
    await w.settle()
    return id
  }
  const told = async (who: TestUser) =>
    (await w.as(who).call(notificationGroups, { query: { type: 'inbox' } })).list
      .filter(({ action }) => action === 'fits_saved_search')
      .map(({ object_info }) => object_info.title)
  /** Twice, as jobs may run. */
  const look = async (seconds = 120) => {
    w.clock.advance(seconds)
    for (const _ of [1, 2]) await lookAtSavedSearches(w.app)
    await w.settle()
  }
  const list = async (who: TestUser) => (await w.as(who).call(savedSearches)).list

  test('its owner hears of the newest that fits, at most once a day, and not of their own', async () => {
    await ask(bob!, 'Does old kombucha still fit?')
    const { id } = await w.as(ann!).call(saveSearch, { body: { q: '  kombucha   is:question ' } })
    await look()
    expect(await told(ann!)).toEqual([])
    await ask(ann!, 'My own kombucha question')
    await ask(bob!, 'What is kefir then?')
    await look(3600)
    expect(await told(ann!)).toEqual([])
    await ask(bob!, 'Why does kombucha smell?')
    await look(3600)
    expect(await told(ann!)).toEqual(['Why does kombucha smell?'])
    await ask(bob!, 'Why does kombucha foam?')
    await look(3600)
    expect(await told(ann!)).toEqual(['Why does kombucha smell?'])
    await look(DAY)
    expect(await told(ann!)).toEqual(['Why does kombucha foam?', 'Why does kombucha smell?'])
    expect((await list(ann!)).map(({ q, told_at }) => [q, told_at > 0])).toEqual([['kombucha is:question', true]])
    expect(await told(bob!)).toEqual([])
    await w.as(ann!).call(deleteSavedSearch, { body: { id } })
    await ask(bob!, 'Why does kombucha taste sour?')
    await look(DAY)
    expect(await told(ann!)).toHaveLength(2)
  })

  test('answers fit too, by any operator', async () => {
    await w.as(ann!).call(saveSearch, { body: { q: 'user:bob is:answer wort' } })
    const question = await ask(ann!, 'What keeps it cool?')
    await t.answer(bob!, question, 'A wort chiller does.')
    await w.settle()
    await look(3600)
    expect((await told(ann!))[0]).toBe('What keeps it cool?')
  })

  test('what waited for review is news once it is approved, also after younger posts were looked at', async () => {
    const [admin, dan] = [await w.given.admin(), await w.given.member({ name: 'dan' })]
    const holdFirst = (hold_first_posts: boolean) =>
      w.as(admin).call(saveReviewSettings, { body: { hold_first_posts, first_posts: 1 } })
    await w.as(ann!).call(saveSearch, { body: { q: 'sauerkraut' } })
    await holdFirst(true)
    await ask(dan, 'How long does sauerkraut take?')
    await holdFirst(false)
    await ask(bob!, 'Something younger')
    await look(3600)
    expect(await told(ann!)).not.toContain('How long does sauerkraut take?')
    const { list: waiting } = await w.as(admin).call(queuedPosts, { query: {} })
    await w.as(admin).call(decideQueued, { body: { review_id: waiting[0]!.review_id, status: 'approve' } })
    w.clock.advance(UNDO_SECONDS)
    await w.settle()
    for (const _ of [1, 2, 3]) await look(2 * DAY)
    expect((await told(ann!)).filter((title) => title === 'How long does sauerkraut take?')).toHaveLength(1)
  })

  test('one that fails holds up none behind it, is reported, and is looked at again an hour later', async () => {
    const eve = await w.given.member({ name: 'eve' })
    const first = await w.as(eve).call(saveSearch, { body: { q: 'tempeh' } })
    await w.as(eve).call(saveSearch, { body: { q: 'miso' } })
    await w.app.transaction((tx) =>
      tx.db.updateTable('saved_searches').set({ due_at: 1 }).where('id', '=', first.id).execute(),
    )
    await ask(bob!, 'Is tempeh vegan?')
    await ask(bob!, 'How salty is miso?')
    w.clock.advance(120)
    let before = 0
    const failing = Object.create(w.app, {
      transaction: {
        value: (work: Parameters<typeof w.app.transaction>[0]) =>
          before++ === 0 ? Promise.reject(new Error('no room')) : w.app.transaction(work),
      },
    }) as typeof w.app
    await expect(lookAtSavedSearches(failing)).rejects.toMatchObject({ errors: [{ message: 'no room' }] })
    await w.settle()
    expect(await told(eve)).toEqual(['How salty is miso?'])
    await look(120)
    expect(await told(eve)).toEqual(['How salty is miso?'])
    await look(3600)
    expect((await told(eve)).toSorted()).toEqual(['How salty is miso?', 'Is tempeh vegan?'])
  })

  test('they are one’s own, each once, and bounded', async () => {
    const cyd = await w.given.member({ name: 'cyd' })
    const first = await w.as(cyd).call(saveSearch, { body: { q: 'yeast' } })
    expect((await w.as(cyd).call(saveSearch, { body: { q: ' yeast ' } })).id).toBe(first.id)
    expect(await list(cyd)).toHaveLength(1)
    expect((await list(bob!)).map(({ q }) => q)).not.toContain('yeast')
    await expect(w.as(bob!).call(deleteSavedSearch, { body: { id: first.id } })).rejects.toMatchObject({ status: 404 })
    await expect(w.as(cyd).call(saveSearch, { body: { q: '""' } })).rejects.toMatchObject({ fields: ['q'] })
    for (let n = 1; n < SAVED_SEARCHES; n++) await w.as(cyd).call(saveSearch, { body: { q: `yeast ${n}` } })
    await expect(w.as(cyd).call(saveSearch, { body: { q: 'one more' } })).rejects.toMatchObject({ fields: ['q'] })
    await w.as(cyd).call(saveSearch, { body: { q: 'yeast' } })
  })

  test('those that are due are found by an index', async () => {
    await w.app.transaction(({ db }) => sql`analyze`.execute(db))
    const query = dueQuery(w.app.db, 0, 200).compile()
    const { rows } =
      engine === 'sqlite'
        ? await sql<Record<string, unknown>>`explain query plan ${sql.raw(query.sql.replaceAll('?', '0'))}`.execute(
            w.app.db,
          )
        : await w.app.transaction(async ({ db }) => {
            await sql`set local enable_seqscan = off`.execute(db)
            return sql<Record<string, unknown>>`explain ${sql.raw(query.sql.replace(/\$\d/g, '0'))}`.execute(db)
          })
    expect(rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')).toContain('saved_searches_due')
  })
})
