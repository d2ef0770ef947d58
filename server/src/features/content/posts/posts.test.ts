import { deleteAnswer, editAnswer } from '@askwell/contract/answers.ts'
import { deleteComment } from '@askwell/contract/comments.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  linkedQuestions,
  questionInfo,
  questionPage,
  reopenQuestion,
} from '@askwell/contract/questions.ts'
import { tag } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { inLists } from '../../../db/visible.ts'
import { DAY, HOUR, MINUTE } from '../../../lib/clock.ts'
import { refreshHotScores } from './effects.ts'
import { erasePosts } from './erasure/queries.ts'
import { insertPosts, updatePost } from './queries.ts'
import { countView, flushViews } from './view-counter.ts'

describe.each(engines)('posts, on %s', (engine) => {
  let site: World
  let doing: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser, moe: TestUser
  beforeAll(async () => {
    site = await world(engine)
    doing = threads(site)
    ann = await site.given.member({ name: 'ann', rank: 1000 })
    bob = await site.given.member({ name: 'bob', rank: 1000 })
    moe = await site.given.moderator({ name: 'moe' })
  })
  afterAll(() => site.close())

  const row = (id: string) =>
    site.app.db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', numberOf(id[3] === '1' ? 'question' : 'answer', id))
      .executeTakeFirstOrThrow()
  const edit = (who: TestUser, id: string, content: string) =>
    site.as(who).call(editQuestion, {
      body: { id, title: 'A title that stays the same', content, tags: [{ slug_name: 'support' }] },
    })
  const remove = (who: TestUser, id: string) =>
    id[3] === '1'
      ? site.as(who).call(deleteQuestion, { body: { id } })
      : site.as(who).call(deleteAnswer, { body: { id } })

  test('a preview is rendered as the post will be', async () => {
    expect(await site.as(ann).call(renderPost, { body: { content: 'A **zephyr** <script>alert(1)</script>' } })).toBe(
      '<p>A <strong>zephyr</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    )
    expect(await refusal(site.nobody.call(renderPost, { body: { content: 'x' } }))).toMatchObject({ status: 401 })
    expect(
      await refusal(site.as(await site.given.member({ active: false })).call(renderPost, { body: { content: 'x' } })),
    ).toMatchObject({ status: 403, data: { type: 'inactive' } })
  })

  describe('links between questions', () => {
    const linkedCount = async (id: string) => (await row(id)).linked_count
    const linking = async (id: string) =>
      (await site.nobody.call(linkedQuestions, { query: { question_id: id } })).list.map((card) => card.id)

    test('come and go with the text', async () => {
      const [target, second, from] = [await doing.ask(ann), await doing.ask(ann), await doing.ask(bob)]
      await edit(bob, from, `see /questions/${target}, #${target} and myself: #${from}`)
      expect(await linking(target)).toEqual([from])
      expect([await linkedCount(target), await linkedCount(from)]).toEqual([1, 0])
      await edit(bob, from, `rather #${second}`)
      expect([await linkedCount(target), await linkedCount(second)]).toEqual([0, 1])
      await edit(bob, from, 'nothing any more')
      expect([await linking(second), await linkedCount(second)]).toEqual([[], 0])
    })

    test('from a question and its answers count once, and end when the last of them is gone', async () => {
      const [target, from] = [await doing.ask(ann), await doing.ask(bob)]
      await edit(bob, from, `see #${target}`)
      const answer = await doing.answer(ann, from, `as I said in #${target}`)
      expect(await linkedCount(target)).toBe(1)
      await edit(bob, from, 'no link in the question')
      expect(await linkedCount(target)).toBe(1)
      await site.as(ann).call(editAnswer, { body: { id: answer, content: 'nor in the answer' } })
      expect(await linkedCount(target)).toBe(0)
      await site.as(ann).call(editAnswer, { body: { id: answer, content: `here again: #${target}` } })
      await remove(ann, answer)
      expect(await linkedCount(target)).toBe(0)
    })

    test('to an answer are links to its question; to what isn’t there, none', async () => {
      const [target, from] = [await doing.ask(ann), await doing.ask(bob)]
      const answer = await doing.answer(bob, target)
      await edit(bob, from, `#${answer} #10010000000099999 https://elsewhere.example/questions/${target}`)
      expect(await linking(target)).toEqual([from])
      await edit(bob, from, `https://elsewhere.example/questions/${target}`)
      expect(await linking(target)).toEqual([])
    })

    test('a question that is gone from view takes its links and its answers’ links with it', async () => {
      const [target, from] = [await doing.ask(ann), await doing.ask(bob)]
      await edit(bob, from, `see #${target}`)
      await doing.answer(ann, from, `as I said in #${target}`)
      await remove(moe, from)
      expect([await linking(target), await linkedCount(target)]).toEqual([[], 0])
      expect(await refusal(site.as(ann).call(linkedQuestions, { query: { question_id: from } }))).toMatchObject({
        status: 404,
      })
    })

    test('set by many at one moment are counted exactly', async () => {
      const target = await doing.ask(ann)
      const people = await Promise.all(Array.from({ length: 8 }, () => site.given.member({ rank: 20 })))
      const asked = await Promise.all(people.map((person) => doing.ask(person)))
      await Promise.all(asked.map((id, n) => edit(people[n]!, id, `see #${target}`)))
      expect(await linkedCount(target)).toBe(8)
    })
  })

  describe('views', () => {
    const views = async (id: string) => (await row(id)).view_count
    const look = (who: TestUser | undefined, id: string, ip?: string) =>
      (who ? site.as(who) : site.nobody).call(questionInfo, { query: { id }, ...(ip && { ip }) })

    test('count each opening, and each person once, and are written together', async () => {
      const id = await doing.ask(ann)
      for (const who of [ann, ann, bob, undefined, undefined]) await look(who, id)
      await look(undefined, id, '203.0.113.7')
      expect(await views(id)).toBe(0)
      await flushViews(site.app)
      expect(await views(id)).toBe(4)
      await flushViews(site.app)
      expect(await views(id)).toBe(4)
      site.clock.advance(29 * MINUTE)
      await look(bob, id)
      await flushViews(site.app)
      expect(await row(id)).toMatchObject({ view_count: 4, unique_view_count: 4 })
      site.clock.advance(MINUTE)
      for (const who of [ann, bob, undefined]) await look(who, id)
      await flushViews(site.app)
      expect(await row(id)).toMatchObject({ view_count: 7, unique_view_count: 4 })
      site.clock.advance(3 * DAY)
      await look(await site.given.member(), id)
      await look(bob, id)
      await look(undefined, id, '203.0.113.7')
      await flushViews(site.app)
      expect(await row(id)).toMatchObject({ view_count: 10, unique_view_count: 5 })
    })

    test('leave nothing behind of who has looked', async () => {
      const id = await doing.ask(ann)
      await look(bob, id)
      await flushViews(site.app)
      const sketches = () =>
        site.app.db
          .selectFrom('reader_sketches')
          .where('question_id', '=', numberOf('question', id))
          .selectAll()
          .execute()
      expect(await sketches()).toMatchObject([{ sketch: expect.stringMatching(/^.{6}==$/) }])
      await site.app.transaction((tx) => erasePosts(tx.db, [numberOf('question', id)]))
      expect(await sketches()).toEqual([])
    })

    test('of what one may not see are not counted', async () => {
      const id = await doing.ask(ann)
      await remove(ann, id)
      await refusal(look(bob, id))
      await flushViews(site.app)
      expect(await views(id)).toBe(0)
    })

    test('of many questions are written in one go', async () => {
      const ids = await Promise.all(Array.from({ length: 12 }, () => doing.ask(ann)))
      for (const [n, id] of ids.entries())
        for (let visitor = 0; visitor <= n; visitor++)
          countView(site.app, numberOf('question', id), `visitor ${visitor}`)
      await flushViews(site.app)
      expect(await Promise.all(ids.map(views))).toEqual(ids.map((_, n) => n + 1))
    })
  })

  test('votes brought along from elsewhere stay beneath those cast here', async () => {
    const id = await doing.ask(ann)
    await site.app.transaction((tx) => updatePost(tx.db, numberOf('question', id), { carried_score: 40, score: 40 }))
    await doing.vote(bob, 'up', id)
    expect((await row(id)).score).toBe(41)
    await doing.vote(bob, 'down', id)
    expect((await row(id)).score).toBe(39)
    await doing.vote(bob, 'down', id, true)
    expect((await row(id)).score).toBe(40)
  })

  test('after anything that people do, all at once, every count is what counting afresh gives', async () => {
    const before = {
      site: (await site.nobody.call(questionPage)).count,
      tag: (await site.nobody.call(tag, { query: { name: 'support' } })).question_count,
    }
    const listed = async () =>
      (
        await site.app.db
          .selectFrom('posts')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where(inLists())
          .executeTakeFirstOrThrow()
      ).count
    const off = { site: (await listed()) - before.site, tag: (await tagged()) - before.tag }
    async function tagged() {
      return (
        await site.app.db
          .selectFrom('posts')
          .innerJoin('question_tags', 'question_tags.question_id', 'posts.id')
          .innerJoin('tags', 'tags.id', 'question_tags.tag_id')
          .where('slug_name', '=', 'support')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where(inLists())
          .executeTakeFirstOrThrow()
      ).count
    }
    const people = await Promise.all(Array.from({ length: 4 }, () => site.given.member({ rank: 1000 })))
    const questions = await Promise.all(people.map((person) => doing.ask(person)))
    const act = async (n: number) => {
      const person = people[n % 4]!
      const question = questions[(n * 7 + 1) % 4]!
      switch (n % 8) {
        case 0:
          return doing.ask(person)
        case 1:
          return doing.answer(person, question)
        case 2:
          return doing.vote(person, n % 3 ? 'up' : 'down', question)
        case 3:
          return doing.comment(person, question)
        case 4:
          return edit(person, questions[n % 4]!, `edited in round ${n}, see #${questions[(n + 1) % 4]}`)
        case 5:
          return remove(n % 2 ? moe : person, question)
        case 6:
          return doing.vote(person, 'up', await doing.answer(person, question))
        default:
          return site.as(person).call(deleteComment, { body: { comment_id: await doing.comment(person, question) } })
      }
    }
    await Promise.allSettled(Array.from({ length: 64 }, (_, n) => act(n)))
    expect((await site.nobody.call(questionPage)).count).toBe((await listed()) - off.site)
    expect((await site.nobody.call(tag, { query: { name: 'support' } })).question_count).toBe(
      (await tagged()) - off.tag,
    )
    for (const id of questions) {
      const question = await row(id)
      const count = async (table: 'votes' | 'comments') =>
        (
          await site.app.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('post_id', '=', question.id)
            .$if(table === 'comments', (q) => q.where('status' as never, '=', 1 as never))
            .executeTakeFirstOrThrow()
        ).count
      const ups = await site.app.db.selectFrom('votes').select('direction').where('post_id', '=', question.id).execute()
      const answers = await site.app.db
        .selectFrom('posts')
        .select('id')
        .where('question_id', '=', question.id)
        .where('kind', '=', 'answer')
        .where('status', '<', 10)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      const links = await site.app.db
        .selectFrom('question_links')
        .select('from_question_id')
        .distinct()
        .where('to_question_id', '=', question.id)
        .execute()
      expect(question).toMatchObject({
        score: ups.reduce((sum, { direction }) => sum + (direction === 'up' ? 1 : -1), 0),
        comment_count: await count('comments'),
        answer_count: answers.length,
        last_answer_id: answers.at(-1)?.id ?? 0,
        linked_count: links.length,
      })
    }
  })

  describe('the hot score', () => {
    const hot = async (id: string) => (await row(id)).hot_score

    test('sinks with closing, and comes back with reopening', async () => {
      const id = await doing.ask(ann)
      await doing.vote(bob, 'up', id)
      const before = await hot(id)
      await site.as(moe).call(closeQuestion, { body: { id, close_type: 64 } })
      expect(await hot(id)).toBe(-1)
      await site.as(moe).call(reopenQuestion, { body: { question_id: id } })
      expect(await hot(id)).toBe(before)
    })

    test('is worked out later for questions that came in without one, such as imported ones', async () => {
      const id = await doing.ask(ann)
      const years = { created_at: site.clock.now() - 2000 * DAY, active_at: 0, hot_score: 0, score: 4 }
      await site.app.transaction((tx) => updatePost(tx.db, numberOf('question', id), years))
      await refreshHotScores(site.app)
      expect(await hot(id)).toBe(5)
    })

    test('follows votes and answers at once, and cools with time', async () => {
      const id = await doing.ask(ann)
      expect(await hot(id)).toBe(0)
      const answer = await doing.answer(bob, id)
      await doing.vote(ann, 'up', answer)
      expect(await hot(id)).toBe(11_000)
      await doing.vote(bob, 'up', id)
      expect(await hot(id)).toBe(23_000)
      await doing.vote(bob, 'up', id, true)
      await doing.vote(ann, 'up', answer, true)
      expect(await hot(id)).toBe(1)
      await doing.vote(ann, 'up', answer)
      site.clock.advance(3 * HOUR)
      await refreshHotScores(site.app)
      expect(await hot(id)).toBe(2250)
      site.clock.advance(91 * DAY)
      await refreshHotScores(site.app)
      expect(await hot(id)).toBe(1)
    })

    test('takes in the views, and is refreshed for all questions of the last 90 days, however many', async () => {
      const start = site.clock.now()
      const blank = {
        kind: 'question',
        user_id: ann.id,
        title: 'many',
        original_text: 'x',
        parsed_text: '<p>x</p>',
        description: 'x',
        view_count: 100,
        operator_id: ann.id,
        operation_type: 'asked',
      } as const
      const ids = await site.app.transaction((tx) =>
        insertPosts(
          tx.db,
          Array.from({ length: 1300 }, (_, n) => ({
            ...blank,
            created_at: start - 60 * (n % 7),
            active_at: start,
            pin: n % 100 ? 1 : 2,
          })),
        ),
      )
      await refreshHotScores(site.app)
      const cold = await site.app.db
        .selectFrom('posts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('id', 'in', ids)
        .where('hot_score', '<', 1001)
        .executeTakeFirstOrThrow()
      expect(cold.count).toBe(0)
      site.clock.advance(100 * DAY)
      await refreshHotScores(site.app)
      const warm = await site.app.db
        .selectFrom('posts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('hot_score', '>', 1000)
        .where(inLists())
        .executeTakeFirstOrThrow()
      expect(warm.count).toBe(0)
      await site.app.transaction((tx) =>
        tx.db.updateTable('posts').set({ status: 10 }).where('id', 'in', ids).execute(),
      )
    })
  })

  test('nothing has gone wrong unseen', () => expect(site.faults).toEqual([]))
})
