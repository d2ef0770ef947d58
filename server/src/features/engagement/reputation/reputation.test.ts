import { numberOf } from '@askwell/contract/ids.ts'
import { correctReputation, standing } from '@askwell/contract/ledger.ts'
import { CORRECTION_MAX, MODERATOR_CORRECTION_MAX, MODERATOR_CORRECTIONS_A_DAY } from '@askwell/contract/limits.ts'
import { notifications } from '@askwell/contract/notifications.ts'
import { profileReputation } from '@askwell/contract/profiles.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { openSession } from '../../users/sessions/service.ts'
import { setRanks } from '../../users/users/counts/queries.ts'
import { sumInForce } from './queries.ts'
import { recalculate } from './recalculation/service.ts'
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

  const rank = async ({ id }: TestUser) => {
    const { rank } = await w.app.db.selectFrom('users').select('rank').where('id', '=', id).executeTakeFirstOrThrow()
    expect(rank).toBe(await sumInForce(w.app.db, id))
    return rank
  }
  const voter = () => w.given.member({ rank: 1000 })
  const gives = (person: TestUser, points: number, cause: string, capped: 0 | 1 = 0) =>
    w.app.transaction((tx) =>
      grant(tx, {
        user_id: person.id,
        points,
        reason: 'opening',
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

  test('what the daily limit cut is in the ledger with what it was worth, and adds nothing', async () => {
    const person = await w.given.member()
    for (let i = 0; i < 20; i++) await gives(person, 10, `cut:${i}:${person.id}`, 1)
    const question = await t.ask(person)
    await t.vote(await voter(), 'up', question)
    const { count, list } = await w.nobody.call(profileReputation, { query: { username: person.username } })
    expect(count).toBe(22)
    expect(list[0]).toMatchObject({ object_id: question, reputation: 0, due: 10, rank_type: 'upvoted', total: 201 })
    expect(list.at(-1)).toMatchObject({ total: 201 - 19 * 10 + 10 })
    const { gained_today, daily_limit } = await w.nobody.call(standing, { query: { username: person.username } })
    expect([gained_today, daily_limit]).toEqual([200, 200])
  })

  test('the list adds up to the figure on every page, and can be narrowed by kind, sign and tag', async () => {
    const [writer, other, asker] = [await w.given.member({ rank: 300 }), await voter(), await w.given.member()]
    const moderator = await w.given.moderator()
    const question = await t.ask(moderator, undefined, ['porter-and-stout'])
    const about = await t.answer(writer, question)
    const answer = await t.answer(writer, await t.ask(asker))
    await t.vote(other, 'up', about)
    await t.vote(other, 'down', answer)
    const asked = (query: object) =>
      w.nobody.call(profileReputation, { query: { username: writer.username, page_size: 2, ...query } })
    const pages = [await asked({ page: 1 }), await asked({ page: 2 })].flatMap(({ list }) => list)
    expect(pages.map(({ reputation, total }) => [reputation, total])).toEqual([
      [-2, 308],
      [10, 310],
      [299, 300],
      [1, 1],
    ])
    expect((await asked({ kind: 'votes' })).list.map(({ reputation, total }) => [reputation, total])).toEqual([
      [-2, null],
      [10, null],
    ])
    expect((await asked({ sign: 'losses' })).list.map(({ object_id }) => object_id)).toEqual([answer])
    expect((await asked({ tag: 'porter-and-stout' })).list.map(({ object_id }) => object_id)).toEqual([about])
    expect((await asked({ tag: 'nothing-of-the-kind' })).count).toBe(0)
    await w.as(moderator).call(deleteQuestion, { body: { id: question } })
    expect((await asked({ tag: 'porter-and-stout' })).count).toBe(0)
  })

  test('staff correct a reputation with a reason that the user reads and others don’t; nobody corrects their own', async () => {
    const [person, moderator] = [await w.given.member({ rank: 30 }), await w.given.moderator()]
    const correct = (points: number) =>
      w
        .as(moderator)
        .call(correctReputation, { body: { username: person.username, points, reason: 'Votes by friends.' } })
    // Pressed twice, it counts once.
    await Promise.all([correct(-20), correct(-20)])
    expect(await rank(person)).toBe(10)
    await correct(-200)
    expect(await rank(person)).toBe(1)
    const read = async (viewer: { call: World['nobody']['call'] }) =>
      (await viewer.call(profileReputation, { query: { username: person.username, kind: 'corrections' } })).list.map(
        ({ reputation, due, note }) => [reputation, due, note],
      )
    const said = [
      [-9, -200, 'Votes by friends.'],
      [-20, -20, 'Votes by friends.'],
    ]
    expect(await read(w.as(person))).toEqual(said)
    expect(await read(w.as(moderator))).toEqual(said)
    expect(await read(w.nobody)).toEqual(said.map(([points, due]) => [points, due, '']))
    await expect(
      w
        .as(moderator)
        .call(correctReputation, { body: { username: moderator.username, points: 5, reason: 'I want it.' } }),
    ).rejects.toMatchObject({ status: 400, reason: 'error.object.disallow_vote_your_self' })
    await expect(correct(0)).rejects.toMatchObject({ status: 400, fields: ['points'] })
    const { list: told } = await w.as(person).call(notifications, { query: { type: 'achievement' } })
    expect(told.map(({ action, rank, object_info }) => [action, rank, object_info.username])).toEqual([
      ['reputation.corrected', -9, person.username],
      ['reputation.corrected', -20, person.username],
    ])
    const audit = await w.app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'reputation.corrected')
      .where('object_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(audit.map(({ actor_id, before, after }) => [actor_id, JSON.parse(before), JSON.parse(after)])).toEqual([
      [moderator.id, { rank: 30 }, { rank: 10, points: -20, reason: 'Votes by friends.' }],
      [moderator.id, { rank: 10 }, { rank: 1, points: -200, reason: 'Votes by friends.' }],
    ])
    expect((await w.as(moderator).call(standing, { query: { username: person.username } })).may_correct).toBe(true)
    expect((await w.as(person).call(standing, {})).may_correct).toBe(false)
  })

  test('a moderator corrects so much at once and on one day, admins more; who presses twice gains nothing', async () => {
    const [person, moderator, other, boss] = await Promise.all([
      w.given.member({ rank: 100 }),
      w.given.moderator(),
      w.given.member({ rank: 100 }),
      w.given.admin(),
    ])
    const correct = (points: number, { as = moderator, of = person, reason = `${points} too few.` } = {}) =>
      w.as(as).call(correctReputation, { body: { username: of.username, points, reason } })
    const most = async (as = moderator) =>
      (await w.as(as).call(standing, { query: { username: person.username } })).correction_max
    expect([await most(), await most(boss)]).toEqual([MODERATOR_CORRECTION_MAX, CORRECTION_MAX])
    for (const points of [MODERATOR_CORRECTION_MAX + 1, -MODERATOR_CORRECTION_MAX - 1])
      await expect(correct(points)).rejects.toMatchObject({ fields: ['points'] })
    const times = MODERATOR_CORRECTIONS_A_DAY / MODERATOR_CORRECTION_MAX
    // All at once, one more than there is room for.
    const outcomes = await Promise.allSettled(
      Array.from({ length: times + 1 }, (_, n) =>
        correct(n % 2 ? -MODERATOR_CORRECTION_MAX : MODERATOR_CORRECTION_MAX, {
          of: n % 2 ? other : person,
          reason: `Reason ${n}.`,
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(times)
    expect(await most()).toBe(0)
    await expect(correct(1)).rejects.toMatchObject({ fields: ['points'] })
    await correct(CORRECTION_MAX, { as: boss })
    await expect(correct(1, { of: boss })).rejects.toMatchObject({ reason: 'error.reputation.of_admin' })
    w.clock.advance(DAY)
    moderator.token = await openSession(w.app, moderator.id)
    expect(await most()).toBe(MODERATOR_CORRECTION_MAX)
    await correct(1)
  })

  test('what one may do, and what comes next, goes by the level of the site', async () => {
    const person = await w.given.member({ rank: 60 })
    const { thresholds } = await w.as(person).call(standing, {})
    expect(thresholds.map(({ rank }) => rank)).toEqual(thresholds.map(({ rank }) => rank).toSorted((a, b) => a - b))
    const of = (name: string) => thresholds.find(({ action }) => action === name)
    expect(of('tag.edit')).toMatchObject({ rank: 50, allowed: true })
    expect(of('question.edit')).toMatchObject({ rank: 100, allowed: false })
  })

  test('adding it all up again finds what is missing and what has no reason, and changes nothing that is right', async () => {
    const [writer, other, asker] = [await w.given.member({ rank: 50 }), await voter(), await voter()]
    const question = await t.ask(asker)
    const answer = await t.answer(writer, question)
    await t.vote(other, 'down', answer)
    await t.vote(asker, 'up', answer)
    await t.accept(asker, question, answer)
    const recalculated = (dry_run: boolean) =>
      recalculate(w.app, { dry_run }, { progress: () => {}, signal: new AbortController().signal })
    expect((await recalculated(false)).differences).toEqual([])
    const before = [await rank(writer), await rank(other), await rank(asker)]
    await w.app.transaction(({ db }) =>
      db.deleteFrom('reputation_entries').where('post_id', '=', numberOf('answer', answer)).execute(),
    )
    await w.app.transaction(({ db }) => setRanks(db, [writer.id, other.id, asker.id]))
    await gives(writer, 25, 'vote:999999999')
    const expected = [writer, other, asker].map(({ username }, place) => ({ username, after: before[place] }))
    expect((await recalculated(true)).differences).toMatchObject(expected)
    expect(await rank(writer)).toBe(75)
    expect((await recalculated(false)).differences).toMatchObject(expected)
    expect([await rank(writer), await rank(other), await rank(asker)]).toEqual(before)
    expect((await recalculated(false)).differences).toEqual([])
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
      earned_at: w.clock.now(),
    })
  })
})
