import { numberOf, objectId } from '@askwell/contract/ids.ts'
import {
  askQuestion,
  linkedQuestions,
  questionPage,
  recommendedQuestions,
  relatedQuestions,
  type QuestionOrder,
} from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../../test/faultless.ts'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { DAY } from '../../../../lib/clock.ts'
import { RENDERER } from '../../../../lib/renderer.ts'
import { insertPosts, type NewPost, type PostChanges, updatePost } from '../queries.ts'
import { setCounter } from '../../../operations/settings/queries.ts'
import { insertQuestionTags } from '../../tags/of-questions/queries.ts'
import { insertTags, updateTag } from '../../tags/queries.ts'

describe.each(engines)('lists of questions, on %s', (engine) => {
  let site: World
  let doing: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser
  const ids: Record<string, number> = {}
  const names = new Map<string, string>()
  const change = (name: string, changes: PostChanges) =>
    site.app.transaction((tx) => updatePost(tx.db, ids[name]!, changes))

  beforeAll(async () => {
    site = await world(engine, { pages: true })
    doing = threads(site)
    ann = await site.given.member({ name: 'ann', rank: 1000 })
    bob = await site.given.member({ name: 'bob' })
    await site.app.transaction(async (tx) => {
      await tx.db.updateTable('posts').set({ status: 10 }).execute() // what the installer wrote is out of the way
      await setCounter(tx.db, 'questions', 0)
    })
    for (const name of ['oldest', 'older', 'old', 'new', 'newest']) {
      site.clock.advance(DAY)
      const id = await doing.ask(ann)
      ids[name] = numberOf('question', id)
      names.set(id, name)
    }
    const now = site.clock.now()
    await change('oldest', { active_at: now + 1, score: 5, view_count: 1 })
    await change('older', { hot_score: 900, linked_count: 2 })
    await change('old', { answer_count: 1, score: 5, view_count: 9 })
    await change('new', { pin: 2, hot_score: 1 })
    await change('newest', { linked_count: 7, hot_score: 50, status: 2 })
  })
  afterAll(() => site.close())

  const page = (query: Parameters<typeof ask>[0] = {}) => ask(query)
  const ask = (query: {
    order?: QuestionOrder
    in_days?: number
    tag?: string
    username?: string
    page?: number
    page_size?: number
    older_than?: string
  }) => site.nobody.call(questionPage, { query })
  const order = async (query: Parameters<typeof ask>[0]) =>
    (await page(query)).list.map(({ id }) => names.get(id) ?? id)

  test.each<[QuestionOrder, string]>([
    ['newest', 'new newest old older oldest'],
    ['active', 'new oldest newest old older'],
    ['hot', 'new older newest old oldest'],
    ['score', 'new old oldest newest older'],
    ['unanswered', 'new newest older oldest'],
    ['frequent', 'new newest older old oldest'],
    ['recommend', 'new older newest old oldest'],
  ])('order %s, with the pinned question first', async (name, expected) => {
    expect((await order({ order: name })).join(' ')).toBe(expected)
    expect((await page({ order: name })).count).toBe(expected.split(' ').length)
  })

  test('an order that doesn’t exist is a wrong field', async () =>
    expect((await refusal(page({ order: 'sideways' as never }))).fields).toEqual(['order']))

  test.each([
    [1, 'new newest'],
    [2, 'new newest old'],
    [4, 'new newest old older oldest'],
    [0, 'new newest old older oldest'],
  ])('a window of %s days holds what was asked in it', async (in_days, expected) => {
    for (const name of ['newest', 'hot', 'score'] as const)
      expect((await order({ in_days, order: name })).sort().join(' ')).toBe(expected.split(' ').sort().join(' '))
    expect((await page({ in_days })).count).toBe(expected.split(' ').length)
    expect((await order({ in_days })).join(' ')).toBe(expected)
  })

  test('pages follow each other without gap or overlap, and end', async () => {
    const pages = await Promise.all([1, 2, 3].map((number) => order({ page: number, page_size: 2 })))
    expect(pages.flat().join(' ')).toBe('new newest old older oldest')
    expect(await refusal(page({ page: 4, page_size: 2 }))).toMatchObject({ status: 404 })
    expect(await page({ page: 1, tag: 'no-such-tag' })).toEqual({ count: 0, list: [] })
    expect(await refusal(page({ page: 2, tag: 'no-such-tag' }))).toMatchObject({ status: 404 })
  })

  test('a list of somebody’s questions has theirs only', async () => {
    expect((await page({ username: 'ann' })).count).toBe(5)
    expect(await order({ username: 'ann', order: 'score' })).toEqual(['new', 'old', 'oldest', 'newest', 'older'])
    expect(await page({ username: 'bob' })).toEqual({ count: 0, list: [] })
    expect(await page({ username: 'nobody-of-this-name' })).toEqual({ count: 0, list: [] })
  })

  test('recommended are open questions of others that one has not answered, the hot ones first', async () => {
    const mine = (who: TestUser, query: object = {}) =>
      site
        .as(who)
        .call(recommendedQuestions, { query })
        .then(({ count, list }) => [count, ...list.map(({ id }) => names.get(id))])
    expect(await mine(bob)).toEqual([4, 'new', 'older', 'old', 'oldest'])
    expect(await mine(ann)).toEqual([0])
    await doing.answer(bob, objectId('question', ids.older!))
    expect(await mine(bob)).toEqual([3, 'new', 'old', 'oldest'])
    expect(await mine(bob, { in_days: 2 })).toEqual([2, 'new', 'old'])
    expect(await refusal(site.nobody.call(recommendedQuestions))).toMatchObject({ status: 401 })
  })

  describe('with many questions', () => {
    const MANY = 10_100
    let common: number, rare: number
    beforeAll(async () => {
      await site.app.transaction(async (tx) => {
        const start = tx.now()
        const blank = {
          kind: 'question',
          user_id: bob.id,
          original_text: 'x',
          parsed_text: '<p>x</p>',
          description: 'x',
          renderer: RENDERER, // else all ten thousand would be rendered anew while a later test settles
          active_at: start,
          operator_id: bob.id,
          operation_type: 'asked',
        } as const
        const made = await insertPosts(
          tx.db,
          Array.from({ length: MANY }, (_, n): NewPost => ({
            ...blank,
            title: `number ${n}`,
            score: (n * 7919) % 100,
            hot_score: n % 50,
            created_at: start - 400 * DAY - 10 * n,
          })),
        )
        ;[common, rare] = (await insertTags(
          tx.db,
          ['common', 'rare'].map((slug) => ({
            slug_name: slug,
            display_name: slug,
            original_text: '',
            parsed_text: '',
            description: '',
            user_id: bob.id,
            created_at: start,
          })),
        )) as [number, number]
        await insertQuestionTags(
          tx.db,
          made.flatMap((question_id, n) => [
            ...(n % 2 ? [{ question_id, tag_id: common, position: 0 }] : []),
            ...(n % 1000 ? [] : [{ question_id, tag_id: rare, position: 1 }]),
          ]),
        )
        await updateTag(tx.db, common, { question_count: MANY / 2 })
        await updateTag(tx.db, rare, { question_count: 11 })
        await setCounter(tx.db, 'questions', MANY + 5)
      })
    }, 60_000)

    test('pages go ten thousand rows deep, and no deeper by number', async () => {
      const deepest = await page({ page: 100, page_size: 100 })
      expect([deepest.count, deepest.list.length]).toEqual([MANY + 5, 100])
      expect(await refusal(page({ page: 101, page_size: 100 }))).toMatchObject({ status: 404 })
      expect(
        new Set([...deepest.list, ...(await page({ page: 99, page_size: 100 })).list].map(({ id }) => id)).size,
      ).toBe(200)
    })

    test('deeper one goes on from question to question, in every order, and meets each once', async () => {
      for (const order of ['newest', 'active', 'hot', 'score', 'frequent'] as const) {
        const whole = await page({ order, page: 100, page_size: 100 })
        const met = new Set<string>()
        for (let older = whole.list.at(-1)?.id; older;) {
          const { list, count } = await page({ order, older_than: older, page_size: 100 })
          expect(count).toBe(MANY + 5)
          for (const { id } of list) met.add(id)
          older = list.length === 100 ? list.at(-1)!.id : undefined
        }
        expect(met.size).toBe(105)
        for (const { id } of whole.list) expect(met.has(id)).toBe(false)
      }
      const after = (await page({ tag: 'common', page: 2 })).list.at(-1)!.id
      expect((await page({ tag: 'common', older_than: after })).list).toEqual(
        (await page({ tag: 'common', page: 3 })).list,
      )
      expect(await refusal(page({ older_than: objectId('question', 999_999) }))).toMatchObject({ status: 404 })
    })

    test('the last page by number leads on to the older ones, and their pages back and on to the end', async () => {
      const html = async (url: string) =>
        (await site.server.inject({ url, headers: { accept: 'text/html' } })).body.replaceAll('&amp;', '&')
      const olderOn = (body: string) => /href="(\/questions\?[^"]*older_than=\d{17})"/.exec(body)?.[1]
      const last = await html('/questions?order=newest&page=500')
      expect(olderOn(await html('/questions?order=newest&page=499'))).toBeUndefined()
      let [at, seen] = [olderOn(last), 0]
      while (at) {
        const body = await html(at)
        expect(body).toContain('href="/questions?order=newest&page=500"')
        expect(body).not.toMatch(/page=500"[^>]*aria-current/)
        seen += body.match(/class="question-row-title"/g)?.length ?? 0
        at = olderOn(body)
      }
      expect(seen).toBe(105)
    })

    test('a tag’s questions are the same however one gets at them, in every order', async () => {
      const columns = {
        newest: ['created_at'],
        active: ['active_at'],
        hot: ['hot_score'],
        score: ['score', 'view_count'],
        unanswered: ['created_at'],
        frequent: ['linked_count'],
      } as const
      const expected = async (tag_id: number, name: keyof typeof columns) =>
        (
          await columns[name]
            .reduce(
              (q, column) => q.orderBy(column, 'desc'),
              site.app.db
                .selectFrom('posts')
                .innerJoin('question_tags', 'question_tags.question_id', 'posts.id')
                .where('tag_id', '=', tag_id)
                .orderBy('pin', 'desc'),
            )
            .orderBy('id', 'desc')
            .select('id')
            .execute()
        ).map(({ id }) => objectId('question', id))
      for (const name of Object.keys(columns) as (keyof typeof columns)[]) {
        const all = await expected(common, name)
        // Up to page 25 the order is walked, from page 26 on the tag is read.
        for (const number of [1, 25, 26, 51])
          expect(
            (await page({ tag: 'common', order: name, page: number, page_size: 100 })).list.map(({ id }) => id),
          ).toEqual(all.slice((number - 1) * 100, number * 100))
        expect((await page({ tag: 'RARE', order: name })).list.map(({ id }) => id)).toEqual(await expected(rare, name))
      }
      expect((await page({ tag: 'common' })).count).toBe(MANY / 2)
      expect((await page({ tag: 'common', in_days: 401 })).count).toBe(4320)
    })

    test('a list counts as far as one can page, and one more', async () => {
      expect((await page({ order: 'unanswered' })).count).toBe(10_001)
      expect((await page({ username: 'bob' })).count).toBe(10_001)
      expect((await page({ in_days: 3650 })).count).toBe(10_001)
      expect((await page({ in_days: 30 })).count).toBe(5)
      expect((await page({ in_days: 30, order: 'hot', page_size: 6 })).list).toHaveLength(5)
    })

    test('related questions share tags: first those that share most, then the best', async () => {
      const both = await site.app.db
        .selectFrom('posts')
        .select('id')
        .where('title', '=', 'number 0')
        .executeTakeFirstOrThrow()
      await site.app.transaction((tx) =>
        insertQuestionTags(tx.db, [{ question_id: both.id, tag_id: common, position: 2 }]),
      )
      const related = await site.nobody.call(relatedQuestions, {
        query: { question_id: objectId('question', both.id) },
      })
      expect(related.list).toHaveLength(6)
      expect(related.list.map(({ id }) => id)).not.toContain(objectId('question', both.id))
      const scores = related.list.map(({ vote_count }) => vote_count)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
    })
  })

  test('related questions are those that share words too; without a common tag, words alone', async () => {
    const tags = (slug: string) => [{ slug_name: slug }]
    const asked = async (title: string, slug: string) =>
      (
        await site
          .as(await site.given.member({ rank: 1000 }))
          .call(askQuestion, { body: { title, content: 'What is to be said of it.', tags: tags(slug) } })
      ).id
    const one = await asked('Does a kettle descale itself with vinegar?', 'kettles')
    const others = [
      await asked('Which kettle is the quietest?', 'kettles'),
      await asked('How much vinegar does it take to descale a kettle?', 'kettles'),
      await asked('Is a whistling kettle safe?', 'kettles'),
    ]
    const elsewhere = await asked('Can vinegar descale a shower head?', 'bathrooms')
    await site.settle()
    const related = async (id: string) =>
      (await site.nobody.call(relatedQuestions, { query: { question_id: id } })).list.map((card) => card.id)
    const found = await related(one)
    expect(found.slice(0, 1)).toEqual([others[1]])
    expect(new Set(found.slice(1, 3))).toEqual(new Set([others[0], others[2]]))
    expect(found.slice(3)).toContain(elsewhere)
    expect(await related(elsewhere)).toContain(one)
  })

  test('questions whose text or whose answers name another are listed with it', async () => {
    const target = objectId('question', ids.old!)
    const linked = await doing.ask(bob, 'A question whose answer names another?')
    await doing.answer(ann, linked, `See http://world.example/questions/${target}/with-a-title`)
    const { count, list } = await site.nobody.call(linkedQuestions, { query: { question_id: target } })
    expect([count, ...list.map(({ id }) => id)]).toEqual([1, linked])
    expect(
      (await site.nobody.call(linkedQuestions, { query: { question_id: target, order: 'hot', in_days: 1 } })).count,
    ).toBe(1)
    site.clock.advance(2 * DAY)
    expect((await site.nobody.call(linkedQuestions, { query: { question_id: target, in_days: 1 } })).count).toBe(0)
  })

  test('nothing has gone wrong unseen', () => expect(site.faults).toEqual([]))
})
