import * as contract from '@askwell/contract/badges.ts'
import { followLink } from '@askwell/contract/followed-links.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { react } from '@askwell/contract/reactions.ts'
import { invite } from '@askwell/contract/invitations.ts'
import { flagPost } from '@askwell/contract/reviews.ts'
import { legalText } from '@askwell/contract/site.ts'
import { answerPage } from '@askwell/contract/answers.ts'
import { deleteQuestion, editQuestion } from '@askwell/contract/questions.ts'
import { saveWriteSettings } from '@askwell/contract/site-settings.ts'
import { saveProfile } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'
import { countView, flushViews } from '../../content/posts/view-counter.ts'
import { openSession } from '../../users/sessions/service.ts'
import { findFaults } from '../../operations/integrity/service.ts'
import { awardVote } from './effects.ts'
import { flushVisits } from './visits.ts'

describe.each(engines)('badges (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    await w.as(await w.given.admin()).call(saveWriteSettings, { body: { restrict_answer: false } })
  })
  afterAll(async () => {
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
  })
  const member = () => w.given.member({ rank: 500 })
  const some = (count: number) => Promise.all(Array.from({ length: count }, member))
  /** Which badges somebody has, and how often. */
  const badgesOf = async ({ username }: TestUser) => {
    await w.settle()
    const { list } = await w.nobody.call(contract.userBadges, { query: { username } })
    return Object.fromEntries(list.map(({ name, earned_count }) => [name, earned_count]))
  }

  test('there are 49 of them in three groups, those that existing clients know under their numbers', async () => {
    const groups = await w.nobody.call(contract.badges)
    expect(groups.map(({ group_name }) => group_name)).toEqual(['Getting Started', 'Community', 'Posting'])
    const all = groups.flatMap(({ badges }) => badges)
    expect(all).toHaveLength(49)
    expect(groups[0]!.badges.slice(0, 7).map(({ id, name, icon, level }) => [id, name, icon, level])).toEqual([
      ['10090000000000006', 'Autobiographer', 'person-badge-fill', 1],
      ['10090000000000007', 'Editor', 'pencil-fill', 1],
      ['10090000000000008', 'First Flag', 'flag-fill', 1],
      ['10090000000000009', 'First Upvote', 'hand-thumbs-up-fill', 1],
      ['10090000000000010', 'First Reaction', 'emoji-smile-fill', 1],
      ['10090000000000011', 'First Share', 'share-fill', 1],
      ['10090000000000012', 'Scholar', 'check-circle-fill', 1],
    ])
    expect(all.find(({ name }) => name === 'Great Question')).toMatchObject({
      id: '10090000000000019',
      level: 3,
      is_single: false,
    })
    expect(await w.nobody.call(contract.badge, { query: { id: 'L1I1' } })).toMatchObject({ name: 'Autobiographer' })
    expect(new Set(all.flatMap(({ name, description }) => [name, description])).size).toBe(98)
  })

  test('a member earns one by each of the first things they do', async () => {
    const [asker, doer] = await some(2)
    const question = await t.ask(asker!)
    expect(await badgesOf(doer!)).toEqual({})
    await w.as(doer!).call(saveProfile, { body: { display_name: 'A doer', bio: 'Does things.' } })
    expect(await badgesOf(doer!)).toEqual({ Autobiographer: 1 })
    await t.vote(doer!, 'down', question)
    expect(await badgesOf(doer!)).toEqual({ Autobiographer: 1, 'First Upvote': 1 })
    await w.as(doer!).call(flagPost, { body: { object_id: question, report_type: 57 } })
    await w.as(doer!).call(react, { body: { object_id: question, emoji: 'smile', reaction: 'activate' } })
    const answer = await t.answer(doer!, question, `See #${await t.ask(asker!)} for it.`)
    await t.comment(doer!, question)
    await t.accept(asker!, question, answer)
    expect(await badgesOf(doer!)).toEqual({
      Autobiographer: 1,
      'First Upvote': 1,
      'First Flag': 1,
      'First Reaction': 1,
      'First Link': 1,
      Certified: 1,
      Solved: 1,
    })
    expect(await badgesOf(asker!)).toEqual({ Scholar: 1 })
    await w.as(asker!).call(editQuestion, {
      body: { id: question, title: 'Another title for it', content: 'Another text.', tags: [{ slug_name: 'support' }] },
    })
    await t.vote(doer!, 'up', question)
    expect(await badgesOf(asker!)).toEqual({ Scholar: 1, Editor: 1, Welcome: 1 })
    // What one has voted for and flagged is nobody's business.
    const { list } = await w
      .as(asker!)
      .call(contract.badgeAwards, { query: { badge_id: 'L1L1', username: doer!.username } })
    expect(list).toMatchObject([{ object_type: '', object_id: '', question_id: '' }])
    const solved = await w.nobody.call(contract.badgeAwards, {
      query: { badge_id: '10090000000000013', username: doer!.username },
    })
    expect(solved.list).toMatchObject([
      {
        object_type: 'answer',
        object_id: answer,
        answer_id: answer,
        question_id: question,
        title: 'Another title for it',
      },
    ])
  })

  test('ten upvotes make a question or an answer nice, each once, whatever is voted down', async () => {
    const [author, ...voters] = await some(13)
    const question = await t.ask(author!)
    const [one, other] = [await t.answer(author!, question), await t.answer(author!, question)]
    for (const voter of voters.slice(0, 9)) await t.vote(voter, 'up', one)
    for (const voter of voters.slice(10, 12)) await t.vote(voter, 'down', one)
    const nice = async () => (await badgesOf(author!))['Nice Answer']
    expect(await nice()).toBe(undefined)
    await t.vote(voters[9]!, 'up', one)
    expect(await nice()).toBe(1)
    await t.vote(voters[9]!, 'up', one, true)
    await t.vote(voters[9]!, 'up', one)
    for (const voter of voters.slice(0, 10)) await t.vote(voter, 'up', other)
    expect(await nice()).toBe(2)
    const card = await w.as(author!).call(contract.badge, { query: { id: '10090000000000014' } })
    expect(card).toMatchObject({ name: 'Nice Answer', earned_count: 2, is_single: false })
    expect(await w.as(author!).call(contract.badge, { query: { id: '10090000000000015' } })).toMatchObject({
      name: 'Good Answer',
      progress: { done: 10, target: 25 },
    })
    expect(await w.nobody.call(contract.recentBadges, { query: { username: author!.username } })).toMatchObject({
      list: [{ name: 'Nice Answer', earned_count: 2 }, { name: 'Welcome' }],
    })
  })

  test('what a later effect does twice is awarded once', async () => {
    const [author, voter] = await some(2)
    const id = await t.ask(author!)
    await t.vote(voter!, 'up', id)
    const object_id = numberOf('question', id)
    const fact = {
      actor_id: voter!.id,
      author_id: author!.id,
      object_type: 'question' as const,
      object_id,
      question_id: object_id,
      kind: 'question' as const,
      vote_id: 0,
      direction: 'up' as const,
    }
    await awardVote(w.app, fact)
    await awardVote(w.app, fact)
    expect(await badgesOf(author!)).toEqual({ Welcome: 1 })
    expect(await badgesOf(voter!)).toEqual({ 'First Upvote': 1 })
  })

  test('those that take several say how many are there', async () => {
    const [asker, commenter] = await some(2)
    const question = await t.ask(asker!)
    const commentator = async () =>
      (await w.as(commenter!).call(contract.badges))
        .flatMap(({ badges }) => badges)
        .find(({ name }) => name === 'Commentator')!
    for (let n = 0; n < 4; n++) await t.comment(commenter!, question)
    await w.settle()
    expect(await commentator()).toMatchObject({ earned_count: 0, progress: { done: 4, target: 5 } })
    await t.comment(commenter!, question)
    await w.settle()
    expect(await commentator()).toMatchObject({ earned_count: 1, progress: null })
  })

  test('invitations count when they are followed', async () => {
    const [asker, inviter, ...others] = await some(5)
    const question = await t.ask(asker!)
    await w.as(inviter!).call(invite, { body: { id: question, invite_user: others.map(({ username }) => username) } })
    expect(await badgesOf(inviter!)).toEqual({ Promoter: 1 })
    for (const one of others) await t.answer(one, question)
    expect(await badgesOf(inviter!)).toEqual({ Promoter: 1, Campaigner: 1 })
  })

  test('fifty upvotes in a day are a badge, over two days they are none', { timeout: 60_000 }, async () => {
    const [author, voter] = await some(2)
    const posts: string[] = []
    for (let n = 0; n < 50; n++) posts.push(await t.ask(author!))
    w.clock.advance(DAY - (w.clock.now() % DAY) - 10)
    for (const id of posts.slice(0, 10)) await t.vote(voter!, 'up', id)
    w.clock.advance(20)
    for (const id of posts.slice(10)) await t.vote(voter!, 'up', id)
    expect(await badgesOf(voter!)).toEqual({ 'First Upvote': 1 })
    for (const id of posts.slice(0, 10)) {
      await t.vote(voter!, 'up', id, true)
      await t.vote(voter!, 'up', id)
    }
    expect(await badgesOf(voter!)).toMatchObject({ 'Out of Love': 1 })
    expect(await badgesOf(author!)).toEqual({ Welcome: 1, Appreciated: 1 })
  })

  test('the day of a vote is the one on which it was cast, even if badges are given the day after', async () => {
    const [author, voter] = await some(2)
    const posts: string[] = []
    for (let n = 0; n < 50; n++) posts.push(await t.ask(author!))
    w.clock.advance(DAY - (w.clock.now() % DAY) - 10)
    for (const id of posts) await t.vote(voter!, 'up', id)
    w.clock.advance(20)
    expect(await badgesOf(voter!)).toMatchObject({ 'Out of Love': 1 })
  })

  test('a question with 500 views is popular', async () => {
    const asker = await member()
    const id = numberOf('question', await t.ask(asker))
    for (let n = 0; n < 499; n++) countView(w.app, id, `visitor ${n}`)
    await flushViews(w.app)
    expect(await badgesOf(asker)).toEqual({})
    countView(w.app, id, 'the five hundredth')
    await flushViews(w.app)
    expect(await badgesOf(asker)).toEqual({ 'Popular Question': 1 })
  })

  test('who comes by on ten days in a row is an enthusiast, and after a year with a post there is an anniversary', async () => {
    const [daily, lazy] = await some(2)
    await t.ask(daily!)
    const comeBy = async (user: TestUser) => {
      await w.as(user).call(contract.badges)
      await flushVisits(w.app)
    }
    for (let day = 0; day < 9; day++) {
      await comeBy(daily!)
      await comeBy(daily!)
      if (day !== 4) await comeBy(lazy!)
      w.clock.advance(DAY)
    }
    expect(await badgesOf(daily!)).toEqual({})
    await Promise.all([comeBy(daily!), comeBy(lazy!)])
    expect(await badgesOf(daily!)).toEqual({ Enthusiast: 1 })
    expect(await badgesOf(lazy!)).toEqual({})
    w.clock.advance(366 * DAY)
    for (const user of [daily!, lazy!]) user.token = await openSession(w.app, user.id)
    await Promise.all([comeBy(daily!), comeBy(lazy!)])
    expect(await badgesOf(daily!)).toEqual({ Enthusiast: 1, Anniversary: 1 })
    expect(await badgesOf(lazy!)).toEqual({})
  })

  test('reading the terms and every answer of a long thread are badges', async () => {
    const [asker, reader] = await some(2)
    const question = await t.ask(asker!)
    for (let n = 0; n < 11; n++) await t.answer(asker!, question)
    await w.as(reader!).call(legalText, { query: { info_type: 'privacy' } })
    const read = (page: number) =>
      w.as(reader!).call(answerPage, { query: { question_id: question, page, page_size: 8 } })
    await read(1)
    expect(await badgesOf(reader!)).toEqual({})
    await read(2)
    expect(await badgesOf(reader!)).toEqual({ Reader: 1 })
    await w.as(reader!).call(legalText, { query: { info_type: 'tos' } })
    expect(await badgesOf(reader!)).toEqual({ Reader: 1, 'Read Guidelines': 1 })
  })

  test('a link that many follow is popular; one’s own presses and links that stand nowhere don’t count', async () => {
    const author = await member()
    const href = 'https://elsewhere.example/a?b=1&c=2'
    const question = await t.ask(author)
    const answer = await t.answer(author, question, `See [it](${href}) there.`)
    const follow = (user: TestUser | undefined, link = href, ip = '127.0.0.1') =>
      (user ? w.as(user) : w.nobody).call(followLink, { body: { object_id: answer, href: link }, ip })
    for (let n = 0; n < 49; n++) await follow(undefined, href, `192.0.2.${n}`)
    await follow(undefined, href, '192.0.2.1')
    await follow(author)
    for (let n = 0; n < 60; n++) await follow(undefined, 'https://nowhere.example/', `192.0.2.${n}`)
    expect(await badgesOf(author)).toEqual({})
    await follow(await member())
    expect(await badgesOf(author)).toEqual({ 'Popular Link': 1 })
    const rows = await w.app.db.selectFrom('link_visits').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/elsewhere|192\.0/)
  })

  test('the best newcomer of a month gets a badge, once, when the month is over', async () => {
    const month = new Date(w.clock.now() * 1000)
    w.clock.advance(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 2) / 1000 - w.clock.now())
    const [good, better, voter, other] = await some(4)
    await t.vote(voter!, 'up', await t.ask(good!))
    const best = await t.ask(better!)
    await t.vote(voter!, 'up', best)
    await t.vote(other!, 'up', best)
    expect((await badgesOf(better!))['New User of the Month']).toBe(undefined)
    w.clock.advance(31 * DAY)
    expect(await badgesOf(better!)).toMatchObject({ 'New User of the Month': 1 })
    good!.token = await openSession(w.app, good!.id)
    for (const user of await some(3)) await t.vote(user, 'up', await t.ask(good!))
    w.clock.advance(DAY)
    expect((await badgesOf(good!))['New User of the Month']).toBe(undefined)
  })

  test('a badge stays when its post goes, and says no more what it was for', async () => {
    const [asker, voter, moderator] = [await member(), await member(), await w.given.moderator()]
    const id = await t.ask(asker, 'A title that will be gone')
    await t.vote(voter, 'up', id)
    expect(await badgesOf(asker)).toEqual({ Welcome: 1 })
    const welcome = async () => {
      const id = (await w.nobody.call(contract.badges))
        .flatMap(({ badges }) => badges)
        .find(({ name }) => name === 'Welcome')!.id
      return (
        await w.nobody.call(contract.badgeAwards, {
          query: { badge_id: id, username: asker.username },
        })
      ).list
    }
    expect(await welcome()).toMatchObject([{ object_id: id, title: 'A title that will be gone' }])
    await w.as(moderator).call(deleteQuestion, { body: { id } })
    expect(await badgesOf(asker)).toEqual({ Welcome: 1 })
    expect(await welcome()).toMatchObject([{ object_id: '', question_id: '', title: '', url_title: '' }])
  })

  test('an unknown badge and badges of an unknown member are a bad request', async () => {
    await expect(w.nobody.call(contract.badge, { query: { id: '10090000000000999' } })).rejects.toMatchObject({
      status: 400,
    })
    await expect(w.nobody.call(contract.badge, { query: { id: 'what' } })).rejects.toMatchObject({ status: 400 })
    for (const call of [contract.userBadges, contract.recentBadges])
      await expect(w.nobody.call(call, { query: { username: 'nobody-at-all' } })).rejects.toMatchObject({ status: 400 })
  })
})

