import { type Emoji, postReactions, react, reactions } from '@askwell/contract/reactions.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWithoutFaults, worldOf } from '../../../../test/faultless.ts'
import type { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World } from '../../../../test/world.ts'

describe.each(engines)('reactions (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser
  beforeAll(async () => {
    ;({ w, t, ann, bob } = await worldOf(engine, 'ann', 'bob'))
  })
  afterAll(() => closeWithoutFaults(w))
  const set = async (person: TestUser, object_id: string, emoji: Emoji, on = true) =>
    (await w.as(person).call(react, { body: { object_id, emoji, reaction: on ? 'activate' : 'deactivate' } }))
      .reaction_summary

  test('heart, smile and frown, each with who chose it; the same again is once', async () => {
    const question = await t.ask(ann)
    expect(await set(bob, question, 'smile')).toEqual([{ emoji: 'smile', count: 1, tooltip: 'bob', is_active: true }])
    expect(await set(bob, question, 'smile')).toHaveLength(1)
    await set(ann, question, 'heart') // one's own post as well
    expect(await set(ann, question, 'smile')).toEqual([
      { emoji: 'heart', count: 1, tooltip: 'ann', is_active: true },
      { emoji: 'smile', count: 2, tooltip: expect.stringMatching(/^(bob, ann|ann, bob)$/), is_active: true },
    ])
    expect((await w.nobody.call(reactions, { query: { object_id: question } })).reaction_summary).toMatchObject([
      { is_active: false },
      { is_active: false },
    ])
    expect(await set(bob, question, 'smile', false)).toMatchObject([
      { emoji: 'heart' },
      { emoji: 'smile', count: 1, tooltip: 'ann', is_active: false },
    ])
    expect(await set(bob, question, 'smile', false)).toHaveLength(2)
  })

  test('answers too, but no comments, nothing that is deleted, and no other emoji', async () => {
    const question = await t.ask(ann)
    const answer = await t.answer(bob, question)
    expect(await set(ann, answer, 'frown')).toMatchObject([{ emoji: 'frown', count: 1 }])
    await set(bob, question, 'heart')
    expect(
      await w.as(ann).call(postReactions, {
        query: { object_ids: [question, answer, await t.ask(ann), 'zephyr', '10020000000009999'].join() },
      }),
    ).toEqual([
      { object_id: question, reaction_summary: [{ emoji: 'heart', count: 1, tooltip: 'bob', is_active: false }] },
      { object_id: answer, reaction_summary: [{ emoji: 'frown', count: 1, tooltip: 'ann', is_active: true }] },
    ])
    const comment = await t.comment(bob, question)
    await expect(set(ann, comment, 'heart')).rejects.toMatchObject({ status: 400, reason: 'error.object.not_found' })
    await expect(set(ann, answer, 'thunder' as Emoji)).rejects.toMatchObject({
      status: 400,
      data: [{ error_field: 'emoji' }],
    })
    await w.as(await w.given.moderator()).call(deleteQuestion, { body: { id: question } })
    for (const id of [question, answer]) {
      await expect(set(bob, id, 'heart')).rejects.toMatchObject({ status: 400 })
      expect(await w.nobody.call(postReactions, { query: { object_ids: id } })).toEqual([])
      await expect(w.nobody.call(reactions, { query: { object_id: id } })).rejects.toMatchObject({ status: 404 })
    }
  })
})
