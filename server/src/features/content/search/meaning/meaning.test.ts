import { numberOf } from '@askwell/contract/ids.ts'
import { auditLog } from '@askwell/contract/audit.ts'
import * as contract from '@askwell/contract/meaning.ts'
import { deleteQuestion, editQuestion, operateQuestion, similarQuestions } from '@askwell/contract/questions.ts'
import { search, type SearchHit } from '@askwell/contract/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { embeddingsService } from '../../../../../test/embeddings-service.ts'
import { threads } from '../../../../../test/threads.ts'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../../test/world.ts'
import { updatePost } from '../../posts/queries.ts'
import { fuse } from './fuse.ts'

test('what stands high in both orders comes before what stands high in one', () => {
  expect(fuse([1, 2, 3], [3, 9])).toEqual([3, 1, 2, 9])
  expect(fuse([1, 2, 3], [])).toEqual([1, 2, 3])
})

/** Those asked below, and what a new site begins with. */
const TEXTS = 19

const titles = (hits: SearchHit[]) => hits.map(({ object }) => object.title)

describe.each(engines)('search by meaning (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let ann: TestUser
  let elsewhere: Awaited<ReturnType<typeof embeddingsService>>
  const car = 'How do I mend my automobile?'
  let carId = ''
  const service = () => ({
    embeddings_url: elsewhere.url,
    embeddings_model: 'small',
    embeddings_secret: elsewhere.key,
  })
  const find = (q: string, who?: TestUser) => (who ? w.as(who) : w.nobody).call(search, { query: { q } })
  const found = async (q: string, who?: TestUser) => titles((await find(q, who)).list)
  const progress = async () => (await w.as(admin).call(contract.meaningSettings)).progress
  const hasPgvector = async () =>
    (await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(w.app.db)).rows.length > 0
  const make = async () => {
    w.clock.advance(31)
    await w.settle()
  }
  beforeAll(async () => {
    elsewhere = await embeddingsService({ models: { small: 64, other: 80, wide: 2100, endless: 5000 } })
    w = await world(engine, { config: { embeddingsPrivate: true } })
    const { ask, answer } = threads(w)
    admin = await w.given.admin()
    ann = await w.given.member({ rank: 5000 })
    carId = await ask(ann, car)
    const dog = await ask(ann, 'What should a puppy have for dinner?')
    await answer(ann, dog, 'Something without onions.')
    for (let n = 0; n < 12; n++) await ask(ann, `Where does sirocco ${'abcdefghijkl'[n]}x blow at noon?`)
    await make()
  })
  beforeEach(() => {
    elsewhere.service.trouble = 200
    elsewhere.service.texts.length = 0
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    elsewhere.close()
  })

  test('off, as at first, nothing leaves the site and only words are found', async () => {
    expect(await w.as(admin).call(contract.meaningSettings)).toMatchObject({
      meaning: false,
      embeddings_url: '',
      progress: { posts: 0, done: 0, kept: false },
    })
    expect(await found('vehicle fixing')).toEqual([])
    expect(elsewhere.service.requests).toBe(0)
  })

  test('PostgreSQL without pgvector is said to compare one by one, and what to do about it', async () => {
    expect((await progress()).lacks).toEqual(
      engine === 'sqlite' || (await hasPgvector()) ? '' : (expect.stringContaining('postgresql-17-pgvector') as string),
    )
  })

  test('a try says what it will cost, saves nothing, and what is wrong is said', async () => {
    const tryIt = (body: object) => w.as(admin).call(contract.tryEmbeddings, { body })
    const { texts, characters, dimensions } = await tryIt(service())
    const { count } = await w.app.db
      .selectFrom('search_state')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect([texts, dimensions]).toEqual([count, 64])
    const { rows } = await sql<{
      sum: number
    }>`select sum(length(title) * (case when kind = 'question' then 1 else 0 end) + length(plain_text)
          + case when kind = 'question' then 2 else 0 end) as sum from search_state join posts on posts.id = post_id`.execute(
      w.app.db,
    )
    const sent = rows[0]!.sum
    expect(Math.abs(characters - sent)).toBeLessThanOrEqual(1)
    for (const [body, reason] of [
      [{ ...service(), embeddings_secret: 'wrong' }, 'error.embeddings.refused'],
      [{ ...service(), embeddings_model: 'none' }, 'error.embeddings.answered'],
      [{ ...service(), embeddings_model: 'endless' }, 'error.embeddings.too_wide'],
      [{ ...service(), embeddings_url: 'http://127.0.0.1:1/v1' }, 'error.embeddings.away'],
    ] as const)
      await expect(tryIt(body), reason).rejects.toMatchObject({ status: 400, reason })
    await expect(tryIt({ embeddings_model: 'small' })).rejects.toMatchObject({ fields: ['embeddings_url'] })
    elsewhere.service.trouble = 429
    await expect(tryIt(service())).rejects.toMatchObject({ reason: 'error.embeddings.too_often' })
    expect((await w.as(admin).call(contract.meaningSettings)).embeddings_url).toBe('')
  })

  test('switched on, vectors are made in batches, over failures with growing pauses, and by whoever is there', async () => {
    const reply = await w.as(admin).call(contract.saveMeaningSettings, { body: { meaning: true, ...service() } })
    expect(reply).toMatchObject({ dimensions: 64, texts: TEXTS })
    const batch = elsewhere.service.requests + 1
    elsewhere.service.onRequest = () => {
      if (elsewhere.service.requests > batch) elsewhere.service.trouble = 503
    }
    await make()
    expect(await progress()).toMatchObject({
      done: 16,
      texts: TEXTS - 16,
      problem: expect.stringContaining('503') as string,
    })
    const { requests } = elsewhere.service
    await w.settle()
    expect(elsewhere.service.requests).toBe(requests) // not before its time
    await make()
    expect(elsewhere.service.requests).toBe(requests + 1)
    await make()
    expect(elsewhere.service.requests).toBe(requests + 1) // twice as long now
    // Whoever is there goes on with what is missing, and with nothing else. A file of SQLite belongs to one process.
    elsewhere.service.onRequest = () => {}
    elsewhere.service.trouble = 200
    elsewhere.service.texts.length = 0
    const other = engine === 'postgres' ? await neighbourOf(w) : undefined
    w.clock.advance(61)
    await (other?.site.app ?? w.app).jobs.settle()
    await other?.close()
    expect(elsewhere.service.texts).toHaveLength(TEXTS - 16)
    expect(await progress()).toMatchObject({ posts: TEXTS, done: TEXTS, texts: 0, problem: '' })
    expect(elsewhere.service.texts.join()).not.toContain(ann.username)
  })

  test('a search finds what means the same, before nothing and among what has the words', async () => {
    expect((await found('vehicle fixing'))[0]).toBe(car)
    expect((await found('hound food'))[0]).toBe('What should a puppy have for dinner?')
    expect((await found('automobile'))[0]).toBe(car)
    expect(await found('"vehicle fixing"')).toEqual([])
    expect(await found('vehicle in:title')).toEqual([])
    expect((await find('vehicle fixing')).nearest).toBe(true)
    const [similar] = await w.as(ann).call(similarQuestions, { query: { title: 'Fixing a vehicle' } })
    expect(similar!.title).toBe(car)
  })

  test('filters hold, pages have nothing twice, and none is missing', async () => {
    expect(await found('vehicle fixing is:answer')).not.toContain(car)
    expect(await found('vehicle fixing score:5')).toEqual([])
    expect(await found('vehicle fixing user:nobody-of-this-name')).toEqual([])
    const whole = await w.nobody.call(search, { query: { q: 'sirocco', size: 50 } })
    const pages = []
    for (let page = 1; pages.length < whole.count; page++)
      pages.push(...(await w.nobody.call(search, { query: { q: 'sirocco', page, size: 5 } })).list)
    expect(pages.map(({ object }) => object.question_id)).toEqual(whole.list.map(({ object }) => object.question_id))
    expect(new Set(pages.map(({ object }) => object.id)).size).toBe(whole.count)
  })

  test('a service that is away or slow leaves the words', async () => {
    elsewhere.service.trouble = 500
    expect(await found('mend automobile today')).toContain(car)
    expect(await found('vehicle fixing tomorrow')).toEqual([])
    w.clock.advance(60)
  })

  test('only what the viewer may see is found, and what changes or goes is as it is now', async () => {
    const { ask } = threads(w)
    const id = await ask(ann, 'Which lager goes with a meal?')
    await make()
    expect((await found('stout essen'))[0]).toBe('Which lager goes with a meal?')
    await w.app.transaction((tx) => updatePost(tx.db, numberOf('question', id), { status: 11 }))
    expect(await found('stout essen')).not.toContain('Which lager goes with a meal?')
    await w.app.transaction((tx) => updatePost(tx.db, numberOf('question', id), { status: 1 }))
    elsewhere.service.texts.length = 0
    await w.as(ann).call(editQuestion, {
      body: { id, title: 'Which laptop is quiet?', content: 'It hums.', tags: [{ slug_name: 'support' }] },
    })
    await make()
    expect(elsewhere.service.texts).toEqual(['Which laptop is quiet?\n\nIt hums.'])
    expect((await found('pc'))[0]).toBe('Which laptop is quiet?')
    await w.as(ann).call(deleteQuestion, { body: { id } })
    await make()
    expect(
      await w.app.db
        .selectFrom('search_vectors')
        .select('post_id')
        .where('post_id', '=', numberOf('question', id))
        .execute(),
    ).toEqual([])
  })

  test('texts of which the service makes nothing hold up no others, and long ones are shortened for it', async () => {
    const { ask, answer } = threads(w)
    elsewhere.service.trouble = 400
    const long = await answer(ann, carId, `It is long. ${'Very long. '.repeat(300)}`)
    const nothing = await ask(ann, 'What is the unspeakable?')
    await make()
    const { done, posts, problem } = await progress()
    expect([done, problem]).toEqual([posts - 2, expect.stringContaining('400')]) // it takes no text at all
    elsewhere.service.trouble = 200
    elsewhere.service.longest = 1000
    await make()
    expect(await progress()).toMatchObject({ done: posts, problem: '' })
    elsewhere.service.longest = Infinity
    const kept = await w.app.db.selectFrom('search_vectors').select('post_id').execute()
    const ids = kept.map(({ post_id }) => post_id)
    expect(ids).toContain(numberOf('answer', long))
    expect(ids).not.toContain(numberOf('question', nothing))
  })

  test('what is unlisted isn’t sent, with its answers, and comes back with them', async () => {
    const { ask, answer } = threads(w)
    const id = await ask(ann, 'Which secret beer is this?')
    const answered = await answer(ann, id, 'The secret lager.')
    const posts = [numberOf('question', id), numberOf('answer', answered)]
    const kept = async () =>
      (await w.app.db.selectFrom('search_vectors').select('post_id').where('post_id', 'in', posts).execute()).length
    const list = (operation: 'hide' | 'show') => w.as(admin).call(operateQuestion, { body: { id, operation } })
    await list('hide')
    await make()
    expect(elsewhere.service.texts.join()).not.toContain('secret')
    await list('show')
    await make()
    expect([await kept(), elsewhere.service.texts.join()]).toEqual([2, expect.stringContaining('secret lager')])
    await list('hide')
    await make()
    expect(await kept()).toBe(0)
  })

  test('another model makes everything anew, however wide; the key is kept to its service and shown to nobody', async () => {
    await w.as(admin).call(contract.saveMeaningSettings, { body: { meaning: true, embeddings_model: 'wide' } })
    await make()
    const { done, posts } = await progress()
    expect([done, posts > 16]).toEqual([posts, true])
    expect((await found('vehicle fixing'))[0]).toBe(car)
    const kept = await w.app.db.selectFrom('search_vectors').select('generation').distinct().execute()
    expect(kept).toHaveLength(1)
    if (engine === 'postgres') {
      const { rows } = await sql`select 1 from pg_indexes where indexdef like '%halfvec_cosine_ops%'`.execute(w.app.db)
      expect(rows).toHaveLength((await hasPgvector()) ? 1 : 0)
    }
    const shown = await w.as(admin).call(contract.meaningSettings)
    expect(JSON.stringify(shown)).not.toContain(elsewhere.key)
    const entries = await w.as(admin).call(auditLog, { query: {} })
    expect(JSON.stringify(entries)).toContain('embeddings_model')
    expect(JSON.stringify(entries)).not.toContain(elsewhere.key)
    const moved = { meaning: true, embeddings_url: 'http://127.0.0.1:9/v1' }
    await expect(w.as(admin).call(contract.saveMeaningSettings, { body: moved })).rejects.toMatchObject({
      fields: ['embeddings_secret'],
    })
  })

  test('it can be switched off and all of it deleted', async () => {
    await w.as(admin).call(contract.deleteVectors, { body: {} })
    await make()
    expect(await w.app.db.selectFrom('search_vectors').select('post_id').execute()).toEqual([])
    expect(await w.as(admin).call(contract.meaningSettings)).toMatchObject({
      meaning: false,
      progress: { kept: false },
    })
    expect(await found('vehicle fixing')).toEqual([])
    expect(await found('automobile')).toEqual([car])
    expect(numberOf('question', carId)).toBeGreaterThan(0)
  })
})