describe.each(engines)('shared addresses (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine, { pages: true })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  test('whoever shares a post gets a badge when somebody else comes by the address, however it is written', async () => {
    const t = threads(w)
    const [asker, sharer] = [await w.given.member(), await w.given.member()]
    const question = await t.ask(asker, 'What is shared here?')
    const visit = async (address: string, { ip = '192.0.2.1', cookie = '' } = {}) => {
      let to = address
      for (;;) {
        const response = await w.server.inject({
          url: to,
          remoteAddress: ip,
          headers: { 'user-agent': 'a browser', ...(cookie && { cookie }) },
        })
        if (response.statusCode !== 301 && response.statusCode !== 302) return response.statusCode
        to = response.headers.location as string
      }
    }
    const badges = async () => {
      await w.settle()
      return (await w.nobody.call(contract.userBadges, { query: { username: sharer.username } })).list.map(
        ({ name }) => name,
      )
    }
    // One's own visit, a name that nobody has, and a post that isn't there count for nothing.
    await visit(`/questions/${question}?share=${sharer.username}`, { cookie: `askwell_session=${sharer.token}` })
    expect(await visit(`/questions/${question}?share=nobody-at-all`)).toBe(200)
    expect(await visit(`/questions/10010000000000999?share=${sharer.username}`)).toBe(404)
    expect(await badges()).toEqual([])
    expect(await visit(`/questions/${question}/any-title?share=${sharer.username}`)).toBe(200)
    expect(await badges()).toEqual(['First Share'])
    await visit(`/questions/${question}?share=${sharer.username}`)
    const rows = await w.app.db.selectFrom('post_shares').selectAll().execute()
    expect(rows).toMatchObject([{ user_id: sharer.id, visitors: 1 }])
    expect(JSON.stringify(rows)).not.toContain('192.0.2')
  })
})
