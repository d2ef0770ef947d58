import { answerPage, deleteAnswer } from '@askwell/contract/answers.ts'
import { UNDO_SECONDS } from '@askwell/contract/limits.ts'
import {
  askQuestion,
  deleteQuestion,
  editQuestion,
  questionInfo,
  questionPage,
  recoverQuestion,
} from '@askwell/contract/questions.ts'
import type { Reviewer } from '@askwell/contract/reviewers.ts'
import { revisions, rollBack, unreviewed } from '@askwell/contract/revisions.ts'
import * as reviews from '@askwell/contract/reviews.ts'
import { search } from '@askwell/contract/search.ts'
import { saveReviewSettings } from '@askwell/contract/site-settings.ts'
import { profile } from '@askwell/contract/profiles.ts'
import { createTag, tag } from '@askwell/contract/tags.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { findFaults } from '../../operations/integrity/service.ts'

describe.each(engines)('new posts and their review (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser, moe: TestUser, second: TestUser, ann: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
    moe = await w.given.moderator({ name: 'moe' })
    second = await w.given.moderator({ name: 'second' })
    ann = await w.given.member({ name: 'ann' })
  })
  afterAll(() => w.close())
  afterEach(async () => {
    w.app.reviewers.length = 0
    await settings({ hold_first_posts: false, hold_links: false })
  })

  const settings = (body: {
    hold_first_posts?: boolean
    first_posts?: number
    hold_links?: boolean
    links_rank?: number
  }) => w.as(admin).call(saveReviewSettings, { body })
  const plug = (review: Reviewer['review']) => w.app.reviewers.push({ slug_name: 'careful', review })
  const queue = async () => (await w.as(moe).call(reviews.queuedPosts, { query: { page_size: 100 } })).list
  const waiting = async (object_id: string) => (await queue()).find((one) => one.object_id === object_id)
  const decide = (person: TestUser, review_id: number, status: 'approve' | 'reject') =>
    w.as(person).call(reviews.decideQueued, { body: { review_id, status } })
  const hold = (person: TestUser, ...decisions: reviews.Decision[]) =>
    w.as(person).call(reviews.holdDecisions, { body: { decisions } })
  const told = async (person: TestUser) =>
    (
      await w.app.db
        .selectFrom('notifications')
        .select('action')
        .where('user_id', '=', person.id)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action)
  const statusOf = async (id: string) => (await w.as(moe).call(questionInfo, { query: { id } })).status
  const later = async () => {
    w.clock.advance(UNDO_SECONDS)
    await w.settle()
  }
  const counts = async (person: TestUser, title: string) => {
    await w.settle()
    const [{ list }, found, { question_count: asked }, { question_count }] = await Promise.all([
      w.nobody.call(questionPage, { query: { page_size: 100 } }),
      w.nobody.call(search, { query: { q: `"${title}"` } }),
      w.nobody.call(profile, { query: { username: person.username } }),
      w.nobody.call(tag, { query: { name: 'support' } }),
    ])
    return { listed: list.some((one) => one.title === title), found: found.count, asked, tagged: question_count }
  }

  test('nothing waits at first', async () => {
    const id = await t.ask(await w.given.member())
    expect([await statusOf(id), await queue()]).toEqual([1, []])
  })

  test('the first posts of a member wait, where the admin wants that; those of the staff never do', async () => {
    await settings({ hold_first_posts: true, first_posts: 1 })
    const cat = await w.given.member()
    const id = await t.ask(cat, 'May a newcomer ask this first?')
    expect(await waiting(id)).toMatchObject({
      object_type: 'question',
      title: 'May a newcomer ask this first?',
      reason: 'One of this member’s first posts.',
      submitter_display_name: cat.username,
      object_status: 11,
    })
    expect((await refusal(w.nobody.call(questionInfo, { query: { id } }))).status).toBe(404)
    expect((await w.as(cat).call(questionInfo, { query: { id } })).status).toBe(11)
    await decide(moe, (await waiting(id))!.review_id, 'approve')
    expect([await statusOf(id), await statusOf(await t.ask(cat)), await statusOf(await t.ask(moe))]).toEqual([1, 1, 1])
  })

  test('links of those with little reputation wait', async () => {
    await settings({ hold_links: true, links_rank: 50 })
    const ask = async (person: TestUser, content: string) =>
      statusOf(
        (
          await w.as(person).call(askQuestion, {
            body: { title: 'Where does this lead one to?', content, tags: [{ slug_name: 'support' }] },
          })
        ).id,
      )
    const [poor, rich] = [await w.given.member({ rank: 49 }), await w.given.member({ rank: 50 })]
    expect([
      await ask(poor, 'Look at https://elsewhere.example/a'),
      await ask(poor, 'Nowhere at all.'),
      await ask(rich, 'Look at https://elsewhere.example/b'),
    ]).toEqual([11, 1, 1])
    await decide(moe, (await queue())[0]!.review_id, 'reject')
  })

  test('what waits counts nowhere; approved, everything that follows from asking follows, once', async () => {
    const cat = await w.given.member()
    const title = 'Does a waiting question count anywhere?'
    const { tagged, asked } = await counts(cat, title)
    plug(() => ({ verdict: 'waiting', reason: 'I am not sure.' }))
    const id = await t.ask(cat, title)
    expect(await counts(cat, title)).toEqual({ listed: false, found: 0, asked, tagged })
    const { review_id } = (await waiting(id))!
    await decide(moe, review_id, 'approve')
    expect(await refusal(decide(second, review_id, 'approve'))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_approve',
      data: { decided_by: { username: 'moe' } },
    })
    expect(
      await refusal(w.as(second).call(reviews.decideQueued, { body: { object_id: id, status: 'approve' } })),
    ).toMatchObject({ status: 409, reason: 'error.review.decided_approve', data: { decided_by: { username: 'moe' } } })
    expect(await counts(cat, title)).toEqual({ listed: true, found: 1, asked: asked + 1, tagged: tagged + 1 })
    expect(await told(cat)).toEqual(['your_question_was_approved'])
  })

  test('an approved answer is told to the asker, as by who wrote it', async () => {
    const [asker, cat] = [await w.given.member(), await w.given.member()]
    const question = await t.ask(asker)
    plug(() => ({ verdict: 'waiting' }))
    const id = await t.answer(cat, question)
    expect([await told(asker), (await w.nobody.call(answerPage, { query: { question_id: question } })).count]).toEqual([
      [],
      0,
    ])
    expect(
      (await w.as(cat).call(answerPage, { query: { question_id: question } })).list.map(({ status }) => status),
    ).toEqual([11])
    await expect(t.answer(cat, question)).rejects.toThrow('restrict_answer')
    await decide(moe, (await waiting(id))!.review_id, 'approve')
    expect(
      await w.app.db
        .selectFrom('notifications')
        .select(['action', 'actor_id'])
        .where('user_id', '=', asker.id)
        .execute(),
    ).toEqual([{ action: 'answer_the_question', actor_id: cat.id }])
    expect((await w.nobody.call(questionInfo, { query: { id: question } })).answer_count).toBe(1)
  })

  test('a rejected post is deleted, and its author learns of it', async () => {
    const cat = await w.given.member()
    plug(() => ({ verdict: 'waiting' }))
    const id = await t.ask(cat)
    const { review_id } = (await waiting(id))!
    await decide(moe, review_id, 'reject')
    expect([await statusOf(id), await told(cat), await waiting(id)]).toEqual([
      10,
      ['your_question_was_deleted'],
      undefined,
    ])
    expect(await refusal(decide(second, review_id, 'approve'))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_reject',
    })
  })

  describe('the new tags of a question that waits', () => {
    const asked = async (person: TestUser, ...names: string[]) => {
      plug(() => ({ verdict: 'waiting' }))
      const tags = [
        { slug_name: 'support' },
        ...names.map((slug_name) => ({
          slug_name,
          display_name: slug_name.toUpperCase(),
          original_text: `About ${slug_name}.`,
        })),
      ]
      const { id } = await w.as(person).call(askQuestion, {
        body: { title: 'What does this bring along?', content: `It names ${names.join()}.`, tags },
      })
      w.app.reviewers.length = 0
      return id
    }
    const made = (...names: string[]) =>
      w.app.db
        .selectFrom('tags')
        .select(['slug_name', 'display_name', 'original_text', 'user_id', 'question_count', 'status'])
        .where('slug_name', 'in', names)
        .orderBy('slug_name')
        .execute()
    const tagsOf = async (person: TestUser, id: string) =>
      (await w.as(person).call(questionInfo, { query: { id } })).tags.map(({ slug_name, display_name }) => [
        slug_name,
        display_name,
      ])
    const rewrite = (person: TestUser, id: string, content: string, ...names: string[]) =>
      w.as(person).call(editQuestion, {
        body: { id, title: 'What does this bring along?', content, tags: names.map((slug_name) => ({ slug_name })) },
      })

    test('wait with it, seen in the queue, and are made by its author as it is approved', async () => {
      const cat = await w.given.member({ rank: 800 })
      const id = await asked(cat, 'sirocco', 'mistral')
      expect(await made('sirocco', 'mistral')).toEqual([])
      const { tags, review_id } = (await waiting(id))!
      expect(tags.map(({ slug_name, to_be_made }) => [slug_name, to_be_made])).toEqual([
        ['support', undefined],
        ['sirocco', true],
        ['mistral', true],
      ])
      expect(await tagsOf(cat, id)).toEqual([
        ['support', 'support'],
        ['sirocco', 'SIROCCO'],
        ['mistral', 'MISTRAL'],
      ])
      await decide(moe, review_id, 'approve')
      const of = { original_text: expect.stringMatching(/^About /), user_id: cat.id, question_count: 1, status: 1 }
      expect(await made('sirocco', 'mistral')).toEqual([
        { slug_name: 'mistral', display_name: 'MISTRAL', ...of },
        { slug_name: 'sirocco', display_name: 'SIROCCO', ...of },
      ])
      expect((await w.nobody.call(questionInfo, { query: { id } })).tags.map(({ slug_name }) => slug_name)).toEqual([
        'support',
        'sirocco',
        'mistral',
      ])
    })

    test('are never made where it is rejected, but when the staff bring it back after all', async () => {
      const id = await asked(await w.given.member({ rank: 800 }), 'foehn')
      await decide(moe, (await waiting(id))!.review_id, 'reject')
      expect(await made('foehn')).toEqual([])
      await w.as(second).call(recoverQuestion, { body: { question_id: id } })
      expect([await statusOf(id), (await made('foehn')).length, (await tagsOf(ann, id)).map(([slug]) => slug)]).toEqual(
        [1, 1, ['support', 'foehn']],
      )
    })

    test('change with it while it waits; of one that somebody else has made meanwhile it is that one', async () => {
      const cat = await w.given.member({ rank: 800 })
      const id = await asked(cat, 'bora', 'etesian')
      await w
        .as(moe)
        .call(createTag, { body: { slug_name: 'bora', display_name: 'Bora', original_text: 'A cold wind.' } })
      await rewrite(cat, id, 'It names others now.', 'harmattan', 'etesian', 'bora')
      expect([await made('harmattan', 'etesian'), await tagsOf(cat, id)]).toEqual([
        [],
        [
          ['harmattan', 'harmattan'],
          ['etesian', 'ETESIAN'],
          ['bora', 'Bora'],
        ],
      ])
      await rewrite(cat, id, 'It names others now.', 'harmattan', 'etesian', 'bora')
      const [first, ...later] = await w.as(moe).call(revisions, { query: { object_id: id, order: 'oldest' } })
      expect(later).toHaveLength(1)
      await w.as(cat).call(rollBack, { body: { revision_id: first!.id } })
      expect([await made('etesian'), (await tagsOf(cat, id)).map(([slug]) => slug)]).toEqual([
        [],
        ['support', 'bora', 'etesian'],
      ])
      await decide(moe, (await waiting(id))!.review_id, 'approve')
      expect(
        (await made('bora', 'etesian', 'harmattan')).map((tag) => [tag.slug_name, tag.user_id, tag.question_count]),
      ).toEqual([
        ['bora', moe.id, 1],
        ['etesian', cat.id, 1],
      ])
      expect((await tagsOf(ann, id)).map(([slug]) => slug)).toEqual(['support', 'bora', 'etesian'])
    })
  })

  test('a reviewer may delete at once; the gravest of several judgements counts', async () => {
    plug(() => ({ verdict: 'waiting' }))
    plug(async () => ({ verdict: 'deleted' }))
    plug(() => ({ verdict: 'approved' }))
    const id = await t.ask(await w.given.member())
    expect([await statusOf(id), await waiting(id)]).toEqual([10, undefined])
    expect(
      await refusal(w.as(moe).call(reviews.decideQueued, { body: { object_id: id, status: 'approve' } })),
    ).toMatchObject({ status: 400, reason: 'error.post.deleted' })
  })

  test('a post is let through by its own id, from its page; what never waited, and nothing at all, is no choice', async () => {
    plug(() => ({ verdict: 'waiting' }))
    const id = await t.ask(await w.given.member())
    w.app.reviewers.length = 0
    const approve = (object_id?: string) =>
      w.as(moe).call(reviews.decideQueued, { body: { ...(object_id && { object_id }), status: 'approve' } })
    await approve(id)
    expect(await statusOf(id)).toBe(1)
    expect(await refusal(approve(await t.ask(ann)))).toMatchObject({ status: 400, reason: 'error.object.not_found' })
    expect(await refusal(approve())).toMatchObject({ status: 400, fields: ['review_id'] })
  })

  test('a reviewer learns of the post and its author what a plugin needs', async () => {
    const seen: unknown[] = []
    const cat = await w.given.member({ rank: 7 })
    await t.ask(cat)
    plug((post) => {
      seen.push(post)
      return { verdict: 'approved' }
    })
    await t.answer(cat, await t.ask(ann), 'With **strength** and https://elsewhere.example/c')
    expect(seen.at(-1)).toEqual({
      object_type: 'answer',
      is_edit: false,
      title: '',
      content: 'With **strength** and https://elsewhere.example/c',
      html: expect.stringContaining('<strong>'),
      tags: [],
      links: ['https://elsewhere.example/c'],
      author: {
        id: cat.id,
        rank: 7,
        role_id: 1,
        username: cat.username,
        display_name: cat.username,
        e_mail: expect.stringContaining('@'),
        approved_question_count: 1,
        approved_answer_count: 0,
        approved_comment_count: 0,
      },
      language: 'en_US',
      user_agent: expect.any(String),
      ip: '127.0.0.1',
    })
    expect(seen[0]).toMatchObject({ object_type: 'question', tags: ['support'] })
  })

  test('where a reviewer fails the post waits, and the admins are told', async () => {
    const before = (await told(admin)).length
    plug(() => {
      throw new Error('no power')
    })
    const id = await t.ask(await w.given.member())
    expect((await waiting(id))!.reason).toBe('The reviewer careful failed: no power')
    expect((await told(admin)).slice(before)).toEqual(['reviewer_failed'])
    plug(() => ({ verdict: 'perhaps' as 'waiting' }))
    expect(await statusOf(await t.ask(await w.given.member()))).toBe(11)
  })

  test('deleting what waits takes it out of the queue; undeleted it waits again', async () => {
    const cat = await w.given.member()
    const asked = await t.ask(admin)
    plug(() => ({ verdict: 'waiting' }))
    const [question, answer] = [await t.ask(cat), await t.answer(cat, asked)]
    await w.as(cat).call(deleteQuestion, { body: { id: question } })
    await w.as(cat).call(deleteAnswer, { body: { id: answer } })
    expect([await waiting(question), await waiting(answer)]).toEqual([undefined, undefined])
    await w.as(cat).call(recoverQuestion, { body: { question_id: question } })
    expect([await statusOf(question), (await waiting(question))?.object_id]).toEqual([11, question])
  })

  test('decided on the review page, it can be undone for some seconds; nothing has followed until then', async () => {
    const cat = await w.given.member()
    plug(() => ({ verdict: 'waiting' }))
    const ids = [await t.ask(cat), await t.ask(cat), await t.ask(cat)]
    const items = await Promise.all(
      ids.map(async (id) => ({ queue: 'queued_post' as const, id: String((await waiting(id))!.review_id) })),
    )
    const decisions = items.map((item) => ({ ...item, operation: 'approve' as const }))
    expect(await hold(moe, ...decisions)).toEqual({ undo_until: w.clock.now() + UNDO_SECONDS, held: items, taken: [] })
    expect([
      (await queue()).some(({ object_id }) => ids.includes(object_id)),
      await statusOf(ids[0]!),
      await told(cat),
    ]).toEqual([false, 11, []])
    expect(await refusal(decide(second, Number(items[0]!.id), 'reject'))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_held',
    })
    expect((await hold(second, { ...items[1]!, operation: 'reject' })).taken).toMatchObject([
      { id: items[1]!.id, reason: 'error.review.decided_held', msg: 'moe is deciding this right now.' },
    ])
    expect((await w.as(second).call(reviews.undoDecisions, { body: { items } })).undone).toEqual([])
    expect((await w.as(moe).call(reviews.undoDecisions, { body: { items: items.slice(1) } })).undone).toEqual(
      items.slice(1),
    )
    await later()
    expect(await Promise.all(ids.map(statusOf))).toEqual([1, 11, 11])
    expect((await w.as(moe).call(reviews.undoDecisions, { body: { items } })).undone).toEqual([])
    expect(await told(cat)).toEqual(['your_question_was_approved'])
    await later()
    expect(await told(cat)).toEqual(['your_question_was_approved'])
  })

  test('each is acted upon when its own time is over, however close the next one follows', async () => {
    const cat = await w.given.member()
    plug(() => ({ verdict: 'waiting' }))
    const ids = [await t.ask(cat), await t.ask(cat)]
    for (const id of ids) {
      await hold(moe, { queue: 'queued_post', id: String((await waiting(id))!.review_id), operation: 'approve' })
      w.clock.advance(UNDO_SECONDS - 3)
      await w.settle()
    }
    expect(await Promise.all(ids.map(statusOf))).toEqual([1, 11])
    w.clock.advance(2)
    await w.settle()
    expect(await statusOf(ids[1]!)).toBe(11)
    w.clock.advance(1)
    await w.settle()
    expect(await statusOf(ids[1]!)).toBe(1)
  })

  test('a flag decided there is acted upon when the time is over; what was settled otherwise meanwhile is left as it is', async () => {
    const [first, other] = [await t.ask(ann), await t.ask(ann)]
    for (const object_id of [first, other])
      await w.as(ann).call(reviews.flagPost, { body: { object_id, report_type: 57 } })
    const flags = (await w.as(moe).call(reviews.flaggedPosts, { query: { page_size: 100 } })).list
    const of = (id: string) => ({
      queue: 'flagged_post' as const,
      id: flags.find(({ object_id }) => object_id === id)!.flag_id,
    })
    expect(
      (await hold(moe, { ...of(first), operation: 'delete_post' }, { ...of(other), operation: 'unlist_post' })).held,
    ).toHaveLength(2)
    await w.as(ann).call(deleteQuestion, { body: { id: other } })
    expect((await w.as(moe).call(reviews.flaggedPosts)).count).toBe(0)
    await later()
    expect([await statusOf(first), await statusOf(other)]).toEqual([10, 10])
    expect((await w.as(moe).call(questionInfo, { query: { id: other } })).show).toBe(1)
    expect(await w.app.db.selectFrom('review_decisions').selectAll().execute()).toEqual([])
  })

  test("what can't be decided so is refused at once", async () => {
    const question = await t.ask(ann)
    await w.as(moe).call(reviews.flagPost, { body: { object_id: question, report_type: 57 } })
    const { flag_id: id } = (await w.as(moe).call(reviews.flaggedPosts, { query: { page_size: 100 } })).list.find(
      ({ object_id }) => object_id === question,
    )!
    expect(
      await refusal(hold(moe, { queue: 'flagged_post', id, operation: 'close_post', close_type: 59 })),
    ).toMatchObject({ status: 400, data: [{ error_field: 'close_msg' }] })
    expect(await refusal(hold(moe, { queue: 'flagged_post', id, operation: 'approve' }))).toMatchObject({ status: 400 })
    expect(await refusal(hold(ann, { queue: 'flagged_post', id, operation: 'ignore_report' }))).toMatchObject({
      status: 403,
    })
    await hold(moe, { queue: 'flagged_post', id, operation: 'ignore_report' })
    await later()
  })

  test('a suggested edit decided there becomes the text when the time is over, and can be undone until then', async () => {
    const bob = await w.given.member({ rank: 150 })
    const id = await t.ask(ann)
    const suggest = (content: string) =>
      w.as(bob).call(editQuestion, {
        body: { id, title: 'What does the edited title say?', content, tags: [{ slug_name: 'support' }] },
      })
    expect((await suggest('The suggested text.')).wait_for_review).toBe(true)
    const first = async () =>
      (await w.as(moe).call(unreviewed, { query: { page_size: 100 } })).list.find(
        ({ unreviewed_info }) => unreviewed_info.object_id === id,
      )?.unreviewed_info.id ?? ''
    const item = { queue: 'suggested_post_edit' as const, id: await first() }
    await hold(moe, { ...item, operation: 'approve' })
    expect([await first(), (await w.as(ann).call(questionInfo, { query: { id } })).title]).not.toContain(
      'What does the edited title say?',
    )
    await w.as(moe).call(reviews.undoDecisions, { body: { items: [item] } })
    expect(await first()).toBe(item.id)
    await hold(moe, { ...item, operation: 'approve' })
    await later()
    expect((await w.as(ann).call(questionInfo, { query: { id } })).title).toBe('What does the edited title say?')
    expect((await hold(second, { ...item, operation: 'reject' })).taken).toMatchObject([
      { reason: 'error.review.decided_approve' },
    ])
    expect((await w.as(bob).call(reviews.reviewTypes)).map(({ name }) => name)).toEqual([])
    expect(
      (await w.as(await w.given.member({ rank: 5000 })).call(reviews.reviewTypes)).map(({ name }) => name),
    ).toEqual(['suggested_post_edit'])
  })

  test('a member who is no longer a moderator when the time is over decides nothing', async () => {
    const gone = await w.given.moderator()
    plug(() => ({ verdict: 'waiting' }))
    const id = await t.ask(ann)
    await hold(gone, { queue: 'queued_post', id: String((await waiting(id))!.review_id), operation: 'approve' })
    await w.app.transaction((tx) => tx.db.updateTable('users').set({ role_id: 1 }).where('id', '=', gone.id).execute())
    await later()
    expect([await statusOf(id), Boolean(await waiting(id))]).toEqual([11, true])
  })

  test('of one post the queue can be asked', async () => {
    plug(() => ({ verdict: 'waiting' }))
    const id = await t.ask(ann)
    expect(
      (await w.as(moe).call(reviews.queuedPosts, { query: { object_id: id } })).list.map(({ object_id }) => object_id),
    ).toEqual([id])
    expect((await w.as(moe).call(reviews.queuedPosts, { query: { object_id: 'nothing' } })).count).toBe(0)
  })

  test.runIf(engine === 'sqlite')(
    'what waits is counted and listed by an index of its own, however much was decided before',
    async () => {
      const asked: string[] = []
      let listening = true
      w.site.onQuery((query) => {
        if (listening && /^select.* from "(reports|reviews)"/s.test(query.sql)) asked.push(query.sql)
      })
      await w.as(moe).call(reviews.reviewTypes)
      await w.as(moe).call(reviews.queuedPosts)
      await w.as(moe).call(reviews.flaggedPosts)
      listening = false
      expect(asked.length).toBeGreaterThanOrEqual(6)
      for (const text of asked) {
        const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(w.app.db)
        expect(rows.map(({ detail }) => detail).join()).toMatch(/USING (COVERING )?INDEX (reports|reviews)_waiting/)
      }
    },
  )

  test('and nothing is off after all of it', async () => {
    await w.settle()
    expect(await findFaults(w.app)).toEqual([])
  })
})
