import { deleteAnswer } from '@askwell/contract/answers.ts'
import { comment as readComment, deleteComment } from '@askwell/contract/comments.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import * as reviews from '@askwell/contract/reviews.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { findFaults } from '../../operations/integrity/service.ts'

describe.each(engines)('flags (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser, dee: TestUser, moe: TestUser, second: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ann = await w.given.member({ name: 'ann' })
    bob = await w.given.member({ name: 'bob' })
    dee = await w.given.member({ name: 'dee' })
    moe = await w.given.moderator({ name: 'moe' })
    second = await w.given.moderator({ name: 'second' })
  })
  afterAll(() => w.close())

  const flag = (person: TestUser, object_id: string, report_type = 57, content?: string) =>
    w.as(person).call(reviews.flagPost, { body: { object_id, report_type, ...(content !== undefined && { content }) } })
  const queue = async () => (await w.as(moe).call(reviews.flaggedPosts, { query: { page_size: 100 } })).list
  const flagOn = async (object_id: string) => (await queue()).find((one) => one.object_id === object_id)!
  const decide = (
    person: TestUser,
    flag_id: string,
    operation_type: reviews.FlagDecision,
    more: Partial<reviews.FlagReview> = {},
  ) => w.as(person).call(reviews.decideFlag, { body: { flag_id, operation_type, ...more } })
  const told = async (person: TestUser) =>
    (
      await w.app.db
        .selectFrom('notifications')
        .select('action')
        .where('user_id', '=', person.id)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action)
  const newsFor = async (person: TestUser, work: () => Promise<unknown>) => {
    const before = await told(person)
    await work()
    return (await told(person)).slice(before.length)
  }
  const amount = async (person: TestUser, name: reviews.Queue) =>
    (await w.as(person).call(reviews.reviewTypes)).find((one) => one.name === name)?.todo_amount

  test('older clients decide by the number of a reason', async () => {
    const handle = (id: string, flagged_type: number, flagged_content?: string) =>
      w.as(moe).call(reviews.handleFlag, { body: { id, action: 'review', flagged_type, flagged_content } })
    const flagged = async (title: string) => {
      const question = await t.ask(ann, title)
      await flag(dee, question)
      return { question, flag_id: (await flagOn(question)).flag_id }
    }
    const statusOf = async (id: string) => (await w.as(moe).call(questionInfo, { query: { id } })).status
    const fine = await flagged('Is this question fine as it stands?')
    await handle(fine.flag_id, 72)
    expect([await statusOf(fine.question), await flagOn(fine.question)]).toEqual([1, undefined])
    const closed = await flagged('Which of all winds is the best one?')
    await expect(handle(closed.flag_id, 74)).rejects.toMatchObject({ fields: ['flagged_content'] })
    await expect(handle(closed.flag_id, 73)).rejects.toMatchObject({ fields: ['flagged_type'] })
    await handle(closed.flag_id, 74, 'A matter of taste')
    expect(await statusOf(closed.question)).toBe(2)
    const gone = await flagged('Where does one buy cheap winds online?')
    await handle(gone.flag_id, 75)
    expect(await statusOf(gone.question)).toBe(10)
    await expect(handle(gone.flag_id, 75)).rejects.toMatchObject({ status: 409 })
  })

  test('a flag is in the queue with the post, who made it and why', async () => {
    const question = await t.ask(ann, 'Is a zephyr a wind that can be bought?')
    await flag(dee, question, 57, 'sells winds')
    expect(await flagOn(question)).toMatchObject({
      object_type: 'question',
      question_id: question,
      answer_id: '',
      comment_id: '',
      title: 'Is a zephyr a wind that can be bought?',
      reason_content: 'sells winds',
      object_status: 1,
      object_show_status: 1,
      author_user_info: { username: 'ann' },
      submitter_user: { username: 'dee' },
      reason: { reason_type: 57, reason_key: 'reason.spam', name: 'Spam' },
      tags: [{ slug_name: 'support' }],
      answer_count: 0,
    })
  })

  test('of an answer and of a comment the flag names the question, too', async () => {
    const question = await t.ask(ann)
    const answer = await t.answer(bob, question)
    const comment = await t.comment(bob, answer)
    await flag(dee, answer, 61)
    await flag(dee, comment, 62)
    expect(await flagOn(answer)).toMatchObject({
      object_type: 'answer',
      question_id: question,
      answer_id: answer,
      comment_id: '',
      answer_count: 0,
      answer_accepted: false,
    })
    expect(await flagOn(comment)).toMatchObject({
      object_type: 'comment',
      question_id: question,
      answer_id: answer,
      comment_id: comment,
      author_user_info: { username: 'bob' },
    })
  })

  test('the same person has one flag on a thing: the last one', async () => {
    const question = await t.ask(ann)
    await flag(dee, question, 57)
    await flag(dee, question, 59, 'No, it is something else.')
    await flag(bob, question, 57)
    expect(
      (await queue())
        .filter((one) => one.object_id === question)
        .map((one) => [one.submitter_user.username, one.reason.reason_type]),
    ).toEqual([
      ['dee', 59],
      ['bob', 57],
    ])
  })

  test("what can't be seen can't be flagged, and each kind of thing only for its reasons", async () => {
    const question = await t.ask(ann)
    const comment = await t.comment(bob, question)
    expect(await refusal(flag(dee, question, 4242))).toMatchObject({ status: 400, reason: 'error.report.not_found' })
    expect(await refusal(flag(dee, question, 61))).toMatchObject({ status: 400, reason: 'error.report.not_found' })
    expect(await refusal(flag(dee, comment, 60))).toMatchObject({ status: 400, reason: 'error.report.not_found' })
    await w.as(bob).call(deleteComment, { body: { comment_id: comment } })
    expect(await refusal(flag(dee, comment))).toMatchObject({ status: 400, reason: 'error.object.not_found' })
    expect(await refusal(flag(dee, '10010000009999999'))).toMatchObject({
      status: 400,
      reason: 'error.object.not_found',
    })
    const hidden = await t.ask(ann)
    await flag(dee, hidden)
    await decide(moe, (await flagOn(hidden)).flag_id, 'delete_post')
    expect(await refusal(flag(dee, hidden))).toMatchObject({ status: 400, reason: 'error.object.not_found' })
    expect(await refusal(flag(ann, hidden))).toMatchObject({ status: 403 })
  })

  test('a duplicate is named by the address of another question of this site', async () => {
    const question = await t.ask(ann)
    const other = await t.ask(ann)
    const as = async (content: string) => {
      const { status, reason, fields } = await refusal(flag(dee, question, 60, content))
      return [status, reason, fields.join()]
    }
    expect(await as('not an address')).toEqual([400, 'error.common.invalid_url', 'content'])
    expect(await as('')).toEqual([400, 'base.request_format_error', 'content'])
    expect(await as(`http://elsewhere.example/questions/${other}`)).toEqual([
      400,
      'base.request_format_error',
      'content',
    ])
    expect(await as('http://world.example/questions/10010000009999999')).toEqual([
      400,
      'base.request_format_error',
      'content',
    ])
    expect(await as(`http://world.example/questions/${question}`)).toEqual([
      400,
      'base.request_format_error',
      'content',
    ])
    await flag(dee, question, 60, `http://world.example/questions/${other}`)
    expect((await flagOn(question)).reason_content).toBe(`http://world.example/questions/${other}`)
  })

  test('something else needs a remark', async () => {
    expect(await refusal(flag(dee, await t.ask(ann), 59))).toMatchObject({ status: 400, fields: ['content'] })
  })

  test("an ignored flag is over, and its reporter learns of it; the post's author doesn't", async () => {
    const question = await t.ask(ann)
    await flag(dee, question)
    const { flag_id } = await flagOn(question)
    const before = await told(ann)
    expect(await newsFor(dee, () => decide(moe, flag_id, 'ignore_report'))).toEqual(['your_flag_was_ignored'])
    expect(await told(ann)).toEqual(before)
    expect(await flagOn(question)).toBeUndefined()
  })

  test('closing, with its reason: both learn of it', async () => {
    const question = await t.ask(ann)
    await flag(dee, question)
    const { flag_id } = await flagOn(question)
    expect(await refusal(decide(moe, flag_id, 'close_post'))).toMatchObject({ status: 400, fields: ['close_type'] })
    expect(await refusal(decide(moe, flag_id, 'close_post', { close_type: 59 }))).toMatchObject({
      status: 400,
      fields: ['close_msg'],
    })
    let news: string[] = []
    expect(
      await newsFor(ann, async () => {
        news = await newsFor(dee, () => decide(moe, flag_id, 'close_post', { close_type: 64 }))
      }),
    ).toEqual(['your_question_is_closed'])
    expect(news).toEqual(['your_flag_was_followed'])
    expect((await w.as(ann).call(questionInfo, { query: { id: question } })).status).toBe(2)
  })

  test('unlisting and deleting: both learn of it, and all who had flagged it', async () => {
    const [unlisted, deleted] = [await t.ask(ann), await t.ask(ann)]
    await flag(dee, unlisted)
    const { flag_id } = await flagOn(unlisted)
    expect(await newsFor(ann, () => decide(moe, flag_id, 'unlist_post'))).toEqual(['your_question_was_unlisted'])
    await flag(dee, deleted)
    await flag(bob, deleted)
    const first = await flagOn(deleted)
    let news: string[] = []
    expect(
      await newsFor(bob, async () => {
        news = await newsFor(ann, () => decide(moe, first.flag_id, 'delete_post'))
      }),
    ).toEqual(['your_flag_was_followed'])
    expect(news).toEqual(['your_question_was_deleted'])
    expect(await flagOn(deleted)).toBeUndefined()
  })

  test('a flagged comment is deleted, and its author learns of it', async () => {
    const comment = await t.comment(bob, await t.ask(ann))
    await flag(dee, comment)
    const { flag_id } = await flagOn(comment)
    expect(await refusal(decide(moe, flag_id, 'close_post', { close_type: 64 }))).toMatchObject({
      status: 400,
      fields: ['operation_type'],
    })
    expect(await newsFor(bob, () => decide(moe, flag_id, 'delete_post'))).toEqual(['your_comment_was_deleted'])
    expect(
      await w.app.db
        .selectFrom('comments')
        .select('status')
        .where('id', '=', numberOf('comment', comment))
        .executeTakeFirstOrThrow(),
    ).toEqual({ status: 10 })
  })

  test('editing: the post has the new text, and its author learns of it', async () => {
    const question = await t.ask(ann, 'Which zephyr is the stongest of all?')
    const [answer, comment] = [await t.answer(bob, question), await t.comment(bob, question)]
    for (const id of [question, answer, comment]) await flag(dee, id)
    const edit = async (id: string, more: Partial<reviews.FlagReview>) =>
      decide(moe, (await flagOn(id)).flag_id, 'edit_post', more)
    expect(await refusal(edit(question, { content: 'A text without a title.' }))).toMatchObject({
      status: 400,
      fields: ['tags', 'title'],
    })
    expect(await refusal(edit(comment, {}))).toMatchObject({ status: 400, fields: ['content'] })
    expect(await refusal(edit(comment, { content: 'x'.repeat(601) }))).toMatchObject({
      status: 400,
      fields: ['content'],
    })
    expect(
      await newsFor(ann, () =>
        edit(question, {
          title: 'Which zephyr is the strongest of all?',
          content: 'The text, mended.',
          tags: [{ slug_name: 'support' }],
        }),
      ),
    ).toContain('update_question')
    expect(await newsFor(bob, () => edit(answer, { content: 'The answer, mended.' }))).toContain('update_answer')
    expect(await newsFor(bob, () => edit(comment, { content: 'The comment, **mended**.' }))).toEqual([
      'your_comment_was_edited',
    ])
    expect(await w.as(ann).call(questionInfo, { query: { id: question } })).toMatchObject({
      title: 'Which zephyr is the strongest of all?',
      content: 'The text, mended.',
    })
    expect((await w.nobody.call(readComment, { query: { id: comment } })).parsed_text).toContain(
      '<strong>mended</strong>',
    )
    expect([await flagOn(question), await flagOn(answer), await flagOn(comment)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a single flag can be asked for', async () => {
    const question = await t.ask(ann)
    await flag(dee, question)
    const { flag_id } = await flagOn(question)
    expect(await w.as(moe).call(reviews.flaggedPosts, { query: { flag_id } })).toMatchObject({
      count: 1,
      list: [{ flag_id }],
    })
  })

  test("deleting one's own post settles the flags on it", async () => {
    const answer = await t.answer(bob, await t.ask(ann))
    await flag(dee, answer)
    const news = await newsFor(dee, () => w.as(bob).call(deleteAnswer, { body: { id: answer } }))
    expect([news, await flagOn(answer)]).toEqual([['your_flag_was_followed'], undefined])
  })

  test('the second to decide is told who was quicker, and with what', async () => {
    const question = await t.ask(ann)
    await flag(dee, question)
    const { flag_id } = await flagOn(question)
    await decide(moe, flag_id, 'unlist_post')
    expect(await refusal(decide(second, flag_id, 'delete_post'))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_unlist_post',
      data: { decision: 'unlist_post', decided_by: { username: 'moe', display_name: 'moe' } },
    })
    expect((await w.as(ann).call(questionInfo, { query: { id: question } })).status).toBe(1)
  })

  test('only the staff see the queue, and its count', async () => {
    const waiting = await amount(moe, 'flagged_post')
    await flag(dee, await t.ask(ann))
    expect([await amount(moe, 'flagged_post'), await amount(dee, 'flagged_post')]).toEqual([waiting! + 1, undefined])
    expect(await refusal(w.as(dee).call(reviews.flaggedPosts))).toMatchObject({ status: 403 })
    const one = await w.as(moe).call(reviews.flaggedPosts)
    expect([one.count, one.list.length]).toEqual([waiting! + 1, 1])
    expect(await refusal(w.as(moe).call(reviews.flaggedPosts, { query: { page: 999 } }))).toMatchObject({ status: 404 })
  })

  test('and nothing is off after all of it', async () => {
    await w.settle()
    expect(await findFaults(w.app)).toEqual([])
  })
})
