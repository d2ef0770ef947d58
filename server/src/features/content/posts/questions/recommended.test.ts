import { follow } from '@askwell/contract/follows.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { questionPage, recommendedQuestions } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { QUESTIONS_COUNTER } from '../policy.ts'
import { type PostChanges, updatePost } from '../queries.ts'
import { counter, setCounter } from '../../../operations/settings/queries.ts'

describe.each(engines)('recommended questions (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, dan, cyd]: TestUser[] = []
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, dan, cyd] = [
      await w.given.member({ name: 'ann' }),
      await w.given.member({ name: 'dan' }),
      await w.given.member({ name: 'cyd' }),
    ]
    await w.app.transaction((tx) => tx.db.updateTable('posts').set({ status: 10 }).execute()) // what the installer wrote is out of the way
    const states: Record<string, PostChanges> = {
      pinned: { pin: 2 },
      hot: { hot_score: 90 },
      warm: { hot_score: 50 },
      closed: { hot_score: 40, status: 2 },
      cold: { hot_score: 0 },
    }
    for (const [name, changes] of Object.entries(states)) {
      ids[name] = await t.ask(ann)
      await w.app.transaction((tx) => updatePost(tx.db, numberOf('question', ids[name]!), changes))
    }
    ids.dans = await t.ask(dan)
    await w.app.transaction((tx) =>
      tx.db.deleteFrom('question_tags').where('question_id', '=', numberOf('question', ids.dans!)).execute(),
    )
  })
  afterAll(() => w.close())

  const names = (list: { id: string }[]) =>
    list.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).join(' ')
  const mine = async (query: object = {}) => {
    const { count, list } = await w.as(cyd!).call(recommendedQuestions, { query })
    return `${count}: ${names(list)}`
  }
  const set = (object_id: string, is_cancel = false) => w.as(cyd!).call(follow, { body: { object_id, is_cancel } })

  test('to who follows nothing: open ones of others, the hot ones first', async () => {
    expect(await mine()).toBe('5: pinned hot warm dans cold')
  })

  test('what one follows comes first, closed or not; then open ones in followed tags and by followed members', async () => {
    await set(ids.closed!)
    await set(ids.cold!)
    expect(await mine()).toBe('2: closed cold')
    await set(String(dan!.id))
    expect(await mine()).toBe('3: closed cold dans')
    await set(objectId('tag', 1))
    expect(await mine()).toBe('6: closed cold pinned hot warm dans')
    expect((await w.as(cyd!).call(questionPage, { query: { order: 'recommend' } })).list).toHaveLength(6)
  })

  test('are the same where one follows so much that the hot ones are gone through instead', async () => {
    const before = await counter(w.app.db, QUESTIONS_COUNTER)
    const count = (questions: number) => w.app.transaction((tx) => setCounter(tx.db, QUESTIONS_COUNTER, questions))
    await count(0)
    expect(await mine()).toBe('6: closed cold pinned hot warm dans')
    await count(before)
  })

  test('pages by number and by "older" go through both parts without gap or overlap', async () => {
    expect([await mine({ page_size: 3 }), await mine({ page_size: 3, page: 2 })]).toEqual([
      '6: closed cold pinned',
      '6: hot warm dans',
    ])
    expect(await mine({ older_than: ids.closed, page_size: 2 })).toBe('5: cold pinned')
    expect(await mine({ older_than: ids.hot })).toBe('2: warm dans')
    expect(await mine({ username: 'dan' })).toBe('1: dans')
  })

  test("what one has answered or asked oneself isn't recommended", async () => {
    await t.answer(cyd!, ids.dans!)
    ids.own = await t.ask(cyd!)
    expect(await mine()).toBe('5: closed cold pinned hot warm')
  })
})
