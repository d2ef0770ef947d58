import { deleteAnswer, recoverAnswer } from '@askwell/contract/answers.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { closeQuestion, deleteQuestion, operateQuestion, recoverQuestion } from '@askwell/contract/questions.ts'
import { expect } from 'vitest'
import { all, AT_ONCE, FEW, notices, outcome, post, race, times, user } from './race.ts'

race('states of posts', {
  'a question is deleted once, no matter who is quickest': async (arena) => {
    const [asker, moderator] = [await arena.member(), await arena.w.given.moderator()]
    const id = await arena.t.ask(asker)
    await times(AT_ONCE, (n) => arena.w.as(n % 2 ? asker : moderator).call(deleteQuestion, { body: { id } }))
    expect([(await post(arena, id)).status, (await user(arena, asker)).question_count]).toEqual([10, 0])
  },
  'a question closed by many for one reason is closed once, and its asker told of it once': async (arena) => {
    const [asker, staff] = [
      await arena.member(),
      await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator())),
    ]
    const id = await arena.t.ask(asker)
    expect(
      outcome(
        await times(AT_ONCE, (n) => arena.w.as(staff[n % FEW]!).call(closeQuestion, { body: { id, close_type: 64 } })),
      ),
    ).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).status, await notices(arena, asker, 'your_question_is_closed')]).toEqual([2, 1])
  },
  'of closings for different reasons at once one stays, and the others hear of it': async (arena) => {
    const [asker, staff] = [
      await arena.member(),
      await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator())),
    ]
    const id = await arena.t.ask(asker)
    expect(
      outcome(
        await times(FEW, (n) =>
          arena.w
            .as(staff[n]!)
            .call(closeQuestion, { body: { id, close_type: 59, close_msg: `The reason in words ${n}.` } }),
        ),
      ),
    ).toEqual({ done: 1, refused: ['error.post.closed'] })
  },
  'two questions closed as duplicates of each other at once leave one of them open': async (arena) => {
    const [asker, staff] = [
      await arena.member(),
      await Promise.all([arena.w.given.moderator(), arena.w.given.moderator()]),
    ]
    const pair = [await arena.t.ask(asker), await arena.t.ask(asker)]
    await times(2, (n) =>
      arena.w.as(staff[n]!).call(closeQuestion, {
        body: { id: pair[n]!, close_type: 60, close_msg: `http://world.example/questions/${pair[1 - n]}` },
      }),
    )
    expect(
      (await Promise.all(pair.map((id) => post(arena, id)))).map(({ status }) => status).toSorted((a, b) => a - b),
    ).toEqual([1, 2])
  },
  'pinning and unlisting at once leave no pinned question that is in no list': async (arena) => {
    const [asker, staff] = [
      await arena.member(),
      await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator())),
    ]
    const id = await arena.t.ask(asker)
    await times(AT_ONCE, (n) =>
      arena.w
        .as(staff[n % FEW]!)
        .call(operateQuestion, { body: { id, operation: (['pin', 'hide', 'unpin', 'show'] as const)[n % 4]! } }),
    )
    const { pin, show } = await post(arena, id)
    expect([pin, show]).not.toEqual([2, 2])
  },
  'deleting and recovering an accepted answer again and again pays nothing twice and loses nothing': async (arena) => {
    const [asker, answerer, staff] = [
      await arena.member(),
      await arena.member(),
      await Promise.all(Array.from({ length: FEW }, () => arena.w.given.moderator())),
    ]
    const id = await arena.t.ask(asker)
    const answer = await arena.t.answer(answerer, id)
    await arena.t.accept(asker, id, answer)
    await times(AT_ONCE, (n) =>
      arena.w
        .as(staff[n % FEW]!)
        .call(n % 2 ? recoverAnswer : deleteAnswer, { body: n % 2 ? { answer_id: answer } : { id: answer } }),
    )
    const [{ status }, { accepted_answer_id, answer_count }] = [
      await post(arena, answer, 'answer'),
      await post(arena, id),
    ]
    expect([accepted_answer_id, answer_count]).toEqual(status === 1 ? [numberOf('answer', answer), 1] : [0, 0])
    expect([(await user(arena, asker)).rank, (await user(arena, answerer)).rank]).toEqual([302, 315])
  },
  'a deleted question that is recovered while it is erased is there whole, or not at all': async (arena) => {
    const [asker, moderator, admin] = [
      await arena.member(),
      await arena.w.given.moderator(),
      await arena.w.given.admin(),
    ]
    const id = await arena.t.ask(asker)
    await arena.t.answer(moderator, id)
    await arena.w.as(moderator).call(deleteQuestion, { body: { id } })
    await Promise.allSettled([
      arena.w.as(moderator).call(recoverQuestion, { body: { question_id: id } }),
      arena.w.as(admin).call(deletePermanently, { body: { type: 'questions', object_id: id } }),
    ])
    const row = await arena.w.app.db
      .selectFrom('posts')
      .select('status')
      .where('id', '=', numberOf('question', id))
      .executeTakeFirst()
    expect([undefined, 1]).toContain(row?.status)
    expect((await user(arena, asker)).question_count).toBe(row ? 1 : 0)
  },
  'answering, commenting and voting while a question goes leave nothing half done': async (arena) => {
    const [asker, moderator, people] = [
      await arena.member(),
      await arena.w.given.moderator(),
      await arena.some(AT_ONCE),
    ]
    const id = await arena.t.ask(asker)
    await times(AT_ONCE, (n): Promise<unknown> =>
      n === 6
        ? arena.w.as(moderator).call(deleteQuestion, { body: { id } })
        : [
            () => arena.t.answer(people[n]!, id),
            () => arena.t.comment(people[n]!, id),
            () => arena.t.vote(people[n]!, 'up', id),
          ][n % 3]!(),
    )
    expect((await post(arena, id)).status).toBe(10)
  },
})
