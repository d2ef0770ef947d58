import { numberOf } from '@askwell/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type Person, type World, world } from '../../../../test/world.ts'
import { sumInForce } from './queries.ts'
import { grant, takeBack } from './service.ts'

const DAY = 86400

describe.each(engines)('reputation (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
  })
  afterAll(() => w.close())

  const rank = async ({ id }: Person) => {
    const { rank } = await w.app.db.selectFrom('users').select('rank').where('id', '=', id).executeTakeFirstOrThrow()
    expect(rank).toBe(await sumInForce(w.app.db, id))
    return rank
  }
  const voter = () => w.given.member({ rank: 1000 })
  const gives = (person: Person, points: number, cause: string, capped: 0 | 1 = 0) =>
    w.app.transaction((tx) =>
      grant(tx, {
        user_id: person.id,
        points,
        reason: 'question.voted_up',
        cause,
        capped,
        post_id: 0,
        trigger_user_id: 0,
      }),
    )

  test('a new member begins with one point, once', async () => {
    const person = await w.given.member()
    expect(await rank(person)).toBe(1)
    await w.app.transaction((tx) =>
      tx.emit('user.activated', { actor_id: person.id, object_type: 'user', object_id: person.id, question_id: 0 }),
    )
    expect(await rank(person)).toBe(1)
  })

  test.each([
    { kind: 'question', direction: 'up', author: 10, voter: 0 },
    { kind: 'question', direction: 'down', author: -2, voter: 0 },
    { kind: 'answer', direction: 'up', author: 10, voter: 0 },
    { kind: 'answer', direction: 'down', author: -2, voter: -1 },
  ] as const)(
    'a vote $direction on $kind brings its author $author and the voter $voter, and back again',
    async ({ kind, direction, author, voter: cost }) => {
      const [writer, other] = [await w.given.member({ rank: 50 }), await voter()]
      const question = await t.ask(kind === 'question' ? writer : other)
      const object = kind === 'question' ? question : await t.answer(writer, question)
      await t.vote(other, direction, object)
      expect([await rank(writer), await rank(other)]).toEqual([50 + author, 1000 + cost])
      await t.vote(other, direction, object, true)
      expect([await rank(writer), await rank(other)]).toEqual([50, 1000])
    },
  )

  test('turning a vote round counts only what stands', async () => {
    const [writer, other] = [await w.given.member({ rank: 50 }), await voter()]
    const answer = await t.answer(writer, await t.ask(other))
    await t.vote(other, 'down', answer)
    await t.vote(other, 'up', answer)
    expect([await rank(writer), await rank(other)]).toEqual([60, 1000])
  })

  test('an accepted answer brings its author 15 and the asker 2, no matter who accepted it; taking it back takes just that', async () => {
    const [asker, writer, moderator] = [await w.given.member(), await w.given.member(), await w.given.moderator()]
    const question = await t.ask(asker)
    const answer = await t.answer(writer, question)
    await t.accept(asker, question, answer)
    expect([await rank(asker), await rank(writer)]).toEqual([3, 16])
    await t.accept(asker, question, '0')
    expect([await rank(asker), await rank(writer)]).toEqual([1, 1])
    await t.accept(moderator, question, answer)
    expect([await rank(asker), await rank(writer), await rank(moderator)]).toEqual([3, 16, 1])
  })

  test('another accepted answer instead moves the points over', async () => {
    const [asker, first, second] = [await w.given.member(), await w.given.member(), await w.given.member()]
    const question = await t.ask(asker)
    const [one, two] = [await t.answer(first, question), await t.answer(second, question)]
    await t.accept(asker, question, one)
    await t.accept(asker, question, two)
    expect([await rank(asker), await rank(first), await rank(second)]).toEqual([3, 1, 16])
  })

  test('accepting one’s own answer brings nothing', async () => {
    const asker = await w.given.member()
    const question = await t.ask(asker)
    await t.accept(asker, question, await t.answer(asker, question))
    expect(await rank(asker)).toBe(1)
  })

  test('votes bring at most 200 a day, the last one the part that still fits; the next day begins at zero', async () => {
    const person = await w.given.member()
    for (let i = 0; i < 19; i++) await gives(person, 10, `day:${i}:${person.id}`, 1)
    await gives(person, 5, `odd:${person.id}`, 1)
    const question = await t.ask(person)
    const [eve, fay] = [await voter(), await voter()]
    await t.vote(eve, 'up', question)
    expect(await rank(person)).toBe(201)
    await t.vote(fay, 'up', question)
    expect(await rank(person)).toBe(201)
    await t.vote(eve, 'up', question, true)
    expect(await rank(person)).toBe(196)
    w.clock.advance(DAY)
    const gus = await voter()
    await t.vote(gus, 'up', question)
    expect(await rank(person)).toBe(206)
  })

  test('the day’s limit knows nothing of acceptances, nor they of it', async () => {
    const [person, asker] = [await w.given.member(), await w.given.member()]
    for (let i = 0; i < 20; i++) await gives(person, 10, `full:${i}:${person.id}`, 1)
    const question = await t.ask(asker)
    const answer = await t.answer(person, question)
    await t.accept(asker, question, answer)
    expect(await rank(person)).toBe(216)
    await t.vote(await voter(), 'up', answer)
    expect(await rank(person)).toBe(216)
  })

  test('nobody falls below one: a loss is recorded as far as it goes, and comes back so', async () => {
    const [person, other] = [await w.given.member({ rank: 2 }), await voter()]
    const answer = await t.answer(person, await t.ask(other))
    await t.vote(other, 'down', answer)
    expect(await rank(person)).toBe(1)
    await t.vote(other, 'down', answer, true)
    expect(await rank(person)).toBe(2)
  })

  test('nor by a gain that is taken back', async () => {
    const person = await w.given.member()
    const cause = `gone:${person.id}`
    await gives(person, 10, cause)
    await gives(person, -8, `loss:${person.id}`)
    await w.app.transaction((tx) => takeBack(tx, cause))
    expect(await rank(person)).toBe(1)
    await w.app.transaction((tx) => takeBack(tx, cause))
    expect(await rank(person)).toBe(1)
  })

  test('people who vote on each other at the same time don’t stand in each other’s way', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => w.given.member({ rank: 500 })))
    const asker = await voter()
    const answers = await Promise.all(people.map(async (person) => t.answer(person, await t.ask(asker))))
    await Promise.all(
      people.flatMap((person) =>
        answers.filter((_, i) => people[i] !== person).map((answer) => t.vote(person, 'down', answer)),
      ),
    )
    for (const person of people) expect(await rank(person)).toBe(500 - 7 * 2 - 7)
    expect(w.faults).toEqual([])
  })

  test('every change is said, with what for and under which question', async () => {
    const [writer, other] = [await w.given.member(), await voter()]
    const question = await t.ask(writer)
    await t.vote(other, 'up', question)
    const event = await w.app.db
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'reputation.changed')
      .where('object_id', '=', writer.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actor_id: other.id, question_id: numberOf('question', question) })
    expect(JSON.parse(event.payload)).toEqual({
      points: 10,
      reason: 'question.voted_up',
      post_id: numberOf('question', question),
    })
  })
})
