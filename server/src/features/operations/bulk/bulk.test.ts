import { acceptAnswer } from '@askwell/contract/answers.ts'
import * as bulk from '@askwell/contract/bulk.ts'
import { flaggedPosts, flagPost } from '@askwell/contract/reviews.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { profile } from '@askwell/contract/profiles.ts'
import { closeQuestion, editQuestion, questionInfo, reopenQuestion } from '@askwell/contract/questions.ts'
import { setUserStatus, usersPage } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'
import { openSession } from '../../users/sessions/service.ts'
import { updateUser } from '../../users/users/queries.ts'
import { runBulkAct } from './running/service.ts'
import type { Match } from './selection/match.ts'
import { pageQuery } from './selection/queries.ts'
import { findFaults } from '../integrity/service.ts'

type Wish = bulk.BulkWish & { confirm?: string }

describe.each(engines)('acts on many things, on %s', (engine) => {
  let site: World
  let doing: ReturnType<typeof threads>
  let admin: TestUser, ann: TestUser, bob: TestUser, moe: TestUser
  beforeAll(async () => {
    site = await world(engine)
    doing = threads(site)
    admin = await site.given.admin()
    ann = await site.given.member({ name: 'ann', rank: 1000 })
    bob = await site.given.member({ name: 'bob', rank: 1000 })
    moe = await site.given.moderator({ name: 'moe' })
  })
  afterAll(() => site.close())

  /** Sessions of staff don't last for weeks. */
  const wait = async (seconds: number) => {
    site.clock.advance(seconds)
    ;[admin, moe] = [await site.given.admin(), await again(moe)]
    ;[ann, bob] = [await again(ann), await again(bob)]
  }
  const again = async (user: TestUser) => ({ ...user, token: await openSession(site.app, user.id) })
  const begin = async (wish: Wish, who = admin) => {
    const { id } = await site.as(who).call(bulk.beginBulk, { body: wish })
    await site.settle()
    return id
  }
  const undo = async (id: string) => {
    await site.as(admin).call(bulk.undoBulk, { body: { id } })
    await site.settle()
    return info(id)
  }
  const info = (id: string, only: '' | 'done' | 'skipped' | 'undone' | 'not_undone' = '') =>
    site.as(admin).call(bulk.bulkInfo, { query: { id, only, page_size: 100 } })
  const list = async (query: Record<string, unknown>) =>
    site.as(admin).call(bulk.contentPage, { query: { kind: 'question', page_size: 100, ...query } as never })
  const idsOf = async (query: Record<string, unknown>) => (await list(query)).list.map(({ id }) => id)
  const post = (id: string) =>
    site.app.db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', numberOf(id[3] === '1' ? 'question' : 'answer', id))
      .executeTakeFirstOrThrow()
  const rankOf = async (user: TestUser) =>
    (await site.app.db.selectFrom('users').select('rank').where('id', '=', user.id).executeTakeFirstOrThrow()).rank
  const faultless = async () => expect(await findFaults(site.app)).toEqual([])
  const tagged = async (id: string) =>
    (await site.nobody.call(questionInfo, { query: { id } })).tags.map(({ slug_name }) => slug_name)

  test('the list finds everything in every state, by text, number, address, author, tag, score and flags', async () => {
    const one = await doing.ask(ann, 'A marzipan question to be found', ['support'])
    const answer = await doing.answer(bob, one, 'A marzipan answer.')
    const comment = await doing.comment(bob, one, { original_text: 'A marzipan comment.' })
    await doing.vote(bob, 'up', one)
    expect(await idsOf({ query: 'marzipan' })).toEqual([one])
    expect(await idsOf({ query: one })).toEqual([one])
    expect(await idsOf({ query: `#${numberOf('question', one)}` })).toEqual([one])
    expect(await idsOf({ query: `http://world.example/questions/${one}/a-marzipan/${answer}` })).toEqual([one])
    expect(await idsOf({ query: `http://world.example/questions/${one}/${answer}`, kind: 'answer' })).toEqual([answer])
    expect(await idsOf({ query: one, kind: 'comment' })).toEqual([comment])
    expect(await idsOf({ query: 'marzipan', kind: 'comment', author: 'bob' })).toEqual([comment])
    expect(await idsOf({ query: 'marzipan', kind: 'comment', author: 'nobody-here' })).toEqual([])
    expect(await idsOf({ query: 'marzipan', tag: 'support', score_min: 1, score_max: 1 })).toEqual([one])
    expect(await idsOf({ query: 'marzipan', score_min: 2 })).toEqual([])
    expect(await idsOf({ query: 'marzipan', flagged: true })).toEqual([])
    expect(await idsOf({ query: 'marzipan', state: 'closed' })).toEqual([])
    expect(await idsOf({ query: 'marzipan', until: site.clock.now() })).toEqual([])
    expect((await list({ query: 'marzipan' })).count).toBe(1)
    const members = await site.as(admin).call(bulk.memberPage, { query: { query: 'ann', page_size: 5 } })
    expect(members.list.map(({ username }) => username)).toContain('ann')
  })

  test('counts are true after every change', async () => {
    const before = (await list({ state: 'closed' })).count
    const id = await doing.ask(ann)
    await site.as(moe).call(closeQuestion, { body: { id, close_type: 63 } })
    expect((await list({ state: 'closed' })).count).toBe(before + 1)
    await site.as(moe).call(reopenQuestion, { body: { question_id: id } })
    expect((await list({ state: 'closed' })).count).toBe(before)
  })

  test('finds what it lists by an index', async () => {
    if (engine === 'postgres') return // too few rows for a plan to mean anything
    const planOf = async (more: Partial<Match>) => {
      const match: Match = {
        kind: 'question',
        state: '',
        piece: '',
        since: 0,
        until: 0,
        flagged: false,
        unseen_since: 0,
        ...more,
      }
      const query = pageQuery(site.app.db, match, { page: 3, page_size: 20 }).compile()
      const { rows } = await site.app.db.executeQuery<{ detail: string }>({
        ...query,
        sql: `explain query plan ${query.sql}`,
      })
      return rows.map(({ detail }) => detail).join()
    }
    expect(await planOf({})).toContain('posts_in_any_state')
    expect(await planOf({ kind: 'answer', state: 'deleted' })).toContain('posts_by_state')
    expect(await planOf({ state: 'unlisted' })).toContain('posts_unlisted')
    expect(await planOf({ state: 'pinned' })).toContain('posts_pinned')
    expect(await planOf({ kind: 'comment' })).toContain('comments_in_any_state')
    expect(await planOf({ kind: 'comment', state: 'deleted' })).toContain('comments_by_state')
    expect(await planOf({ author_id: 7 })).toContain('posts_of_user')
    expect(await planOf({ kind: 'user', state: 'suspended' })).toContain('users_status')
  })

  test('a preview says how many, and what stays and why, and changes nothing', async () => {
    const [open, closed] = [await doing.ask(ann), await doing.ask(ann)]
    await site.as(moe).call(closeQuestion, { body: { id: closed, close_type: 63 } })
    const wish = {
      kind: 'question',
      act: 'close',
      ids: [open, closed, '10010000000999999'],
      options: { close_type: 63 },
    } as const
    const seen = await site.as(admin).call(bulk.previewBulk, { body: wish as never })
    expect(seen).toMatchObject({ count: 3, possible: 1, samples: [{ id: open }], confirm: '' })
    expect(new Map(seen.skipped.map(({ reason, count }) => [reason, count]))).toEqual(
      new Map([
        ['error.bulk.already', 1],
        ['error.bulk.gone', 1],
      ]),
    )
    expect((await post(open)).status).toBe(1)
  })

  const STEPS = [
    ['close', {}, { status: 2 }],
    ['unlist', {}, { show: 2 }],
    ['pin', {}, { pin: 2 }],
    ['delete', {}, { status: 10 }],
  ] as const
  test.each(STEPS)('%s is done to all that match, and undone', async (act, _none, after) => {
    const word = `wombat${act}`
    const ids = [await doing.ask(ann, `First ${word} question`), await doing.ask(bob, `Second ${word} question`)]
    const before = await Promise.all(ids.map(post))
    const filter = { kind: 'question', query: word } as never
    const id = await begin({ kind: 'question', act, filter, options: { close_type: 63 } })
    expect(await info(id)).toMatchObject({ act: { done: 2, skipped: 0, task_status: 'done' }, count: 2 })
    for (const one of ids) expect(await post(one)).toMatchObject(after)
    await faultless()
    // Once more does nothing more.
    const again = await begin({ kind: 'question', act, filter, options: { close_type: 63 } })
    expect((await info(again)).act).toMatchObject({ done: 0, skipped: 2, undo_until: 0 })
    const undone = await undo(id)
    expect(undone.act).toMatchObject({ undone: 2, not_undone: 0, undo_until: 0 })
    for (const [place, one] of ids.entries()) {
      const { status, pin, show, deleted_at } = before[place]!
      expect(await post(one)).toMatchObject({ status, pin, show, deleted_at })
    }
    await faultless()
  })

  test('what somebody has changed since stays, and is named', async () => {
    const [one, other] = [await doing.ask(ann), await doing.ask(ann)]
    const id = await begin({ kind: 'question', act: 'close', ids: [one, other], options: { close_type: 63 } })
    await site.as(moe).call(reopenQuestion, { body: { question_id: one } })
    const undone = await undo(id)
    expect(undone.act).toMatchObject({ undone: 1, not_undone: 1 })
    expect((await info(id, 'not_undone')).list).toMatchObject([{ id: one, msg: 'Somebody has changed it since.' }])
    expect((await post(other)).status).toBe(1)
  })

  test('a deletion that somebody has repeated is theirs, and stays', async () => {
    const one = await doing.ask(ann)
    const id = await begin({ kind: 'question', act: 'delete', ids: [one] })
    const back = await begin({ kind: 'question', act: 'undelete', ids: [one] })
    expect((await info(back)).act.done).toBe(1)
    site.clock.advance(60)
    await begin({ kind: 'question', act: 'delete', ids: [one] })
    expect((await undo(id)).act).toMatchObject({ undone: 0, not_undone: 1 })
    expect((await post(one)).status).toBe(10)
  })

  test('an accepted answer is accepted again when its deletion is undone', async () => {
    const question = await doing.ask(ann)
    const answer = await doing.answer(bob, question)
    await site.as(ann).call(acceptAnswer, { body: { question_id: question, answer_id: answer } })
    const id = await begin({ kind: 'answer', act: 'delete', ids: [answer] })
    expect((await post(question)).accepted_answer_id).toBe(0)
    await undo(id)
    expect((await post(question)).accepted_answer_id).toBe(numberOf('answer', answer))
    await faultless()
  })

  test('flags that a deletion settled wait again when it is undone', async () => {
    const [cleo, dan] = [await site.given.member({ rank: 1000 }), await site.given.member({ rank: 1000 })]
    const question = await doing.ask(cleo)
    const comment = await doing.comment(dan, question)
    const flag = (who: TestUser, object_id: string) =>
      site.as(who).call(flagPost, { body: { object_id, report_type: 57 } })
    await flag(dan, question)
    await flag(cleo, comment)
    const waiting = async () =>
      (await site.as(moe).call(flaggedPosts, { query: { page_size: 100 } })).list
        .map(({ object_id }) => object_id)
        .filter((id) => id === question || id === comment)
    const comments = await begin({ kind: 'comment', act: 'delete', ids: [comment] })
    expect(await waiting()).toEqual([question])
    await undo(comments)
    expect(await waiting()).toEqual([question, comment])
    const questions = await begin({ kind: 'question', act: 'delete', ids: [question] })
    expect(await waiting()).not.toContain(question)
    await undo(questions)
    expect(await waiting()).toContain(question)
    await faultless()
  })

  test('comments are deleted and come back', async () => {
    const question = await doing.ask(ann)
    const comment = await doing.comment(bob, question)
    const id = await begin({ kind: 'comment', act: 'delete', ids: [comment] })
    expect((await post(question)).comment_count).toBe(0)
    await undo(id)
    expect((await post(question)).comment_count).toBe(1)
    await faultless()
  })

  test('tags are put and taken as a revision, and the question is not active by it', async () => {
    const question = await doing.ask(ann, undefined, ['support'])
    await doing.ask(moe, undefined, ['support', 'marsupials'])
    const { active_at } = await post(question)
    await wait(DAY)
    const options = { add_tags: ['marsupials'], remove_tags: ['support'] }
    const id = await begin({ kind: 'question', act: 'retag', ids: [question], options })
    expect(await tagged(question)).toEqual(['marsupials'])
    expect((await post(question)).active_at).toBe(active_at)
    await faultless()
    await undo(id)
    expect(await tagged(question)).toEqual(['support'])
    await faultless()
    const unknown = await refusal(
      site.as(admin).call(bulk.previewBulk, {
        body: { kind: 'question', act: 'retag', ids: [question], options: { add_tags: ['no-such-tag'] } },
      }),
    )
    expect(unknown.fields).toEqual(['add_tags'])
  })

  test('retagging is not undone over a later edit of the tags', async () => {
    const question = await doing.ask(ann, undefined, ['support'])
    const id = await begin({ kind: 'question', act: 'retag', ids: [question], options: { add_tags: ['marsupials'] } })
    await site.as(ann).call(editQuestion, {
      body: {
        id: question,
        title: 'Another title of it',
        content: 'Another text',
        tags: [{ slug_name: 'marsupials' }],
      },
    })
    expect((await undo(id)).act).toMatchObject({ undone: 0, not_undone: 1 })
  })

  test('another author gets the points with the post, and the former one gets them back', async () => {
    const eve = await site.given.member({ name: 'eve' })
    const question = await doing.ask(ann)
    await doing.vote(bob, 'up', question)
    const [anns, eves] = [await rankOf(ann), await rankOf(eve)]
    const id = await begin({ kind: 'question', act: 'author', ids: [question], options: { author: 'eve' } })
    expect((await post(question)).user_id).toBe(eve.id)
    expect([await rankOf(ann), await rankOf(eve)]).toEqual([anns - 10, eves + 10])
    await faultless()
    // Who has voted on it can't become its author.
    const voted = await begin({ kind: 'question', act: 'author', ids: [question], options: { author: 'bob' } })
    expect((await info(voted)).list).toMatchObject([{ result: 'skipped', msg: 'Its new author has voted on it.' }])
    await undo(id)
    expect((await post(question)).user_id).toBe(ann.id)
    expect([await rankOf(ann), await rankOf(eve)]).toEqual([anns, eves])
    await faultless()
  })

  test('members are suspended, let back and given roles; nobody does it to themselves', async () => {
    const [cat, dan] = [await site.given.member({ name: 'cat' }), await site.given.member({ name: 'dan' })]
    const ids = [String(cat.id), String(dan.id), String(admin.id)]
    const id = await begin({ kind: 'user', act: 'suspend', ids, options: { suspend_duration: '7d', note: 'Enough' } })
    expect((await info(id)).act).toMatchObject({ done: 2, skipped: 1 })
    expect((await info(id, 'skipped')).list).toMatchObject([{ title: 'admin' }])
    await site.as(admin).call(setUserStatus, { body: { user_id: String(dan.id), status: 'normal' } })
    expect((await undo(id)).act).toMatchObject({ undone: 1, not_undone: 1 })
    const role = await begin({ kind: 'user', act: 'role', ids: [String(cat.id)], options: { role_id: 3 } })
    const row = () => site.app.db.selectFrom('users').selectAll().where('id', '=', cat.id).executeTakeFirstOrThrow()
    expect(await row()).toMatchObject({ role_id: 3, status: 1 })
    await undo(role)
    expect((await row()).role_id).toBe(1)
  })

  test('deleting a member says what goes, asks for the name, spares what others have answered, and comes back whole', async () => {
    const mal = await site.given.member({ name: 'mal', rank: 1000 })
    const [answered, alone] = [await doing.ask(mal), await doing.ask(mal)]
    const theirs = await doing.answer(bob, answered)
    const own = await doing.answer(mal, alone)
    await doing.comment(mal, answered)
    const wish = { kind: 'user', act: 'delete', ids: [String(mal.id)], options: { content: 'own' } } as const
    const seen = await site.as(admin).call(bulk.previewBulk, { body: wish as never })
    expect(Object.fromEntries(seen.figures.map(({ name, count }) => [name, count]))).toEqual({
      question: 2,
      answer: 1,
      answer_of_others: 1,
      comment: 1,
      vote: 0,
      file: 0,
    })
    expect(seen.confirm).toBe('mal')
    const lists = async (what: bulk.Belonging) =>
      (await site.as(admin).call(bulk.memberBelongings, { query: { user_id: String(mal.id), what } })).list
    for (const what of bulk.BELONGING)
      expect(await lists(what), what).toHaveLength(seen.figures.find(({ name }) => name === what)!.count)
    expect((await lists('question')).map(({ id, answered: stays }) => [id, stays])).toEqual([
      [alone, false],
      [answered, true],
    ])
    expect((await lists('answer_of_others')).map(({ id }) => id)).toEqual([theirs])
    expect((await lists('answer')).map(({ id }) => id)).toEqual([own])
    const unsure = await refusal(site.as(admin).call(bulk.beginBulk, { body: { ...wish, confirm: 'male' } as never }))
    expect(unsure.fields).toEqual(['confirm'])
    const id = await begin({ ...wish, confirm: 'mal' } as never)
    expect((await info(id)).act).toMatchObject({ done: 4, skipped: 1 })
    expect((await post(answered)).status).toBe(1)
    expect((await post(theirs)).status).toBe(1)
    expect([(await post(alone)).status, (await post(own)).status]).toEqual([10, 10])
    expect((await site.nobody.call(profile, { query: { username: `user${mal.id}` } })).status).toBe('deleted')
    await faultless()
    await wait(29 * DAY)
    expect((await undo(id)).act).toMatchObject({ undone: 4, not_undone: 0 })
    expect([(await post(alone)).status, (await post(own)).status]).toEqual([1, 1])
    expect(await site.nobody.call(profile, { query: { username: 'mal' } })).toMatchObject({ status: 'normal' })
    await faultless()
  })

  test('a sweep takes posts, comments and votes of a time, points follow, and all come back', async () => {
    const sam = await site.given.member({ name: 'sam', rank: 1000 })
    const [friend, early] = [await doing.ask(ann), await doing.ask(sam)]
    const anns = await rankOf(ann)
    await wait(DAY)
    const since = site.clock.now()
    const spam = await doing.ask(sam)
    const comment = await doing.comment(ann, friend)
    await doing.vote(sam, 'up', friend)
    await doing.vote(sam, 'up', comment)
    await doing.comment(sam, friend)
    expect(await rankOf(ann)).toBe(anns + 10)
    const options = {
      what: ['posts', 'comments', 'votes'] as ('posts' | 'comments' | 'votes')[],
      since,
      until: since + DAY,
    }
    const wish = { kind: 'user' as const, act: 'sweep' as const, ids: [String(sam.id)], options }
    const seen = await site.as(admin).call(bulk.previewBulk, { body: wish })
    expect(Object.fromEntries(seen.figures.map(({ name, count }) => [name, count]))).toMatchObject({
      question: 1,
      answer: 0,
      comment: 1,
      vote: 2,
    })
    const id = await begin(wish)
    expect((await info(id)).act).toMatchObject({ done: 4, skipped: 0 })
    expect(await rankOf(ann)).toBe(anns)
    expect([(await post(early)).status, (await post(spam)).status]).toEqual([1, 10])
    await faultless()
    expect((await undo(id)).act).toMatchObject({ undone: 4, not_undone: 0 })
    expect(await rankOf(ann)).toBe(anns + 10)
    expect((await post(spam)).status).toBe(1)
    expect((await post(friend)).score).toBe(1)
    await faultless()
  })

  test('after thirty days nothing is undone any more, and nothing twice', async () => {
    const one = await doing.ask(ann)
    const id = await begin({ kind: 'question', act: 'unlist', ids: [one] })
    await wait(30 * DAY)
    expect(await refusal(site.as(admin).call(bulk.undoBulk, { body: { id } }))).toMatchObject({
      reason: 'error.bulk.over',
    })
    const next = await begin({ kind: 'question', act: 'list', ids: [one] })
    await undo(next)
    expect(await refusal(site.as(admin).call(bulk.undoBulk, { body: { id: next } }))).toMatchObject({
      reason: 'error.bulk.over',
    })
  })

  test('two acts at once: the second waits for the first to end', async () => {
    const ids = [await doing.ask(ann)]
    const wishes = ['unlist', 'close'].map((act) =>
      site.as(admin).call(bulk.beginBulk, {
        body: { kind: 'question', act, ids, options: { close_type: 63 } } as never,
      }),
    )
    const outcomes = await Promise.allSettled(wishes)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
    await site.settle()
    await faultless()
  })

  test('an act that goes on after a crash leaves alone what belongs to those it had refused', async () => {
    const gus = await site.given.member({ name: 'gus' })
    const [own, theirs] = [await doing.ask(admin), await doing.ask(gus)]
    const id = await begin({
      kind: 'user',
      act: 'delete',
      ids: [String(admin.id), String(gus.id)],
      options: { content: 'all' },
      confirm: 'gus',
    })
    expect([(await post(own)).status, (await post(theirs)).status]).toEqual([1, 10])
    // Nothing of where it was has been saved.
    const doingAgain = {
      state: undefined,
      signal: new AbortController().signal,
      progress: () => {},
      save: () => Promise.resolve(),
    }
    const by = { id: Number(id), undo: false, actor_id: admin.id, session_id: 0 }
    await runBulkAct(site.app, by, doingAgain as never)
    expect((await post(own)).status).toBe(1)
    expect((await info(id, 'skipped')).count).toBe(1)
    await faultless()
  })

  test.each(['act', 'undo'])('an %s ends where whoever began it may no longer do it', async (what) => {
    const una = await site.given.member({ name: `una-${what}`, role_id: 2 })
    const ids = [await doing.ask(ann), await doing.ask(ann), await doing.ask(ann)]
    const { id } = await site.as(una).call(bulk.beginBulk, { body: { kind: 'question', act: 'unlist', ids } })
    if (what === 'undo') await site.settle()
    const changes = async () => (await Promise.all(ids.map(post))).filter(({ show }) => show === 2).length
    const before = await changes()
    // She is a member again as soon as the first is done.
    const app = Object.create(site.app, {
      transaction: {
        value: async (work: Parameters<typeof site.app.transaction>[0]) => {
          const done = await site.app.transaction(work)
          await site.app.transaction((tx) => updateUser(tx.db, una.id, { role_id: 1 }))
          return done
        },
      },
    }) as typeof site.app
    const by = { id: Number(id), undo: what === 'undo', actor_id: una.id, session_id: 0 }
    const going = { state: undefined, signal: new AbortController().signal, progress: () => {}, save: async () => {} }
    await expect(runBulkAct(app, by, going as never)).rejects.toMatchObject({ reason: 'base.unauthorized_error' })
    expect(Math.abs((await changes()) - before)).toBe(1)
    // The task itself finds the same, and ends: the next may begin.
    await site.settle()
    await faultless()
  })

  test('members that lack something are chosen as their list shows them', async () => {
    const bare = await site.given.member({ name: 'bare' })
    await site.app.transaction((tx) => updateUser(tx.db, bare.id, { e_mail: null }))
    const filter = { kind: 'user', state: 'no_email' } as never
    const seen = await site.as(admin).call(bulk.previewBulk, {
      body: { kind: 'user', act: 'suspend', filter, options: { suspend_duration: '24h' } },
    })
    expect(seen).toMatchObject({ count: 1, possible: 1, samples: [{ id: String(bare.id) }] })
    const shown = await site.as(admin).call(usersPage, { query: { lacking: 'email' } })
    expect([shown.count, shown.list.map(({ username }) => username)]).toEqual([1, ['bare']])
    const staff = await site.as(admin).call(usersPage, { query: { lacking: 'email', staff: true } })
    expect(staff.count).toBe(0)
  })

  test('an address with a percent sign that encodes nothing finds nobody', async () => {
    const { count } = await site
      .as(admin)
      .call(bulk.memberPage, { query: { query: 'http://world.example/users/%zz', page_size: 5 } })
    expect(count).toBe(0)
  })

  test('notes are for those who may write them, and only their authors delete them', async () => {
    const user_id = String(ann.id)
    await site.as(admin).call(bulk.writeNote, { body: { user_id, text: 'Was warned by mail' } })
    const { notes, questions, flags_on_count } = await site.as(admin).call(bulk.memberFile, { query: { user_id } })
    expect(notes).toMatchObject([{ text: 'Was warned by mail', written_by: 'admin', own: true }])
    expect(questions.all).toBeGreaterThan(questions.deleted)
    expect(flags_on_count).toBe(0)
    expect(await refusal(site.as(moe).call(bulk.memberFile, { query: { user_id } }))).toMatchObject({ status: 403 })
    await site.as(admin).call(bulk.deleteNote, { body: { note_id: notes[0]!.id } })
    expect((await site.as(admin).call(bulk.memberFile, { query: { user_id } })).notes).toEqual([])
  })

  test('each thing that was changed is in the audit log, with what it was', async () => {
    const one = await doing.ask(ann)
    const id = await begin({ kind: 'question', act: 'pin', ids: [one] })
    await undo(id)
    const entries = await site.app.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('object_type', '=', 'question')
      .where('object_id', '=', numberOf('question', one))
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['question.pinned', 'question.unpinned'])
    expect([JSON.parse(entries[0]!.before), JSON.parse(entries[0]!.after)]).toMatchObject([{ pin: 1 }, { pin: 2 }])
  })
})
