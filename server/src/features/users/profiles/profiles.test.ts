import { deleteQuestion } from '@askwell/contract/questions.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import {
  ownVotes,
  profile,
  profileAnswers,
  profileComments,
  profileQuestions,
  profileReputation,
  type ReputationGain,
  topPosts,
} from '@askwell/contract/profiles.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { auditRevision, unreviewed } from '@askwell/contract/revisions.ts'
import { editTag, tag } from '@askwell/contract/tags.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { ranking, saveProfile } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { updatePost } from '../../content/posts/queries.ts'

describe.each(engines)('a profile (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
  })
  afterAll(() => w.close())

  const member = () => w.given.member({ rank: 500 })
  const unlist = (question: string) =>
    w.app.transaction((tx) => updatePost(tx.db, numberOf('question', question), { show: 2 }))
  const questionsOf = async (viewer: TestUser | undefined, { username }: TestUser, query = {}) =>
    await (viewer ? w.as(viewer) : w.nobody).call(profileQuestions, { query: { username, ...query } })

  test('says who a member is, also under a former name', async () => {
    const zoe = await w.given.member({ name: 'zoe', rank: 22 })
    await w.as(zoe).call(saveProfile, {
      body: {
        username: 'zoe.zephyr',
        display_name: 'Zoe Zephyr',
        bio: 'A **bio**',
        website: 'https://example.com/',
        location: 'The Bay',
      },
    })
    const shown = await w.nobody.call(profile, { query: { username: 'zoe' } })
    expect(shown).toMatchObject({
      id: String(zoe.id),
      username: 'zoe.zephyr',
      display_name: 'Zoe Zephyr',
      rank: 22,
      bio: 'A **bio**',
      website: 'https://example.com/',
      location: 'The Bay',
      avatar: '',
      mobile: '',
      status: 'normal',
      follow_count: 0,
      question_count: 0,
      answer_count: 0,
    })
    expect(shown.bio_html).toContain('<strong>bio</strong>')
    expect(shown).not.toHaveProperty('status_msg')
    await expect(w.nobody.call(profile, { query: { username: 'nobody-here' } })).rejects.toMatchObject({
      status: 404,
      reason: 'error.user.not_found',
    })
  })

  test('of a suspended member says so; of a deleted one only the number is left', async () => {
    const [admin, sus, del] = [
      await w.given.admin(),
      await w.given.member({ name: 'sus', rank: 500 }),
      await w.given.member({ name: 'del', rank: 500 }),
    ]
    await t.answer(del, await t.ask(del))
    await t.vote(sus, 'up', await t.ask(del))
    await w.settle()
    await w.as(admin).call(setUserStatus, { body: { user_id: String(sus.id), status: 'suspended' } })
    const suspended = await w.nobody.call(profile, { query: { username: 'sus' } })
    expect(suspended.status).toBe('suspended')
    expect(suspended.status_msg).toBeTruthy()
    await w.as(admin).call(setUserStatus, { body: { user_id: String(del.id), status: 'deleted' } })
    await expect(w.nobody.call(profile, { query: { username: 'del' } })).rejects.toMatchObject({ status: 404 })
    expect(await w.nobody.call(profile, { query: { username: `user${del.id}` } })).toMatchObject({
      username: `user${del.id}`,
      display_name: `user${del.id}`,
      status: 'deleted',
      status_msg: expect.any(String),
      bio: '',
      location: '',
      last_login_date: 0,
    })
    const query = { username: `user${del.id}` }
    for (const page of [profileQuestions, profileAnswers, profileComments, profileReputation])
      expect([page.path, await w.nobody.call(page, { query })]).toEqual([page.path, { count: 0, list: [] }])
    expect(await w.nobody.call(topPosts, { query })).toEqual({ question: [], answer: [] })
  })

  test('lists questions newest first or best first, and the best five of each kind on top', async () => {
    const [asker, voter] = [await member(), await member()]
    const ids: string[] = []
    for (let i = 0; i < 6; i++) {
      ids.push(await t.ask(asker))
      w.clock.advance(60)
    }
    await t.vote(voter, 'up', ids[2]!)
    await t.vote(voter, 'down', ids[5]!)
    const newest = await questionsOf(undefined, asker)
    expect(newest.count).toBe(6)
    expect(newest.list.map(({ question_id }) => question_id)).toEqual(ids.toReversed())
    expect(newest.list[3]).toMatchObject({
      vote_count: 1,
      answer_count: 0,
      accepted_answer_id: '0',
      status: 'available',
      tags: [{ slug_name: 'support' }],
    })
    expect(
      (await questionsOf(undefined, asker, { order: 'score' })).list.map(({ question_id }) => question_id),
    ).toEqual([ids[2], ids[4], ids[3], ids[1], ids[0], ids[5]])
    expect(
      (await questionsOf(undefined, asker, { page: 2, page_size: 4 })).list.map(({ question_id }) => question_id),
    ).toEqual([ids[1], ids[0]])
    await expect(questionsOf(undefined, asker, { page: 3, page_size: 4 })).rejects.toMatchObject({ status: 404 })
    const top = await w.nobody.call(topPosts, { query: { username: asker.username } })
    expect(top.question.map(({ question_id }) => question_id)).toEqual([ids[2], ids[4], ids[3], ids[1], ids[0]])
    expect(top.answer).toEqual([])
  })

  test('lists answers with their questions, and which is accepted', async () => {
    const [asker, writer] = [await member(), await member()]
    const question = await t.ask(asker, 'How does a zephyr rise, and why?')
    const answer = await t.answer(writer, question)
    await t.accept(asker, question, answer)
    const { list, count } = await w.nobody.call(profileAnswers, { query: { username: writer.username } })
    expect(count).toBe(1)
    expect(list[0]).toMatchObject({
      answer_id: answer,
      question_id: question,
      accepted: 2,
      vote_count: 0,
      create_time: w.clock.now(),
      update_time: 0,
      question_info: {
        title: 'How does a zephyr rise, and why?',
        url_title: 'how-does-a-zephyr-rise-and-why',
        tags: [{ slug_name: 'support' }],
      },
    })
  })

  test('lists comments, what reputation came from, and to oneself one’s votes', async () => {
    const [asker, writer] = [await member(), await member()]
    const question = await t.ask(asker, 'What is a zephyr made of, really?')
    const answer = await t.answer(writer, question, 'Of **air**, mostly.')
    await t.accept(asker, question, answer)
    w.clock.advance(60)
    await t.vote(asker, 'down', answer)
    await t.vote(writer, 'up', question)
    const [on, beside] = [
      await t.comment(writer, question, { original_text: 'On *the question*' }),
      await t.comment(writer, answer),
    ]

    const about = {
      question_id: question,
      title: 'What is a zephyr made of, really?',
      url_title: 'what-is-a-zephyr-made-of-really',
    }
    const aboutAnswer = {
      ...about,
      object_id: answer,
      answer_id: answer,
      object_type: 'answer',
      content: '<p>Of <strong>air</strong>, mostly.</p>',
    }
    const comments = await w.nobody.call(profileComments, { query: { username: writer.username } })
    expect(comments).toMatchObject({
      count: 2,
      list: [
        { comment_id: beside, object_type: 'answer', answer_id: answer },
        {
          ...about,
          comment_id: on,
          object_id: question,
          answer_id: '',
          object_type: 'question',
          content: '<p>On <em>the question</em></p>',
        },
      ],
    })

    expect(await w.nobody.call(profileReputation, { query: { username: writer.username } })).toMatchObject({
      count: 4,
      list: [
        { ...aboutAnswer, reputation: -2, rank_type: 'downvoted' },
        { ...aboutAnswer, reputation: 15, rank_type: 'accepted' },
        { object_id: '', title: '', reputation: 499, rank_type: 'opening' },
        { object_id: '', title: '', reputation: 1, rank_type: 'activated' },
      ],
    })
    expect(
      (await w.nobody.call(profileReputation, { query: { username: asker.username } })).list.map(
        ({ reputation, rank_type }) => [reputation, rank_type],
      ),
    ).toEqual([
      [10, 'upvoted'],
      [-1, 'downvote'],
      [2, 'accept'],
      [499, 'opening'],
      [1, 'activated'],
    ])
    await t.vote(asker, 'down', answer, true)
    expect(
      (await w.nobody.call(profileReputation, { query: { username: writer.username } })).list.map(
        ({ reputation }) => reputation,
      ),
    ).toEqual([15, 499, 1])

    expect(await w.as(writer).call(ownVotes)).toMatchObject({
      count: 1,
      list: [{ ...about, object_id: question, answer_id: '', object_type: 'question', vote_type: 'upvote' }],
    })
    await expect(w.nobody.call(ownVotes)).rejects.toMatchObject({ status: 401 })
  })

  test('without a name is one’s own; anonymous visitors have none', async () => {
    const writer = await member()
    const comment = await t.comment(writer, await t.ask(await member()))
    expect((await w.as(writer).call(profileComments)).list.map(({ comment_id }) => comment_id)).toEqual([comment])
    await expect(w.nobody.call(profileComments)).rejects.toMatchObject({ status: 404, reason: 'error.user.not_found' })
  })

  test('leaves out what is deleted, and what is unlisted but for its author and the staff', async () => {
    const [asker, writer, moderator] = [await member(), await member(), await w.given.moderator()]
    const [kept, gone, unlisted] = [await t.ask(asker), await t.ask(asker), await t.ask(asker)]
    for (const question of [kept, gone, unlisted]) {
      await t.comment(asker, await t.answer(writer, question))
      await t.vote(
        asker,
        'up',
        (await w.nobody.call(profileAnswers, { query: { username: writer.username, page_size: 1 } })).list[0]!
          .answer_id,
      )
      w.clock.advance(1)
    }
    await w.as(moderator).call(deleteQuestion, { body: { id: gone } })
    await unlist(unlisted)
    const counts = async (viewer: TestUser | undefined) => {
      const as = viewer ? w.as(viewer) : w.nobody
      return [
        (await questionsOf(viewer, asker)).count,
        (await as.call(profileAnswers, { query: { username: writer.username } })).count,
        (await as.call(profileComments, { query: { username: asker.username } })).count,
        (await as.call(profileReputation, { query: { username: writer.username } })).list.filter(({ title }) => title)
          .length,
      ]
    }
    expect(await counts(undefined)).toEqual([1, 1, 1, 1])
    expect(await counts(await member())).toEqual([1, 1, 1, 1])
    expect(await counts(asker)).toEqual([2, 2, 2, 2])
    expect(await counts(moderator)).toEqual([2, 2, 2, 2])
  })

  /** All of somebody's list, as this viewer sees it. */
  const listOf = async ({ username }: TestUser, viewer?: TestUser) => {
    const whole: ReputationGain[] = []
    for (let page = 1, count = 1; whole.length < count; page++) {
      const found = await (viewer ? w.as(viewer) : w.nobody).call(profileReputation, {
        query: { username, page, page_size: 7 },
      })
      whole.push(...found.list)
      count = found.count
    }
    return whole
  }
  const sumOf = (list: ReputationGain[]) => list.reduce((sum, { reputation }) => sum + reputation, 0)
  const rankOf = async ({ username }: TestUser) => (await w.nobody.call(profile, { query: { username } })).rank

  test('what the list of reputation says adds up to the figure, whatever has become of the posts', async () => {
    const [writer, moderator, admin] = [
      await w.given.member({ rank: 150 }),
      await w.given.moderator(),
      await w.given.admin(),
    ]
    const asker = await member()
    const voters = await Promise.all(Array.from({ length: 24 }, member))
    const [kept, hidden, erased] = [await t.ask(writer), await t.ask(writer), await t.ask(writer)]
    for (const voter of voters.slice(0, 19)) await t.vote(voter, 'up', kept)
    await t.vote(voters[19]!, 'down', kept) // takes 2 of the day's gain back, and leaves the day's limit as it was
    await t.vote(voters[20]!, 'up', hidden) // the last that fits into the day
    await t.vote(voters[21]!, 'up', erased) // brings nothing any more
    w.clock.advance(86_400)
    await t.vote(voters[22]!, 'up', erased)
    const others = await t.ask(asker)
    const answer = await t.answer(writer, others)
    await t.accept(asker, others, answer)
    await t.vote(voters[23]!, 'up', answer)
    await t.vote(voters[23]!, 'up', answer, true)
    await t.vote(writer, 'down', await t.answer(asker, await t.ask(asker)))
    const { tag_id } = await w.nobody.call(tag, { query: { name: 'support' } })
    await w.as(writer).call(editTag, { body: { tag_id, original_text: `What support is to ${writer.username}.` } })
    const { list: waiting } = await w.as(moderator).call(unreviewed, { query: { page_size: 100 } })
    await w.as(moderator).call(auditRevision, {
      body: { id: waiting.find(({ type }) => type === 'tag')!.unreviewed_info.id, operation: 'approve' },
    })
    for (const id of [hidden, erased]) await w.as(moderator).call(deleteQuestion, { body: { id } })
    await w.as(admin).call(deletePermanently, { body: { type: 'questions', object_id: erased } })

    const list = await listOf(writer)
    expect(sumOf(list)).toBe(await rankOf(writer))
    expect(list).toContainEqual(expect.objectContaining({ reputation: -2, rank_type: 'downvoted', object_id: kept }))
    expect(list).toContainEqual(
      expect.objectContaining({ reputation: 2, rank_type: 'edited', object_type: 'tag', url_title: 'support' }),
    )
    expect(
      list.filter(({ object_type }) => object_type === '').map(({ rank_type, reputation }) => [rank_type, reputation]),
    ).toEqual([
      ['upvoted', 10], // of what is erased
      ['upvoted', 0], // the same, when the day had no room
      ['upvoted', 10], // of what is hidden
      ['opening', 149],
      ['activated', 1],
    ])
    const own = await listOf(writer, writer)
    expect([sumOf(own), own.length]).toEqual([sumOf(list), list.length])
    for (const person of [asker, voters[19]!, voters[23]!])
      expect(sumOf(await listOf(person))).toBe(await rankOf(person))
  })

  test('a member who loses more than they have sees the same sum in the list as in the figure', async () => {
    const [writer, asker, voter] = [await w.given.member(), await member(), await member()]
    const answer = await t.answer(writer, await t.ask(asker))
    await t.vote(voter, 'down', answer)
    expect([await rankOf(writer), sumOf(await listOf(writer))]).toEqual([1, 1])
    await t.vote(asker, 'up', answer)
    await t.vote(voter, 'down', await t.answer(writer, await t.ask(asker)))
    await t.vote(asker, 'up', answer, true)
    const list = await listOf(writer)
    expect([await rankOf(writer), sumOf(list)]).toEqual([1, 1])
    expect(list.map(({ rank_type }) => rank_type)).toContain('floor')
  })

  test('the ranking counts seven days of reputation and votes, and names the staff', async () => {
    w.clock.advance(30 * 86400)
    const [asker, voter, idle, moderator, admin] = [
      await member(),
      await member(),
      await member(),
      await w.given.moderator(),
      await w.given.admin(),
    ]
    const [one, two] = [await t.ask(asker), await t.ask(asker)]
    await t.vote(voter, 'up', one)
    await t.vote(voter, 'up', two)
    const named = (list: { username: string; rank: number; vote_count: number }[]) =>
      list.map(({ username, rank, vote_count }) => [username, rank, vote_count])
    const ranked = await w.nobody.call(ranking)
    // the points that an account begins with count, those carried over from elsewhere don't
    expect(named(ranked.users_with_the_most_reputation)).toEqual([
      [asker.username, 21, 0],
      [voter.username, 1, 2],
      [idle.username, 1, 0],
      [moderator.username, 1, 0],
    ])
    expect(named(ranked.users_with_the_most_vote)).toEqual([[voter.username, 1, 2]])
    expect(
      named(ranked.staffs).filter(([username]) => [moderator.username, admin.username].includes(username as string)),
    ).toEqual([
      ['admin', 1, 0],
      [moderator.username, 1, 0],
    ])
    w.clock.advance(7 * 86400 + 1)
    expect(await w.nobody.call(ranking)).toMatchObject({
      users_with_the_most_reputation: [],
      users_with_the_most_vote: [],
    })
  })
})
