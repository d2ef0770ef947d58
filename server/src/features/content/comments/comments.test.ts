import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { answerPage, deleteAnswer } from '@askwell/contract/answers.ts'
import {
  comment,
  commentPage,
  deleteComment,
  editComment,
  firstComments,
  writeComment,
} from '@askwell/contract/comments.ts'
import { numberOf, objectId, shortId } from '@askwell/contract/ids.ts'
import { deleteQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

const actionsOf = ({ member_actions }: { member_actions: { action: string; type: string }[] }) =>
  member_actions.map(({ action, type }) => `${action}:${type}`)

describe.each(engines)('comments (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, bob, moe]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, bob, moe] = [
      await w.given.member({ name: 'ann', rank: 50 }),
      await w.given.member({ name: 'bob', rank: 50 }),
      await w.given.moderator(),
    ]
  })
  afterAll(() => w.close())

  const countOf = async (question: string) =>
    (
      await w.app.db
        .selectFrom('posts')
        .select('comment_count')
        .where('id', '=', numberOf('question', question))
        .executeTakeFirstOrThrow()
    ).comment_count
  const write = (person: TestUser, object_id: string, original_text: string, more = {}) =>
    w.as(person).call(writeComment, { body: { object_id, original_text, ...more } })

  test('a comment comes back as its thread shows it, with what its author may do to it', async () => {
    const question = await t.ask(ann!)
    const made = await write(bob!, question, 'See **this**, [@ann](/users/ann)', { mention_username_list: ['ann'] })
    expect(made).toMatchObject({
      object_id: question,
      vote_count: 0,
      is_vote: false,
      original_text: 'See **this**, [@ann](/users/ann)',
      user_id: String(bob!.id),
      username: 'bob',
      user_display_name: 'bob',
      user_status: 'normal',
      reply_user_id: '',
      reply_username: '',
      reply_user_display_name: '',
      reply_comment_id: '',
      reply_user_status: '',
    })
    expect(made.parsed_text).toContain('<strong>this</strong>')
    expect(actionsOf(made)).toEqual(['report:reason', 'edit:edit', 'delete:reason'])
    expect(made.member_actions[0]!.name).toBe('Flag')
    expect(await w.as(bob!).call(comment, { query: { id: made.comment_id } })).toEqual(made)
    expect(actionsOf(await w.as(ann!).call(comment, { query: { id: made.comment_id } }))).toEqual(['report:reason'])
    expect(actionsOf(await w.as(moe!).call(comment, { query: { id: made.comment_id } }))).toEqual([
      'report:reason',
      'edit:edit',
      'delete:reason',
    ])
    expect(actionsOf(await w.nobody.call(comment, { query: { id: made.comment_id } }))).toEqual([])
    expect(await countOf(question)).toBe(1)
  })

  test('a reply names whom it answers', async () => {
    const answer = await t.answer(bob!, await t.ask(ann!))
    const first = await t.comment(ann!, answer)
    const reply = await write(bob!, answer, 'An answer to that', { reply_comment_id: first })
    expect(reply).toMatchObject({
      object_id: answer,
      reply_comment_id: first,
      reply_user_id: String(ann!.id),
      reply_username: 'ann',
      reply_user_display_name: 'ann',
      reply_user_status: 'normal',
    })
    const elsewhere = await t.ask(ann!)
    await expect(write(bob!, elsewhere, 'Answering from afar', { reply_comment_id: first })).rejects.toMatchObject({
      status: 400,
      reason: 'error.comment.not_found',
    })
  })

  test('a few are shown first and the others on demand: oldest first, by votes, newest first', async () => {
    const question = await t.ask(ann!)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      ids.push(await t.comment(bob!, question))
      w.clock.advance(60)
    }
    await t.vote(ann!, 'up', ids[3]!)
    const page = async (query: object) =>
      await w.as(ann!).call(commentPage, { query: { object_id: question, ...query } })
    const first = await page({ page: 1, page_size: 3 })
    expect(first.count).toBe(5)
    expect(first.list.map(({ comment_id }) => comment_id)).toEqual(ids.slice(0, 3))
    expect((await page({ page: 2, page_size: 3 })).list.map(({ comment_id }) => comment_id)).toEqual(ids.slice(3))
    const byVotes = await page({ query_cond: 'vote' })
    expect(byVotes.list.map(({ comment_id }) => comment_id)).toEqual([ids[3], ids[0], ids[1], ids[2], ids[4]])
    expect(byVotes.list[0]).toMatchObject({ vote_count: 1, is_vote: true })
    expect((await page({ query_cond: 'created_at' })).list.map(({ comment_id }) => comment_id)).toEqual(
      ids.toReversed(),
    )
    await expect(page({ page: 3, page_size: 3 })).rejects.toMatchObject({ status: 404 })
    expect(await w.nobody.call(commentPage, { query: { object_id: await t.ask(ann!) } })).toEqual({
      count: 0,
      list: [],
    })
  })

  describe('the first few on each post of a page', () => {
    const first = (person: TestUser | undefined, object_ids: string[]) =>
      (person ? w.as(person) : w.nobody).call(firstComments, { query: { object_ids: object_ids.join() } })
    const onPage = (person: TestUser, object_id: string) =>
      w.as(person).call(commentPage, { query: { object_id, page_size: 3 } })

    test('come together, in the order asked for, each as its own thread shows it', async () => {
      const question = await t.ask(ann!)
      const [silent, answer] = [await t.answer(bob!, question), await t.answer(moe!, question)]
      const ids: string[] = []
      for (let i = 0; i < 5; i++) {
        ids.push(await t.comment(bob!, answer))
        w.clock.advance(60)
      }
      await t.comment(moe!, question, { original_text: 'To [@bob](/users/bob)' })
      await t.vote(ann!, 'up', ids[1]!)
      for (const person of [ann!, bob!, moe!])
        expect(await first(person, [answer, silent, question])).toEqual([
          { object_id: answer, ...(await onPage(person, answer)) },
          { object_id: question, ...(await onPage(person, question)) },
        ])
      const [below] = await first(ann, [answer])
      expect(below).toMatchObject({
        count: 5,
        list: [
          { comment_id: ids[0], is_vote: false },
          { comment_id: ids[1], is_vote: true, vote_count: 1 },
          { comment_id: ids[2] },
        ],
      })
      expect(
        (await first(undefined, [answer]))[0]!.list.map(({ is_vote, member_actions }) => ({ is_vote, member_actions })),
      ).toEqual(Array.from({ length: 3 }, () => ({ is_vote: false, member_actions: [] })))
      expect(await first(ann, [shortId('answer', numberOf('answer', answer)), answer])).toEqual([below])
    })

    test('are all there where a single one would be left out, and say which were edited', async () => {
      const question = await t.ask(ann!)
      const ids: string[] = []
      for (let i = 0; i < 4; i++) ids.push(await t.comment(bob!, question))
      w.clock.advance(60)
      await w.as(bob!).call(editComment, { body: { comment_id: ids[1]!, original_text: 'Said in other words.' } })
      const [found] = await first(ann, [question])
      expect(found!.list.map(({ comment_id }) => comment_id)).toEqual(ids)
      expect(found!.list.map(({ updated_at }) => updated_at)).toEqual([0, w.clock.now(), 0, 0])
    })

    test('leave out what is deleted, and what is hidden from the viewer', async () => {
      const question = await t.ask(ann!)
      const answer = await t.answer(bob!, question)
      const [below, beside, gone] = [
        await t.comment(bob!, question),
        await t.comment(moe!, answer),
        await t.comment(moe!, question),
      ]
      await w.as(moe!).call(deleteComment, { body: { comment_id: gone } })
      expect((await first(undefined, [question]))[0]).toMatchObject({ count: 1, list: [{ comment_id: below }] })
      await w.as(bob!).call(deleteAnswer, { body: { id: answer } })
      for (const person of [undefined, ann!])
        expect((await first(person, [question, answer])).map(({ object_id }) => object_id)).toEqual([question])
      for (const person of [bob!, moe!])
        expect((await first(person, [question, answer]))[1]).toMatchObject({
          object_id: answer,
          count: 1,
          list: [{ comment_id: beside }],
        })
      await w.as(moe!).call(deleteQuestion, { body: { id: question } })
      expect(await first(undefined, [question, answer])).toEqual([])
      expect((await first(moe, [question, answer])).map(({ count }) => count)).toEqual([1, 1])
    })

    test('an id that leads nowhere has no entry, and more than fifty are refused', async () => {
      const question = await t.ask(ann!)
      await t.comment(bob!, question)
      expect(
        await first(ann, [
          objectId('answer', numberOf('question', question)),
          objectId('user', bob!.id),
          '10010000000009999',
          'nothing',
        ]),
      ).toEqual([])
      await expect(
        first(
          ann,
          Array.from({ length: 51 }, (_, at) => objectId('question', at + 1)),
        ),
      ).rejects.toMatchObject({ status: 400, fields: ['object_ids'] })
      await expect(first(ann, [])).rejects.toMatchObject({ status: 400, fields: ['object_ids'] })
    })

    test('a post says how many there are to see', async () => {
      const question = await t.ask(ann!)
      const answer = await t.answer(bob!, question)
      const counts = async () => [
        (await w.nobody.call(questionInfo, { query: { id: question } })).comment_count,
        (await w.nobody.call(answerPage, { query: { question_id: question } })).list[0]!.comment_count,
      ]
      expect(await counts()).toEqual([0, 0])
      const [, one] = [await t.comment(bob!, question), await t.comment(bob!, answer), await t.comment(ann!, answer)]
      expect(await counts()).toEqual([1, 2])
      await w.as(bob!).call(deleteComment, { body: { comment_id: one } })
      expect(await counts()).toEqual([1, 1])
    })
  })

  test.each([
    ['too short', 'z'],
    ['too long', 'z'.repeat(601)],
    ['blank', '   '],
    ['nothing to see', '[](https://a.example)'],
  ])('%s is refused, naming the field', async (_, original_text) => {
    const refused = write(bob!, await t.ask(ann!), original_text)
    await expect(refused).rejects.toMatchObject({ status: 400, fields: ['original_text'] })
  })

  test('more links than a newcomer may post are refused', async () => {
    const [newcomer, question] = [await w.given.member(), await t.ask(ann!)]
    const links = 'https://a.example https://b.example https://c.example'
    await expect(write(newcomer, question, links)).rejects.toMatchObject({ status: 400, fields: ['original_text'] })
    expect((await write(bob!, question, links)).parsed_text).toContain('href="https://c.example"')
  })

  test('the same comment sent twice, even at once, is written once', async () => {
    const question = await t.ask(ann!)
    const [one, two] = await Promise.all([
      write(bob!, question, 'Twice the same'),
      write(bob!, question, 'Twice the same'),
    ])
    expect(two.comment_id).toBe(one.comment_id)
    expect(await countOf(question)).toBe(1)
    w.clock.advance(301)
    expect((await write(bob!, question, 'Twice the same')).comment_id).not.toBe(one.comment_id)
  })

  test('one that is gone when the same call comes again is not found', async () => {
    const question = await t.ask(bob!)
    const body = { object_id: question, original_text: 'Said, and taken back at once.' }
    const { comment_id } = await w.as(ann!).call(writeComment, { body })
    await w.as(ann!).call(deleteComment, { body: { comment_id } })
    await expect(w.as(ann!).call(writeComment, { body })).rejects.toMatchObject({
      status: 404,
      reason: 'error.comment.not_found',
    })
  })

  test('its author edits it for five minutes, staff later too, others never', async () => {
    const id = await t.comment(bob!, await t.ask(ann!))
    const edit = (person: TestUser, original_text: string) =>
      w.as(person).call(editComment, { body: { comment_id: id, original_text } })
    expect(await edit(bob!, 'Better **so**')).toEqual({
      comment_id: id,
      original_text: 'Better **so**',
      parsed_text: '<p>Better <strong>so</strong></p>',
      status: 1,
    })
    await expect(edit(ann!, 'Not mine')).rejects.toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    w.clock.advance(301)
    await expect(edit(bob!, 'Too late')).rejects.toMatchObject({ status: 403, reason: 'error.comment.edit_time_over' })
    await edit(moe!, 'Put straight')
    expect(await w.nobody.call(comment, { query: { id } })).toMatchObject({
      original_text: 'Put straight',
      username: 'bob',
    })
  })

  test('its author and staff delete it, and then it is not there', async () => {
    const question = await t.ask(ann!)
    const [one, two] = [await t.comment(bob!, question), await t.comment(bob!, question)]
    await expect(w.as(ann!).call(deleteComment, { body: { comment_id: one } })).rejects.toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    await w.as(bob!).call(deleteComment, { body: { comment_id: one } })
    await w.as(moe!).call(deleteComment, { body: { comment_id: two } })
    expect(await countOf(question)).toBe(0)
    for (const person of [bob!, moe!]) {
      await expect(w.as(person).call(comment, { query: { id: one } })).rejects.toMatchObject({
        status: 404,
        reason: 'error.comment.not_found',
      })
      await expect(w.as(person).call(deleteComment, { body: { comment_id: one } })).rejects.toMatchObject({
        status: 404,
      })
      await expect(
        w.as(person).call(editComment, { body: { comment_id: one, original_text: 'Back again' } }),
      ).rejects.toMatchObject({ status: 404 })
    }
  })

  test('a hidden question hides its comments and those on its answers; nobody goes on talking there', async () => {
    const question = await t.ask(ann!)
    const answer = await t.answer(bob!, question)
    const [below, beside] = [await t.comment(bob!, question), await t.comment(bob!, answer)]
    await w.as(moe!).call(deleteQuestion, { body: { id: question } })
    for (const [object_id, id] of [
      [question, below],
      [answer, beside],
    ] as const) {
      await expect(w.nobody.call(commentPage, { query: { object_id } })).rejects.toMatchObject({
        status: 404,
        reason: 'error.object.not_found',
      })
      await expect(w.nobody.call(comment, { query: { id } })).rejects.toMatchObject({
        status: 404,
        reason: 'error.comment.not_found',
      })
      await expect(
        w.as(bob!).call(editComment, { body: { comment_id: id, original_text: 'From the grave' } }),
      ).rejects.toMatchObject({ status: 404 })
      expect((await w.as(moe!).call(commentPage, { query: { object_id } })).count).toBe(1)
      await expect(write(moe!, object_id, 'Among ourselves')).rejects.toMatchObject({ status: 403 })
    }
    await expect(write(bob!, question, 'Hello there')).rejects.toMatchObject({
      status: 400,
      reason: 'error.object.not_found',
    })
    await expect(write(bob!, '10010000000009999', 'Hello there')).rejects.toMatchObject({
      status: 400,
      reason: 'error.object.not_found',
    })
  })

  test('a deleted member is only a number beside what they wrote', async () => {
    const gone = await w.given.member({ name: 'gone' })
    const question = await t.ask(ann!)
    const first = await t.comment(gone, question)
    const reply = await t.comment(ann!, question, { reply_comment_id: first })
    await w.as(await w.given.admin()).call(setUserStatus, { body: { user_id: String(gone.id), status: 'deleted' } })
    const { list } = await w.nobody.call(commentPage, { query: { object_id: question } })
    expect(list[0]).toMatchObject({
      comment_id: first,
      username: `user${gone.id}`,
      user_display_name: `user${gone.id}`,
      user_avatar: '',
      user_status: 'deleted',
    })
    expect(list[1]).toMatchObject({ comment_id: reply, reply_username: `user${gone.id}`, reply_user_status: 'deleted' })
  })

  test('anonymous visitors read, but don’t write', async () => {
    await expect(
      w.nobody.call(writeComment, { body: { object_id: await t.ask(ann!), original_text: 'Hello there' } }),
    ).rejects.toMatchObject({ status: 401 })
  })
})
