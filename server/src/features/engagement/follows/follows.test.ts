import { acceptAnswer, editAnswer } from '@askwell/contract/answers.ts'
import { follow } from '@askwell/contract/follows.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { profile } from '@askwell/contract/profiles.ts'
import { deleteQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { tag } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWithoutFaults, worldOf } from '../../../../test/faultless.ts'
import type { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World } from '../../../../test/world.ts'
import { followExactly, moveFollowers } from './service.ts'

describe.each(engines)('following (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser, cyd: TestUser
  beforeAll(async () => {
    ;({ w, t, ann, bob, cyd } = await worldOf(engine, 'ann', 'bob', 'cyd'))
  })
  afterAll(() => closeWithoutFaults(w))
  const set = (person: TestUser, object_id: string, is_cancel = false) =>
    w.as(person).call(follow, { body: { object_id, is_cancel } })
  const told = async (person: TestUser) =>
    (
      await w.app.db
        .selectFrom('notifications')
        .select(['action', 'object_type', 'is_read'])
        .where('user_id', '=', person.id)
        .where('type', '=', 1)
        .orderBy('id')
        .execute()
    ).map((row) => row.action)

  test('a question is followed, again is once, and no longer', async () => {
    const question = await t.ask(ann)
    expect(await set(bob, question)).toEqual({ follows: 1, is_followed: true })
    expect(await set(bob, question)).toEqual({ follows: 1, is_followed: true })
    expect(await set(cyd, question)).toEqual({ follows: 2, is_followed: true })
    expect(await w.as(bob).call(questionInfo, { query: { id: question } })).toMatchObject({
      is_followed: true,
      follow_count: 2,
    })
    expect(await w.nobody.call(questionInfo, { query: { id: question } })).toMatchObject({ is_followed: false })
    expect(await set(bob, question, true)).toEqual({ follows: 1, is_followed: false })
    expect(await set(bob, question, true)).toEqual({ follows: 1, is_followed: false })
  })

  test('a tag and a member are followed too, but not oneself', async () => {
    expect(await set(bob, objectId('tag', 1))).toMatchObject({ is_followed: true })
    expect((await w.as(bob).call(tag, { query: { name: 'support' } })).follow_count).toBe(1)
    expect(await set(bob, String(ann.id))).toEqual({ follows: 1, is_followed: true })
    expect(await set(bob, objectId('user', ann.id))).toEqual({ follows: 1, is_followed: true })
    expect((await w.nobody.call(profile, { query: { username: 'ann' } })).follow_count).toBe(1)
    await expect(set(ann, String(ann.id))).rejects.toMatchObject({ status: 400, reason: 'error.object.not_found' })
  })

  test("what isn't there, what one may not see and what is no such thing can't be followed", async () => {
    const question = await t.ask(ann)
    const answer = await t.answer(bob, question)
    await w.as(await w.given.moderator()).call(deleteQuestion, { body: { id: question } })
    for (const id of [question, answer, '10010000000009999', '99999', 'zephyr', objectId('tag', 999)])
      await expect(set(cyd, id)).rejects.toMatchObject({ status: 400, reason: 'error.object.not_found' })
  })

  test('followers of a question are told of answers, of their edits and of an acceptance, once each; its asker not twice', async () => {
    const [asker, fan, writer] = [await w.given.member(), await w.given.member(), await w.given.member()]
    const question = await t.ask(asker)
    for (const one of [asker, fan, writer]) await set(one, question)
    const answer = await t.answer(writer, question)
    await w.settle()
    expect([await told(fan), await told(asker), await told(writer)]).toEqual([
      ['answer_the_question'],
      ['answer_the_question'],
      [],
    ])
    w.clock.advance(10)
    await w.as(writer).call(editAnswer, { body: { id: answer, content: 'Another text of this answer.' } })
    await w.as(asker).call(acceptAnswer, { body: { question_id: question, answer_id: answer } })
    await w.settle()
    await w.app.db.selectFrom('events').select('id').execute()
    expect([await told(fan), await told(asker)]).toEqual([
      ['answer_the_question', 'update_answer', 'accept_answer'],
      ['answer_the_question', 'update_answer'],
    ])
    expect(await told(writer)).toEqual(['accept_answer'])
  })

  test("who no longer follows, or can't see the site, isn't told", async () => {
    const [asker, former] = [await w.given.member(), await w.given.member()]
    const question = await t.ask(asker)
    await set(former, question)
    await set(former, question, true)
    await t.answer(bob, question)
    await w.settle()
    expect(await told(former)).toEqual([])
  })

  test('exactly some tags are followed from then on, and those of a merged tag go over once', async () => {
    const moderator = await w.given.moderator()
    const ids = await w.app.transaction(async (tx) =>
      Promise.all(
        [0, 1, 2].map(
          async (n) =>
            (
              await tx.db
                .insertInto('tags')
                .values({
                  slug_name: `followed-${n}`,
                  display_name: 'x',
                  original_text: '',
                  parsed_text: '',
                  description: '',
                  main_tag_id: 0,
                  question_count: 0,
                  follow_count: 0,
                  recommend: 0,
                  reserved: 0,
                  status: 1,
                  user_id: moderator.id,
                  revision_id: 0,
                  created_at: 1,
                  updated_at: 1,
                })
                .returning('id')
                .executeTakeFirstOrThrow()
            ).id,
        ),
      ),
    )
    const counts = async () =>
      (
        await w.app.db.selectFrom('tags').select('follow_count').where('id', 'in', ids).orderBy('slug_name').execute()
      ).map((row) => row.follow_count)
    const [a, b, c] = ids as [number, number, number]
    await w.app.transaction(async (tx) => {
      await followExactly(tx, ann, [a, b])
      await followExactly(tx, cyd, [b, c])
      await followExactly(tx, ann, [b])
    })
    expect(await counts()).toEqual([0, 2, 1])
    await w.app.transaction((tx) => moveFollowers(tx, [b], c))
    expect(await counts()).toEqual([0, 0, 2])
    await w.app.transaction((tx) => followExactly(tx, cyd, []))
    await w.app.transaction((tx) => tx.db.deleteFrom('tags').where('id', 'in', [a, b]).execute())
    expect(numberOf('tag', objectId('tag', c))).toBe(c)
  })
})
