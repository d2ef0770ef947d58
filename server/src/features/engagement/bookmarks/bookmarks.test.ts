import { ownCollection, switchCollection } from '@askwell/contract/collections.ts'
import { deleteQuestion, operateQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWithoutFaults } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

describe.each(engines)('bookmarks (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, bob]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, bob] = [await w.given.member(), await w.given.member()]
  })
  afterAll(() => closeWithoutFaults(w))
  const set = (person: TestUser, object_id: string, bookmark: boolean) =>
    w.as(person).call(switchCollection, { body: { object_id, group_id: '0', bookmark } })
  const list = async (person: TestUser, query = {}) => w.as(person).call(ownCollection, { query })

  test('a question is bookmarked, again is once, and no longer', async () => {
    const question = await t.ask(ann!)
    expect(await set(bob!, question, true)).toEqual({ object_collection_count: 1 })
    expect(await set(bob!, question, true)).toEqual({ object_collection_count: 1 })
    expect(await set(ann!, question, true)).toEqual({ object_collection_count: 2 })
    expect(await w.as(bob!).call(questionInfo, { query: { id: question } })).toMatchObject({
      collected: true,
      collection_count: 2,
    })
    expect(await set(bob!, question, false)).toEqual({ object_collection_count: 1 })
    expect(await set(bob!, question, false)).toEqual({ object_collection_count: 1 })
    expect((await w.as(bob!).call(questionInfo, { query: { id: question } })).collected).toBe(false)
    await set(ann!, question, false)
  })

  test("one's own list has the latest first, without the texts, and says what one has done with each", async () => {
    const reader = await w.given.member({ rank: 500 })
    const questions = [await t.ask(ann!), await t.ask(ann!), await t.ask(bob!)]
    for (const id of questions) {
      await set(reader, id, true)
      w.clock.advance(1)
    }
    await t.vote(reader, 'up', questions[0]!)
    const answer = await t.answer(reader, questions[1]!)
    const { count, list: found } = await list(reader)
    expect([count, found.map(({ id }) => id)]).toEqual([3, questions.toReversed()])
    expect(found[0]).toMatchObject({
      content: '',
      html: '',
      collected: true,
      collection_count: 1,
      answered: false,
      user_info: { id: String(bob!.id) },
    })
    expect(found[1]).toMatchObject({ answered: true, first_answer_id: answer })
    expect(found[2]).toMatchObject({ vote_status: 'vote_up' })
    expect((await list(reader, { page: 2, page_size: 2 })).list.map(({ id }) => id)).toEqual([questions[0]])
    expect(await list(bob!)).toMatchObject({ count: 0, list: [] })
    await expect(w.nobody.call(ownCollection)).rejects.toMatchObject({ status: 401 })
  })

  test("what was deleted or taken from the lists since isn't listed any more", async () => {
    const [reader, moderator] = [await w.given.member(), await w.given.moderator()]
    const [deleted, unlisted] = [await t.ask(ann!), await t.ask(ann!)]
    for (const id of [deleted, unlisted]) await set(reader, id, true)
    await w.as(moderator).call(deleteQuestion, { body: { id: deleted } })
    await w.as(moderator).call(operateQuestion, { body: { id: unlisted, operation: 'hide' } })
    expect(await list(reader)).toEqual({ count: 0, list: [] })
    expect(await set(reader, unlisted, false)).toEqual({ object_collection_count: 0 })
  })

  test("answers, and what isn't there, can't be bookmarked", async () => {
    const answer = await t.answer(bob!, await t.ask(ann!))
    for (const id of [answer, '10010000000009999', 'zephyr'])
      await expect(set(bob!, id, true)).rejects.toMatchObject({ status: 400, reason: 'error.object.not_found' })
  })
})
