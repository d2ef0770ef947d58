import { numberOf } from '@askwell/contract/ids.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { savePrivilegeSettings } from '@askwell/contract/administration.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { updatePost } from '../../content/posts/queries.ts'
import { sumInForce } from '../reputation/queries.ts'

describe.each(engines)('voting (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, bob, cyd]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, bob, cyd] = [
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
    ]
  })
  afterAll(() => w.close())

  test('up, down, up again and back: the reply is what is true after the click', async () => {
    const question = await t.ask(ann!)
    expect(await t.vote(bob!, 'up', question)).toEqual({ up_votes: 1, down_votes: 0, votes: 1, vote_status: 'vote_up' })
    expect(await t.vote(bob!, 'up', question)).toEqual({ up_votes: 1, down_votes: 0, votes: 1, vote_status: 'vote_up' })
    expect(await t.vote(cyd!, 'down', question)).toEqual({
      up_votes: 1,
      down_votes: 1,
      votes: 0,
      vote_status: 'vote_down',
    })
    expect(await t.vote(bob!, 'down', question)).toEqual({
      up_votes: 0,
      down_votes: 2,
      votes: -2,
      vote_status: 'vote_down',
    })
    expect(await t.vote(bob!, 'up', question, true)).toEqual({
      up_votes: 0,
      down_votes: 2,
      votes: -2,
      vote_status: 'vote_down',
    })
    expect(await t.vote(bob!, 'down', question, true)).toEqual({
      up_votes: 0,
      down_votes: 1,
      votes: -1,
      vote_status: '',
    })
    expect(await t.vote(bob!, 'down', question, true)).toEqual({
      up_votes: 0,
      down_votes: 1,
      votes: -1,
      vote_status: '',
    })
  })

  test('votes brought along from elsewhere stay in the score', async () => {
    const question = await t.ask(ann!)
    await w.app.transaction((tx) => updatePost(tx.db, numberOf('question', question), { carried_score: 40, score: 40 }))
    expect(await t.vote(bob!, 'up', question)).toMatchObject({ up_votes: 1, down_votes: 0, votes: 41 })
    expect(
      (
        await w.app.db
          .selectFrom('posts')
          .select('score')
          .where('id', '=', numberOf('question', question))
          .executeTakeFirstOrThrow()
      ).score,
    ).toBe(41)
  })

  test('a comment goes up and back, never down', async () => {
    const comment = await t.comment(ann!, await t.ask(bob!))
    expect(await t.vote(bob!, 'up', comment)).toEqual({ up_votes: 1, down_votes: 0, votes: 1, vote_status: 'vote_up' })
    expect(await t.vote(bob!, 'up', comment)).toMatchObject({ votes: 1 })
    expect(await t.vote(cyd!, 'up', comment)).toMatchObject({ votes: 2 })
    expect(await t.vote(bob!, 'up', comment, true)).toEqual({ up_votes: 1, down_votes: 0, votes: 1, vote_status: '' })
    await expect(t.vote(bob!, 'down', comment)).rejects.toMatchObject({ status: 400 })
  })

  test('nobody votes on their own, and is told so whatever their reputation', async () => {
    const poor = await w.given.member()
    const question = await t.ask(poor)
    const answer = await t.answer(poor, question)
    const comment = await t.comment(poor, question)
    for (const object of [question, answer, comment])
      await expect(t.vote(poor, 'up', object)).rejects.toMatchObject({
        status: 400,
        reason: 'error.object.disallow_vote_your_self',
        data: { err_type: 'toast' },
      })
  })

  test('too little reputation is refused with the reputation it takes, and taking back takes none', async () => {
    const newcomer = await w.given.member()
    const question = await t.ask(ann!)
    await expect(t.vote(newcomer, 'up', question)).rejects.toMatchObject({
      status: 403,
      reason: 'error.rank.no_enough_rank_to_operate',
    })
    await expect(t.vote(newcomer, 'down', question)).rejects.toMatchObject({ status: 403 })
    const admin = await w.given.admin()
    await w.as(admin).call(savePrivilegeSettings, { body: { level: 1 } })
    expect(await t.vote(newcomer, 'up', question)).toMatchObject({ votes: 1 })
    await w.as(admin).call(savePrivilegeSettings, { body: { level: 2 } })
    expect(await t.vote(newcomer, 'up', question, true)).toMatchObject({ votes: 0 })
  })

  test('what isn’t there, what is hidden and what can’t be voted on are refused alike', async () => {
    const question = await t.ask(ann!)
    const comment = await t.comment(ann!, question)
    await w.as(ann!).call(deleteQuestion, { body: { id: question } })
    for (const object of ['10010000000009999', '10020000000009999', '10030000000000001', 'zephyr', question, comment])
      await expect(t.vote(bob!, 'up', object)).rejects.toMatchObject({ status: 400, reason: 'error.object.not_found' })
    const moderator = await w.given.moderator()
    await expect(t.vote(moderator, 'up', question)).rejects.toMatchObject({
      status: 400,
      reason: 'error.object.disallow_vote',
    })
  })

  test('an anonymous visitor and a member not yet activated don’t vote', async () => {
    const question = await t.ask(ann!)
    await expect(
      w.nobody.call(vote, { params: { direction: 'up' }, body: { object_id: question } }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(t.vote(await w.given.member({ active: false }), 'up', question)).rejects.toMatchObject({
      status: 403,
      data: { type: 'inactive' },
    })
  })

  test('200 clicks of 50 people at once leave the exact sums', { timeout: 120_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => w.given.member({ rank: 300 })))
    const authors = people.slice(0, 4)
    const question = await t.ask(authors[0]!)
    const objects = [question, ...(await Promise.all(authors.slice(1).map((author) => t.answer(author, question))))]
    await w.app.transaction((tx) => updatePost(tx.db, numberOf('question', question), { carried_score: 7, score: 7 }))
    const pick = randomFrom(20261121)
    const clicks = Array.from({ length: 200 }, () => ({
      person: pick(people),
      object: pick(objects),
      direction: pick(['up', 'down'] as const),
      is_cancel: pick([false, false, true]),
    }))
    const done = await Promise.allSettled(clicks.map((c) => t.vote(c.person, c.direction, c.object, c.is_cancel)))
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []))
    expect(new Set(refused)).toEqual(new Set(refused.length ? ['error.object.disallow_vote_your_self'] : []))

    for (const object of objects) {
      const id = numberOf(object === question ? 'question' : 'answer', object)
      const { score, carried_score } = await w.app.db
        .selectFrom('posts')
        .select(['score', 'carried_score'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const votes = await w.app.db.selectFrom('votes').select('direction').where('post_id', '=', id).execute()
      expect(score).toBe(carried_score + votes.reduce((sum, { direction }) => sum + (direction === 'up' ? 1 : -1), 0))
      const last = await t.vote(people.at(-1)!, 'up', object)
      expect(last.votes).toBe(carried_score + last.up_votes - last.down_votes)
    }
    for (const { id } of people)
      expect(
        (await w.app.db.selectFrom('users').select('rank').where('id', '=', id).executeTakeFirstOrThrow()).rank,
      ).toBe(await sumInForce(w.app.db, id))
    expect(w.faults).toEqual([])
  })
})

/** The same picks in every run: what goes wrong once goes wrong again. */
const randomFrom = (seed: number) => {
  let state = seed
  return <T>(choices: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return choices[Math.floor((state / 2 ** 32) * choices.length)]!
  }
}
