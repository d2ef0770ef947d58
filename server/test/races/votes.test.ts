import { acceptAnswer, deleteAnswer } from '@askwell/contract/answers.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { expect } from 'vitest'
import { all, AT_ONCE, notices, outcome, post, race, times, user } from './race.ts'

race('votes and acceptances', {
  'the same vote by one member counts once': async (arena) => {
    const [author, voter] = await arena.some(2)
    const id = await arena.t.ask(author!)
    expect(outcome(await times(AT_ONCE, () => arena.t.vote(voter!, 'up', id)))).toEqual(all(AT_ONCE))
    expect([
      (await post(arena, id)).score,
      (await user(arena, author!)).rank,
      await notices(arena, author!, 'up_voted_question'),
    ]).toEqual([1, 310, 1])
  },
  'votes by many are all counted': async (arena) => {
    const author = await arena.member()
    const [id, voters] = [await arena.t.ask(author), await arena.some(AT_ONCE)]
    expect(outcome(await times(AT_ONCE, (n) => arena.t.vote(voters[n]!, 'up', id)))).toEqual(all(AT_ONCE))
    expect([(await post(arena, id)).score, (await user(arena, author)).rank]).toEqual([AT_ONCE, 300 + 10 * AT_ONCE])
  },
  'up, down and taking back by one member leave one of them': async (arena) => {
    const [author, voter] = await arena.some(2)
    const id = await arena.t.ask(author!)
    await times(AT_ONCE, (n) => arena.t.vote(voter!, n % 2 ? 'up' : 'down', id, n % 3 === 0))
    expect([-1, 0, 1]).toContain((await post(arena, id)).score)
  },
  'the same vote on a comment counts once': async (arena) => {
    const [author, voter] = await arena.some(2)
    const id = await arena.t.comment(author!, await arena.t.ask(author!))
    expect(outcome(await times(AT_ONCE, () => arena.t.vote(voter!, 'up', id)))).toEqual(all(AT_ONCE))
    expect(
      (
        await arena.w.app.db
          .selectFrom('comments')
          .select('score')
          .where('id', '=', numberOf('comment', id))
          .executeTakeFirstOrThrow()
      ).score,
    ).toBe(1)
  },
  'the same acceptance brings its points once': async (arena) => {
    const [asker, answerer] = await arena.some(2)
    const id = await arena.t.ask(asker!)
    const answer = await arena.t.answer(answerer!, id)
    expect(outcome(await times(AT_ONCE, () => arena.t.accept(asker!, id, answer)))).toEqual(all(AT_ONCE))
    expect([
      (await user(arena, asker!)).rank,
      (await user(arena, answerer!)).rank,
      await notices(arena, answerer!, 'accept_answer'),
    ]).toEqual([302, 315, 1])
  },
  'of several acceptances at once one stays, and only that one brings points': async (arena) => {
    const [asker, ...answerers] = await arena.some(4)
    const id = await arena.t.ask(asker!)
    const answers = await Promise.all(answerers.map((one) => arena.t.answer(one, id)))
    await times(AT_ONCE, (n) =>
      arena.w.as(asker!).call(acceptAnswer, { body: { question_id: id, answer_id: n === 5 ? '0' : answers[n % 3]! } }),
    )
    const { accepted_answer_id } = await post(arena, id)
    expect([...answers.map((answer) => numberOf('answer', answer)), 0]).toContain(accepted_answer_id)
    const ranks = await Promise.all(answerers.map(async (one) => (await user(arena, one)).rank))
    expect(ranks).toEqual(answers.map((answer) => (numberOf('answer', answer) === accepted_answer_id ? 315 : 300)))
  },
  'accepting an answer while it is deleted leaves no accepted ghost': async (arena) => {
    const [asker, answerer, moderator] = [await arena.member(), await arena.member(), await arena.w.given.moderator()]
    const id = await arena.t.ask(asker)
    const answer = await arena.t.answer(answerer, id)
    await Promise.allSettled([
      arena.t.accept(asker, id, answer),
      arena.w.as(moderator).call(deleteAnswer, { body: { id: answer } }),
    ])
    expect((await post(arena, id)).accepted_answer_id).toBe(0)
  },
})
