import { answerInfo, answerPage, editAnswer } from '@askwell/contract/answers.ts'
import { comment, commentPage, deleteComment, editComment, firstComments } from '@askwell/contract/comments.ts'
import { UNDO_SECONDS } from '@askwell/contract/limits.ts'
import { profile, topPosts } from '@askwell/contract/profiles.ts'
import { askQuestion, editQuestion, questionInfo, questionPage } from '@askwell/contract/questions.ts'
import type { PostForReview, Reviewer } from '@askwell/contract/reviewers.ts'
import { auditRevision, revisions, rollBack, suggestions, unreviewed } from '@askwell/contract/revisions.ts'
import * as reviews from '@askwell/contract/reviews.ts'
import { saveReviewSettings } from '@askwell/contract/site-settings.ts'
import { createTag, editTag, saveSynonyms, tag, tagSynonyms } from '@askwell/contract/tags.ts'
import { saveProfile } from '@askwell/contract/users.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { findFaults } from '../../operations/integrity/service.ts'

const LINKS = 'See https://one.example/a and https://two.example/b'

describe.each(engines)('texts that a review holds (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser, moe: TestUser, ann: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
    moe = await w.given.moderator({ name: 'moe' })
    ann = await w.given.member({ name: 'ann', rank: 3000 })
  })
  afterEach(async () => {
    w.app.reviewers.length = 0
    await settings({ hold_first_posts: false, hold_links: false })
  })
  afterAll(async () => {
    await w.settle()
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
  })

  const settings = (body: {
    hold_first_posts?: boolean
    first_posts?: number
    hold_links?: boolean
    links_rank?: number
  }) => w.as(admin).call(saveReviewSettings, { body })
  const both = () => settings({ hold_first_posts: true, first_posts: 3, hold_links: true, links_rank: 2000 })
  const linksOnly = () => settings({ hold_links: true, links_rank: 2000 })
  const plug = (review: Reviewer['review']) => w.app.reviewers.push({ slug_name: 'careful', review })
  const waiting = async (object_id: string) =>
    (await w.as(moe).call(reviews.queuedPosts, { query: { object_id } })).list[0]
  const decide = async (object_id: string, status: 'approve' | 'reject', person = moe) =>
    w.as(person).call(reviews.decideQueued, { body: { review_id: (await waiting(object_id))!.review_id, status } })
  const texts = async (reader: TestUser | undefined, object_id: string) => {
    const by = reader ? w.as(reader) : w.nobody
    const listed = await by.call(commentPage, { query: { object_id } })
    const first = await by.call(firstComments, { query: { object_ids: object_id } })
    expect(first[0]?.list.map(({ comment_id }) => comment_id) ?? []).toEqual(
      listed.list.map(({ comment_id }) => comment_id),
    )
    expect([listed.count, first[0]?.count ?? 0]).toEqual([listed.list.length, listed.list.length])
    return listed.list.map(({ original_text }) => original_text)
  }
  const told = async (person: TestUser) =>
    (await w.app.db.selectFrom('notifications').select('action').where('user_id', '=', person.id).execute()).map(
      ({ action }) => action,
    )
  const suggestionOf = async (person: TestUser, object_id: string) =>
    (await w.as(person).call(unreviewed, { query: { page_size: 100 } })).list.find(
      ({ unreviewed_info }) => unreviewed_info.object_id === object_id,
    )

  describe('a comment', () => {
    test('of a newcomer with two links is for its author and the staff, until it is let through; then all follows from it, once', async () => {
      const [asker, cat] = [await w.given.member(), await w.given.member({ rank: 60 })]
      const question = await t.ask(asker)
      await both()
      const id = await t.comment(cat, question, { original_text: `${LINKS} @${ann.username}` })
      const text = `${LINKS} @${ann.username}`
      expect(await waiting(id)).toMatchObject({
        object_type: 'comment',
        comment_id: id,
        original_text: text,
        object_status: 11,
      })
      expect([await texts(undefined, question), await texts(ann, question), await texts(asker, question)]).toEqual([
        [],
        [],
        [],
      ])
      expect([await texts(cat, question), await texts(moe, question)]).toEqual([[text], [text]])
      expect((await w.as(cat).call(comment, { query: { id } })).status).toBe(11)
      for (const person of [ann, asker])
        expect((await refusal(w.as(person).call(comment, { query: { id } }))).status).toBe(404)
      expect((await w.nobody.call(questionInfo, { query: { id: question } })).comment_count ?? 0).toBe(0)
      await w.settle()
      expect([await told(asker), await told(ann)]).toEqual([[], []])
      expect(
        (
          await refusal(
            w.as(moe).call(vote, { params: { direction: 'up' }, body: { object_id: id, is_cancel: false } }),
          )
        ).status,
      ).toBe(400)
      expect((await refusal(t.comment(ann, question, { reply_comment_id: id }))).status).toBe(400)
      await decide(id, 'approve')
      await w.settle()
      expect(await texts(undefined, question)).toEqual([text])
      expect([await told(asker), await told(ann)]).toEqual([['comment_question'], ['mention_you']])
      const again = (await w.as(moe).call(reviews.queuedPosts, { query: { object_id: id } })).count
      expect(again).toBe(0)
    })

    test('tells those who were named beside it too, once it is approved, even if it was edited meanwhile', async () => {
      const [cat, dan] = [await w.given.member({ rank: 60 }), await w.given.member()]
      const question = await t.ask(ann)
      await linksOnly()
      const id = await t.comment(cat, question, {
        original_text: LINKS,
        mention_username_list: [dan.username.toUpperCase()],
      })
      await w.as(cat).call(editComment, { body: { comment_id: id, original_text: `${LINKS}, see @${dan.username}` } })
      await w.settle()
      expect(await told(dan)).toEqual([])
      await decide(id, 'approve')
      await w.settle()
      expect(await told(dan)).toEqual(['mention_you'])
      const other = await t.comment(cat, question, { original_text: LINKS, mention_username_list: [dan.username] })
      await decide(other, 'approve')
      await w.settle()
      expect(await told(dan)).toEqual(['mention_you', 'mention_you'])
    })

    test('let through by a moderator can be taken back for some seconds; rejected it is gone for everybody', async () => {
      const [asker, cat] = [await w.given.member(), await w.given.member({ rank: 60 })]
      const question = await t.ask(asker)
      await linksOnly()
      const id = await t.comment(cat, question, { original_text: LINKS })
      const item = { queue: 'queued_post' as const, id: String((await waiting(id))!.review_id) }
      const hold = (operation: 'approve' | 'reject') =>
        w.as(moe).call(reviews.holdDecisions, { body: { decisions: [{ ...item, operation }] } })
      expect((await hold('approve')).held).toHaveLength(1)
      expect([await waiting(id), await texts(undefined, question)]).toEqual([undefined, []])
      await w.as(moe).call(reviews.undoDecisions, { body: { items: [item] } })
      expect(await waiting(id)).toBeDefined()
      await hold('reject')
      w.clock.advance(UNDO_SECONDS)
      await w.settle()
      expect([await texts(cat, question), await texts(moe, question), await waiting(id)]).toEqual([[], [], undefined])
      expect(
        await refusal(w.as(moe).call(reviews.decideQueued, { body: { object_id: id, status: 'approve' } })),
      ).toMatchObject({
        status: 409,
        reason: 'error.review.decided_reject',
      })
    })

    test('its author may delete while it waits, and with that it leaves the queue', async () => {
      const cat = await w.given.member({ rank: 60 })
      const question = await t.ask(ann)
      await linksOnly()
      const id = await t.comment(cat, question, { original_text: LINKS })
      await w.as(cat).call(deleteComment, { body: { comment_id: id } })
      expect([await waiting(id), await texts(moe, question)]).toEqual([undefined, []])
    })

    test('that everybody sees waits as a whole once a link is edited in; nobody is told twice', async () => {
      const [asker, cat] = [await w.given.member(), await w.given.member({ rank: 60 })]
      const question = await t.ask(asker)
      const id = await t.comment(cat, question, { original_text: 'Nothing to see here' })
      expect(await told(asker)).toEqual(['comment_question'])
      await linksOnly()
      const edit = (original_text: string) => w.as(cat).call(editComment, { body: { comment_id: id, original_text } })
      expect((await edit('Nothing to see there')).status).toBe(1)
      expect((await edit(LINKS)).status).toBe(11)
      expect([await texts(undefined, question), await texts(cat, question)]).toEqual([[], [LINKS]])
      expect((await edit('All links are gone')).status).toBe(11)
      await decide(id, 'approve')
      expect([await texts(undefined, question), await told(asker)]).toEqual([
        ['All links are gone'],
        ['comment_question'],
      ])
      expect((await edit(`${LINKS} again`)).status).toBe(11)
      expect(await waiting(id)).toMatchObject({ original_text: `${LINKS} again` })
      await decide(id, 'reject')
      expect(await texts(moe, question)).toEqual([])
    })

    test('of somebody who only comments waits until enough of them are let through', async () => {
      const cat = await w.given.member({ rank: 60 })
      const question = await t.ask(ann)
      await settings({ hold_first_posts: true, first_posts: 1 })
      await decide(await t.comment(cat, question), 'approve')
      const id = await t.comment(cat, question)
      expect((await w.nobody.call(comment, { query: { id } })).status).toBe(1)
    })

    test('is in no list of its author’s profile', async () => {
      const cat = await w.given.member({ rank: 60 })
      const question = await t.ask(ann)
      await linksOnly()
      await t.comment(cat, question, { original_text: LINKS })
      for (const reader of [cat, moe]) {
        const shown = JSON.stringify([
          await w.as(reader).call(profile, { query: { username: cat.username } }),
          await w.as(reader).call(topPosts, { query: { username: cat.username } }),
        ])
        expect(shown).not.toContain('one.example')
      }
    })
  })

  test('what is written after somebody has decided waits for a decision of its own', async () => {
    const cat = await w.given.member({ rank: 60 })
    await linksOnly()
    const question = await t.ask(ann)
    const answer = await t.answer(cat, question, `${LINKS}, first`)
    const remark = await t.comment(cat, question, { original_text: `${LINKS}, first` })
    const approve = async (object_id: string) => {
      const { review_id } = (await waiting(object_id))!
      const decisions = [{ queue: 'queued_post' as const, id: String(review_id), operation: 'approve' as const }]
      expect((await w.as(moe).call(reviews.holdDecisions, { body: { decisions } })).held).toHaveLength(1)
      expect(await waiting(object_id)).toBeUndefined()
    }
    for (const id of [answer, remark]) await approve(id)
    await w.as(cat).call(editAnswer, { body: { id: answer, content: `${LINKS}, then` } })
    await w.as(cat).call(editComment, { body: { comment_id: remark, original_text: 'No link, then.' } })
    w.clock.advance(UNDO_SECONDS)
    await w.settle()
    expect((await w.nobody.call(answerPage, { query: { question_id: question } })).list).toEqual([])
    expect(await texts(undefined, question)).toEqual([])
    expect([(await waiting(answer))?.original_text, (await waiting(remark))?.original_text]).toEqual([
      `${LINKS}, then`,
      'No link, then.',
    ])
    for (const id of [answer, remark]) await decide(id, 'approve')
  })

  test('a decision is about the text that was seen: what its author has written since is looked at first', async () => {
    const cat = await w.given.member({ rank: 60 })
    await linksOnly()
    const question = await t.ask(ann)
    const answer = await t.answer(cat, question, `${LINKS}, harmless`)
    const remark = await t.comment(cat, question, { original_text: `${LINKS}, harmless` })
    const seen = [(await waiting(answer))!, (await waiting(remark))!]
    await w.as(cat).call(editAnswer, { body: { id: answer, content: `${LINKS}, spam` } })
    await w.as(cat).call(editComment, { body: { comment_id: remark, original_text: `${LINKS}, spam` } })
    const body = ({ review_id, text_version }: reviews.QueuedPost) => ({
      review_id,
      text_version,
      status: 'approve' as const,
    })
    const decision = ({ review_id, text_version }: reviews.QueuedPost) => ({
      queue: 'queued_post' as const,
      id: String(review_id),
      operation: 'approve' as const,
      text_version,
    })
    for (const one of seen)
      expect(await refusal(w.as(moe).call(reviews.decideQueued, { body: body(one) }))).toMatchObject({
        status: 409,
        reason: 'error.review.text_changed',
      })
    expect(await w.as(moe).call(reviews.holdDecisions, { body: { decisions: seen.map(decision) } })).toMatchObject({
      held: [],
      taken: [{ reason: 'error.review.text_changed' }, { reason: 'error.review.text_changed' }],
    })
    w.clock.advance(UNDO_SECONDS)
    await w.settle()
    expect((await w.nobody.call(answerPage, { query: { question_id: question } })).list).toEqual([])
    expect(await texts(undefined, question)).toEqual([])
    // By its page a post is decided on with the revision that stands there.
    const { revision_id } = (await w.as(moe).call(answerInfo, { query: { id: answer } })).info
    await w
      .as(moe)
      .call(reviews.decideQueued, { body: { object_id: answer, text_version: revision_id, status: 'approve' } })
    await w.as(moe).call(reviews.decideQueued, { body: body((await waiting(remark))!) })
    expect(await texts(undefined, question)).toEqual([`${LINKS}, spam`])
  })

  test("editing a waiting answer doesn't move its question up, and the asker hears nothing", async () => {
    const [asker, cat] = [await w.given.member(), await w.given.member({ rank: 60 })]
    const question = await t.ask(asker)
    await linksOnly()
    const id = await t.answer(cat, question, LINKS)
    const look = async () => {
      const { operated_at, operation_type, operator } = (
        await w.nobody.call(questionPage, { query: { page_size: 100 } })
      ).list.find((one) => one.id === question)!
      return [operated_at, operation_type, operator.username, await told(asker)]
    }
    const before = await look()
    w.clock.advance(60)
    await w.as(cat).call(editAnswer, { body: { id, content: `${LINKS}, and more` } })
    await w.settle()
    expect(await look()).toEqual(before)
    await w.as(moe).call(editAnswer, { body: { id, content: 'As a moderator has it.' } })
    expect(await told(cat)).toContain('update_answer')
    await decide(id, 'approve')
    expect(await told(asker)).toEqual(['answer_the_question'])
  })

  describe('an edit of what everybody sees', () => {
    test('by its author, with a new link: the text stays, the edit waits for the staff; approved it is the text, without points', async () => {
      const cat = await w.given.member({ rank: 60 })
      const question = await t.ask(ann)
      const id = await t.answer(cat, question, 'Without any link at all.')
      await both()
      const edit = (content: string) => w.as(cat).call(editAnswer, { body: { id, content } })
      expect(await edit(`${LINKS}.`)).toMatchObject({ wait_for_review: true })
      const shown = async () => (await w.nobody.call(answerPage, { query: { question_id: question } })).list[0]!.content
      expect(await shown()).toBe('Without any link at all.')
      const history = await w.nobody.call(revisions, { query: { object_id: id } })
      expect(JSON.stringify(history)).not.toContain('one.example')
      // Others who could judge or edit it neither see nor decide it.
      expect(await suggestionOf(ann, id)).toBeUndefined()
      expect((await w.as(ann).call(suggestions, { query: { object_id: id } })).waiting).toBeNull()
      expect(
        (await w.as(cat).call(suggestions, { query: { object_id: id } })).waiting?.unreviewed_info.content.content,
      ).toBe(`${LINKS}.`)
      const item = (await suggestionOf(moe, id))!
      expect(item.held_reason).not.toBe('')
      expect((await w.as(cat).call(suggestions, { query: { object_id: id } })).waiting?.held_reason).toBe('')
      const approve = (person: TestUser) =>
        w.as(person).call(auditRevision, { body: { id: item.unreviewed_info.id, operation: 'approve' } })
      expect((await refusal(approve(ann))).status).toBe(403)
      expect((await refusal(approve(cat))).status).toBe(403)
      const points = async () => (await w.nobody.call(profile, { query: { username: cat.username } })).rank
      const before = await points()
      await approve(moe)
      expect([await shown(), await points()]).toEqual([`${LINKS}.`, before])
    })

    test('of a question, its title, its summary or what it says of a new tag: whatever leads elsewhere is seen', async () => {
      const cat = await w.given.member({ rank: 1800 })
      const title = 'What does this question lead to?'
      await linksOnly()
      const ask = async () =>
        (
          await w.as(cat).call(askQuestion, {
            body: { title, content: `Nothing but text ${Math.random()}.`, tags: [{ slug_name: 'support' }] },
          })
        ).id
      const edit = (
        id: string,
        more: { content?: string; edit_summary?: string; tags?: { slug_name: string; original_text?: string }[] },
      ) =>
        w.as(cat).call(editQuestion, {
          body: { id, title, content: 'Something else.', tags: [{ slug_name: 'support' }], ...more },
        })
      expect(await edit(await ask(), {})).toMatchObject({ wait_for_review: false })
      for (const more of [
        { content: LINKS },
        { edit_summary: 'as https://one.example says' },
        { tags: [{ slug_name: 'support' }, { slug_name: 'brand-new', original_text: LINKS }] },
      ])
        expect(await edit(await ask(), more)).toMatchObject({ wait_for_review: true })
      expect((await refusal(w.nobody.call(tag, { query: { name: 'brand-new' } }))).status).toBe(404)
    })

    test('with the links that stand there already waits for nobody; what waits itself is edited as it waits', async () => {
      const cat = await w.given.member({ rank: 60 })
      const question = await t.ask(ann)
      const id = await t.answer(cat, question, `${LINKS}.`)
      await linksOnly()
      const edit = (content: string) => w.as(cat).call(editAnswer, { body: { id, content } })
      expect(await edit(`${LINKS}, really.`)).toMatchObject({ wait_for_review: false })
      const other = await t.answer(cat, await t.ask(ann), `${LINKS}!`)
      expect(
        await w.as(cat).call(editAnswer, { body: { id: other, content: 'And https://three.example/c.' } }),
      ).toMatchObject({
        wait_for_review: false,
      })
      expect(await waiting(other)).toMatchObject({ original_text: 'And https://three.example/c.' })
      await decide(other, 'reject')
    })

    test('going back to a text that was never shown is no way round it', async () => {
      const cat = await w.given.member({ rank: 60 })
      const question = await t.ask(ann)
      await linksOnly()
      const id = await t.answer(cat, question, `${LINKS}?`)
      await w.as(cat).call(editAnswer, { body: { id, content: 'Nothing but words.' } })
      await decide(id, 'approve')
      const [first] = await w.app.db
        .selectFrom('revisions')
        .select('id')
        .where('object_type', '=', 'answer')
        .where('object_id', '=', Number(id.slice(-13)))
        .orderBy('id')
        .execute()
      const back = (person: TestUser) => w.as(person).call(rollBack, { body: { revision_id: String(first!.id) } })
      expect(await refusal(back(cat))).toMatchObject({ status: 400, reason: 'error.revision.needs_review' })
      await back(moe)
    })

    test('going back to a text whose links stay on the site takes no review', async () => {
      const cat = await w.given.member({ rank: 60 })
      const id = await t.answer(cat, await t.ask(ann), 'As [the tags](/tags) say.')
      await w.as(cat).call(editAnswer, { body: { id, content: 'Nothing but words.' } })
      await linksOnly()
      const texts = await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } })
      await w.as(cat).call(rollBack, { body: { revision_id: texts[0]!.id } })
      expect((await w.nobody.call(revisions, { query: { object_id: id } }))[0]!.content.content).toContain('/tags')
    })

    test('suggested by somebody else waits for the staff where a reviewer holds it', async () => {
      const cat = await w.given.member({ rank: 150 })
      const id = await t.ask(ann)
      await linksOnly()
      await w.as(cat).call(editQuestion, {
        body: { id, title: 'What has become of the title?', content: LINKS, tags: [{ slug_name: 'support' }] },
      })
      expect([
        await suggestionOf(await w.given.member({ rank: 5000 }), id),
        Boolean(await suggestionOf(moe, id)),
      ]).toEqual([undefined, true])
    })

    test("what the reviewer makes of it is reviewed as the reviewer's text", async () => {
      const [cat, judge] = [await w.given.member({ rank: 150 }), await w.given.member({ rank: 3000 })]
      const title = 'Which of the two is it to be?'
      const id = await t.ask(ann, title)
      await w
        .as(cat)
        .call(editQuestion, { body: { id, title, content: 'Rather the second.', tags: [{ slug_name: 'support' }] } })
      await settings({ hold_links: true, links_rank: 5000 })
      const item = (await suggestionOf(judge, id))!
      const merged = (content: string) => ({ title, content, tags: ['support'], revision_id: item.current_revision_id })
      const approve = (content: string) =>
        w
          .as(judge)
          .call(auditRevision, { body: { id: item.unreviewed_info.id, operation: 'approve', merged: merged(content) } })
      expect(await refusal(approve(LINKS))).toMatchObject({ status: 400, fields: ['content'] })
      await approve('Rather both of them.')
    })
  })

  describe('a profile', () => {
    test('takes no links from newcomers, neither in the bio nor as the website; what stood there stays', async () => {
      const cat = await w.given.member({ rank: 60 })
      const save = (person: TestUser, body: { bio?: string; website?: string }) =>
        w.as(person).call(saveProfile, { body: { display_name: person.username, ...body } })
      await save(cat, { bio: 'See https://old.example/x' })
      await both()
      expect(await refusal(save(cat, { bio: LINKS }))).toMatchObject({ status: 400, fields: ['bio'] })
      expect(await refusal(save(cat, { website: 'https://one.example' }))).toMatchObject({
        status: 400,
        fields: ['website'],
      })
      await save(cat, { bio: 'Still https://old.example/x' })
      expect((await w.nobody.call(profile, { query: { username: cat.username } })).bio).toContain('Still')
      await save(ann, { bio: LINKS })
      await save(moe, { website: 'https://one.example' })
    })

    test('and a tag are refused where a reviewer says so, or says nothing', async () => {
      const cat = await w.given.member({ rank: 1600 })
      const seen: PostForReview[] = []
      plug((post) => {
        seen.push(post)
        if (/silent/.test(post.content)) throw new Error('no power')
        return { verdict: /spam/.test(`${post.title} ${post.content}`) ? 'deleted' : 'approved' }
      })
      const save = (bio: string, display_name = cat.username) =>
        w.as(cat).call(saveProfile, { body: { display_name, bio } })
      expect(await refusal(save('spam'))).toMatchObject({ status: 400, data: [{ error_field: 'bio' }] })
      expect(await refusal(save('', 'spam sells'))).toMatchObject({ status: 400, fields: ['display_name'] })
      expect(await refusal(save('silent'))).toMatchObject({ status: 400, fields: ['bio'] })
      await save('Nothing but words')
      const make = (original_text: string) =>
        w.as(cat).call(createTag, { body: { slug_name: 'tramontane', display_name: 'Tramontane', original_text } })
      expect(await refusal(make('spam'))).toMatchObject({ status: 400, fields: ['original_text'] })
      await make('A wind.')
      expect(seen.map(({ object_type, is_edit }) => [object_type, is_edit])).toEqual([
        ...Array.from({ length: 4 }, () => ['profile', true]),
        ['tag', false],
        ['tag', false],
      ])
    })
  })

  test('no crowd of harmless links hides one that leads elsewhere, nor one that begins alike', async () => {
    const cat = await w.given.member({ rank: 60 })
    const [one, other] = [await t.ask(ann), await t.ask(ann)]
    await linksOnly()
    const crowd = Array.from({ length: 1001 }, (_, n) => `[a](/tags/t${n})`).join(' ')
    const hidden = await t.answer(cat, one, `${crowd} https://spam.example/`)
    expect(await waiting(hidden)).toMatchObject({ object_id: hidden })
    await settings({ hold_links: false })
    const id = await t.answer(cat, other, 'See https://good.example/page for more.')
    await linksOnly()
    const edit = (content: string) => w.as(cat).call(editAnswer, { body: { id, content } })
    expect(await edit('Do see https://good.example/page.')).toEqual({ wait_for_review: false })
    expect(await edit('Do see https://good.ex')).toEqual({ wait_for_review: true })
  })

  test('a new tag that comes as another word for one is judged as any other', async () => {
    await w
      .as(moe)
      .call(createTag, { body: { slug_name: 'mistral', display_name: 'Mistral', original_text: 'A wind.' } })
    const { tag_id } = await w.nobody.call(tag, { query: { name: 'mistral' } })
    await settings({ hold_links: true, links_rank: 50_000 })
    const namer = await w.given.member({ rank: 30_000 })
    const name = (original_text: string) =>
      w.as(namer).call(saveSynonyms, { body: { tag_id, synonym_tag_list: [{ slug_name: 'maestral', original_text }] } })
    expect(await refusal(name(LINKS))).toMatchObject({ status: 400, fields: ['synonym_tag_list'] })
    await name('The same wind.')
    await name(LINKS) // what is there already gets no other words by it
    expect((await w.as(moe).call(tagSynonyms, { query: { tag_id } })).synonyms).toHaveLength(1)
  })

  test('a member who may not edit is told so, and no reviewer is asked about their text', async () => {
    const [asker, stranger] = [await w.given.member(), await w.given.member({ rank: 1 })]
    const question = await t.ask(asker)
    const answer = await t.answer(asker, question)
    const remark = await t.comment(ann, question)
    let judged = 0
    plug(() => {
      judged++
      return { verdict: 'deleted' }
    })
    const by = w.as(stranger)
    for (const edit of [
      () => by.call(editAnswer, { body: { id: answer, content: 'Another text of mine.' } }),
      () =>
        by.call(editQuestion, {
          body: {
            id: question,
            title: 'Another title of mine',
            content: 'Another text.',
            tags: [{ slug_name: 'wind' }],
          },
        }),
      () => by.call(editComment, { body: { comment_id: remark, original_text: 'Another text.' } }),
    ])
      expect((await refusal(edit())).status).toBe(403)
    expect(judged).toBe(0)
  })

  test('a tag’s text stays until the edit that a reviewer holds is let through', async () => {
    await w
      .as(moe)
      .call(createTag, { body: { slug_name: 'foehn', display_name: 'Föhn', original_text: 'A warm wind.' } })
    const { tag_id } = await w.nobody.call(tag, { query: { name: 'foehn' } })
    await settings({ hold_links: true, links_rank: 5000 })
    const editor = await w.given.member({ rank: 4900 })
    expect(
      await w.as(editor).call(editTag, { body: { tag_id, display_name: 'Föhn', original_text: LINKS } }),
    ).toMatchObject({ wait_for_review: true })
    expect((await w.nobody.call(tag, { query: { name: 'foehn' } })).original_text).toBe('A warm wind.')
    const item = (await suggestionOf(moe, tag_id))!
    await w.as(moe).call(auditRevision, { body: { id: item.unreviewed_info.id, operation: 'approve' } })
    expect((await w.nobody.call(tag, { query: { name: 'foehn' } })).original_text).toBe(LINKS)
  })

  test('a slow reviewer plugin only keeps the author waiting', async () => {
    const cat = await w.given.member({ rank: 60 })
    const question = await t.ask(ann)
    const thinking = Promise.withResolvers<void>()
    let asked = 0
    plug(async () => {
      asked++
      await thinking.promise
      return { verdict: 'approved' }
    })
    const many = Array.from({ length: 20 }, (_, n) => t.comment(cat, question, { original_text: `Remark number ${n}` }))
    await expect.poll(() => asked).toBe(20)
    expect(w.site.loadShedder.inWork).toBe(0)
    thinking.resolve()
    await Promise.all(many)
    expect((await w.nobody.call(commentPage, { query: { object_id: question } })).count).toBe(20)
  })

  test('what a reviewer would never show is not taken, and nothing is lost; where it fails, the text waits and the admins are told', async () => {
    const cat = await w.given.member({ rank: 60 })
    const question = await t.ask(ann)
    const answer = await t.answer(cat, question)
    plug(() => ({ verdict: 'deleted' }))
    expect(await refusal(t.comment(cat, question))).toMatchObject({ status: 400, fields: ['original_text'] })
    expect(await refusal(w.as(cat).call(editAnswer, { body: { id: answer, content: 'Buy this.' } }))).toMatchObject({
      status: 400,
      fields: ['content'],
    })
    w.app.reviewers.length = 0
    plug(() => {
      throw new Error('no power')
    })
    const before = (await told(admin)).length
    const id = await t.comment(cat, question)
    expect((await waiting(id))!.reason).toContain('no power')
    expect(await w.as(cat).call(editAnswer, { body: { id: answer, content: 'Another text.' } })).toMatchObject({
      wait_for_review: true,
    })
    expect((await told(admin)).slice(before)).toEqual(['reviewer_failed', 'reviewer_failed'])
    // Nobody asks about what the staff write in threads: they could let it through themselves.
    expect((await w.as(moe).call(comment, { query: { id: await t.comment(moe, question) } })).status).toBe(1)
    await decide(id, 'reject')
  })
})
