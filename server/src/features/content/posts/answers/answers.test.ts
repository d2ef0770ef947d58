import {
  acceptAnswer,
  answerInfo,
  answerPage,
  type AnswerOrder,
  askAndAnswer,
  deleteAnswer,
  editAnswer,
  writeAnswer,
} from '@askwell/contract/answers.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { deleteQuestion, questionInfo, questionPage } from '@askwell/contract/questions.ts'
import { saveWriteSettings } from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../../test/faultless.ts'
import { threads } from '../../../../../test/threads.ts'
import { type CallFailed, engines, type TestUser, type World, world } from '../../../../../test/world.ts'

describe.each(engines)('answers, on %s', (engine) => {
  let site: World
  let doing: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser, cyd: TestUser, moe: TestUser
  beforeAll(async () => {
    site = await world(engine)
    doing = threads(site)
    ann = await site.given.member({ name: 'ann', rank: 200 })
    bob = await site.given.member({ name: 'bob', rank: 200 })
    cyd = await site.given.member({ name: 'cyd', rank: 200 })
    moe = await site.given.moderator({ name: 'moe' })
  })
  afterAll(() => site.close())

  const info = (who: TestUser | undefined, id: string) =>
    (who ? site.as(who) : site.nobody).call(questionInfo, { query: { id } })
  const page = (who: TestUser | undefined, question_id: string, order: AnswerOrder = 'default') =>
    (who ? site.as(who) : site.nobody).call(answerPage, { query: { question_id, order } })
  const row = (id: string, kind: 'question' | 'answer') =>
    site.app.db.selectFrom('posts').selectAll().where('id', '=', numberOf(kind, id)).executeTakeFirstOrThrow()

  test('members who may not post many links yet may not show many pictures from other sites either', async () => {
    const newcomer = await site.given.member({ rank: 1 })
    const question_id = await doing.ask(ann)
    const pictures = (count: number) =>
      Array.from({ length: count }, (_, n) => `![picture ${n}](https://far.example/${n}.png)`).join('\n\n')
    const write = (content: string) => site.as(newcomer).call(writeAnswer, { body: { question_id, content } })
    await expect(write(pictures(3))).rejects.toMatchObject({ status: 400, fields: ['content'] })
    const own = Array.from({ length: 3 }, (_, n) => `![own ${n}](http://world.example/uploads/post/${n}.png)`)
    expect((await write([pictures(2), ...own].join('\n\n'))).info.html).toContain('far.example/1.png')
  })

  test('an answer is there for everybody as soon as it is given, and its question knows of it', async () => {
    const question_id = await doing.ask(ann)
    site.clock.advance(10)
    const { info: answer, question } = await site
      .as(bob)
      .call(writeAnswer, { body: { question_id, content: 'When **warm** air rises.' } })
    expect(answer).toMatchObject({
      question_id,
      html: '<p>When <strong>warm</strong> air rises.</p>',
      update_time: 0,
      accepted: 1,
      status: 1,
      vote_count: 0,
      user_info: { username: 'bob' },
    })
    expect(answer.member_actions.map(({ action }) => action)).toEqual(['report', 'edit', 'delete'])
    expect(question).toMatchObject({
      id: question_id,
      answer_count: 1,
      last_answer_id: answer.id,
      answered: true,
      first_answer_id: answer.id,
      last_answered_user_info: { username: 'bob' },
    })
    expect(await info(undefined, question_id)).toMatchObject({ answer_count: 1, answered: false, first_answer_id: '' })
    expect((await site.nobody.call(questionPage, { query: { order: 'active' } })).list[0]).toMatchObject({
      id: question_id,
      operation_type: 'answered',
      operator: { username: 'bob' },
    })
    expect((await site.nobody.call(answerInfo, { query: { id: answer.id } })).info).toMatchObject({
      id: answer.id,
      member_actions: [],
    })
    expect((await site.as(bob).call(answerInfo, { query: { id: answer.id } })).info.member_actions).toEqual([])
  })

  test('one can ask and answer at once', async () => {
    const body = {
      title: 'A question that I answer myself',
      content: 'content of the question',
      tags: [{ slug_name: 'support' }],
      answer_content: 'content of the answer',
    }
    const replies = await Promise.all([1, 2, 3].map(() => site.as(ann).call(askAndAnswer, { body })))
    expect(new Set(replies.map((reply) => reply.info.id)).size).toBe(1)
    expect(replies[0]!.question).toMatchObject({ answer_count: 1, answered: true, last_answer_id: replies[0]!.info.id })
    expect(
      (await refusal(site.as(ann).call(askAndAnswer, { body: { ...body, title: 'x', answer_content: 'y' } }))).fields,
    ).toEqual(['answer_content', 'title'])
  })

  test('a member answers a question once, however often they try at one moment', async () => {
    const question_id = await doing.ask(ann)
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        doing.answer(bob, question_id, `Try number ${n} at an answer`).then(
          (id) => ({ id }),
          (error: CallFailed) => error,
        ),
      ),
    )
    expect(tries.filter((one) => 'id' in one)).toHaveLength(1)
    expect(tries.filter((one) => !('id' in one))).toEqual(
      Array.from({ length: 9 }, () => expect.objectContaining({ status: 403, reason: 'error.answer.restrict_answer' })),
    )
    expect((await info(ann, question_id)).answer_count).toBe(1)
    expect(await refusal(doing.answer(bob, question_id))).toMatchObject({ reason: 'error.answer.restrict_answer' })
  })

  test('sending the same answer again gives the same answer', async () => {
    const question_id = await doing.ask(ann)
    const sent = () => doing.answer(bob, question_id, 'The very same words')
    expect(await sent()).toBe(await sent())
  })

  test('after deleting one’s own answer one may give another; where the site allows it, several', async () => {
    const question_id = await doing.ask(ann)
    await site.as(bob).call(deleteAnswer, { body: { id: await doing.answer(bob, question_id) } })
    await doing.answer(bob, question_id)
    const admin = await site.given.admin()
    await site.as(admin).call(saveWriteSettings, { body: { restrict_answer: false } })
    await doing.answer(bob, question_id)
    await site.as(admin).call(saveWriteSettings, { body: { restrict_answer: true } })
    expect((await info(ann, question_id)).answer_count).toBe(2)
  })

  test.each([
    [2, 400, 'error.answer.question_closed_cannot_add'],
    [10, 404, 'error.question.not_found'],
    [11, 404, 'error.question.not_found'],
  ])('a question of status %s takes no answers', async (status, code, reason) => {
    const question_id = await doing.ask(ann)
    await site.app.transaction((tx) =>
      tx.db.updateTable('posts').set({ status }).where('id', '=', numberOf('question', question_id)).execute(),
    )
    expect(await refusal(doing.answer(bob, question_id))).toMatchObject({ status: code, reason })
    expect(await refusal(doing.answer(ann, question_id))).toMatchObject({
      status: 400,
      reason: 'error.answer.question_closed_cannot_add',
    })
  })

  test('answers come in four orders, the accepted one first by default', async () => {
    const question_id = await doing.ask(ann)
    const given: string[] = []
    for (const person of [bob, cyd, moe]) {
      site.clock.advance(10)
      given.push(await doing.answer(person, question_id))
    }
    const [first, second, third] = given as [string, string, string]
    await doing.vote(ann, 'up', second)
    await doing.accept(ann, question_id, third)
    const order = async (name: AnswerOrder) => (await page(undefined, question_id, name)).list.map(({ id }) => id)
    expect(await order('default')).toEqual([third, second, first])
    expect(await order('vote')).toEqual([second, first, third])
    expect(await order('updated')).toEqual([third, second, first])
    expect(await order('created')).toEqual([first, second, third])
    expect((await page(ann, question_id)).list.map(({ accepted, vote_status }) => [accepted, vote_status])).toEqual([
      [2, ''],
      [1, 'vote_up'],
      [1, ''],
    ])
    expect(
      await site.nobody.call(answerPage, { query: { question_id, order: 'created', page: 2, page_size: 2 } }),
    ).toMatchObject({ count: 3, list: [{ id: third }] })
    expect(
      await refusal(site.nobody.call(answerPage, { query: { question_id, page: 3, page_size: 2 } })),
    ).toMatchObject({ status: 404 })
  })

  test('its author edits an answer at once; of two edits from the same text one gets both back', async () => {
    const question_id = await doing.ask(ann)
    const id = await doing.answer(bob, question_id)
    const { revision_id } = (await page(bob, question_id)).list[0]!
    site.clock.advance(60)
    const edit = (who: TestUser, content: string, from?: string) =>
      site.as(who).call(editAnswer, { body: { id, content, ...(from && { revision_id: from }) } })
    expect(await edit(bob, 'Edited once, at once.', revision_id)).toEqual({ wait_for_review: false })
    const stale = await refusal(edit(bob, 'Edited from the first text.', revision_id))
    expect(stale).toMatchObject({
      status: 409,
      reason: 'error.revision.moved_on',
      data: { mine: { content: 'Edited from the first text.' }, theirs: { content: 'Edited once, at once.' } },
    })
    await edit(bob, 'Edited once, at once.', revision_id)
    expect((await page(undefined, question_id)).list[0]).toMatchObject({
      content: 'Edited once, at once.',
      update_time: site.clock.now(),
      update_user_info: { username: 'bob' },
    })
    expect((await site.nobody.call(questionPage, { query: { order: 'active' } })).list[0]).toMatchObject({
      id: question_id,
      operation_type: 'modified',
      operator: { username: 'bob' },
    })
    expect(await edit(ann, 'Somebody else edits.')).toEqual({ wait_for_review: true })
    expect(await refusal(edit(await site.given.member({ rank: 99 }), 'Somebody else edits.'))).toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    await edit(moe, 'A moderator edits this.')
  })

  test('its author deletes an answer that nobody voted for; only they and the staff still see it', async () => {
    const question_id = await doing.ask(ann)
    const kept = await doing.answer(cyd, question_id)
    site.clock.advance(10)
    const id = await doing.answer(bob, question_id)
    await site.as(bob).call(deleteAnswer, { body: { id } })
    await site.as(bob).call(deleteAnswer, { body: { id } })
    expect(await info(undefined, question_id)).toMatchObject({ answer_count: 1, last_answer_id: kept })
    expect(await row(question_id, 'question')).toMatchObject({ operation_type: 'answered', operator_id: cyd.id })
    for (const who of [bob, moe])
      expect((await page(who, question_id)).list.map((answer) => [answer.id, answer.status])).toEqual([
        [kept, 1],
        [id, 10],
      ])
    for (const who of [undefined, ann, cyd]) {
      expect(await page(who, question_id)).toMatchObject({ count: 1, list: [{ id: kept }] })
      const call = (answer: string) =>
        refusal((who ? site.as(who) : site.nobody).call(answerInfo, { query: { id: answer } }))
      const [gone, never] = [await call(id), await call('10020000000099999')]
      expect([gone.status, gone.reason, gone.data]).toEqual([never.status, 'error.answer.not_found', never.data])
    }
    expect(await refusal(site.as(bob).call(editAnswer, { body: { id, content: 'Still editing this' } }))).toMatchObject(
      { status: 400, reason: 'error.answer.cannot_update' },
    )
  })

  test('an answer that has helped is deleted by staff only', async () => {
    const question_id = await doing.ask(ann)
    const id = await doing.answer(bob, question_id)
    const remove = (who: TestUser) => site.as(who).call(deleteAnswer, { body: { id } })
    await doing.vote(cyd, 'up', id)
    expect(await refusal(remove(bob))).toMatchObject({ status: 400, reason: 'error.answer.cannot_deleted' })
    await doing.vote(cyd, 'up', id, true)
    await doing.accept(ann, question_id, id)
    expect(await refusal(remove(bob))).toMatchObject({ status: 400, reason: 'error.answer.cannot_deleted' })
    expect(await refusal(remove(ann))).toMatchObject({ status: 403, reason: 'error.rank.fail_to_meet_the_condition' })
    await remove(moe)
    expect(await info(undefined, question_id)).toMatchObject({
      accepted_answer_id: '0',
      answer_count: 0,
      last_answer_id: '0',
    })
  })

  test('with its question an answer is hidden from everybody who doesn’t see the question, its own author too', async () => {
    const question_id = await doing.ask(ann)
    const id = await doing.answer(bob, question_id)
    await site.as(moe).call(deleteQuestion, { body: { id: question_id } })
    for (const who of [bob, cyd]) {
      expect(await refusal(site.as(who).call(answerInfo, { query: { id } }))).toMatchObject({
        status: 404,
        reason: 'error.answer.not_found',
      })
      expect(await refusal(page(who, question_id))).toMatchObject({ status: 404, reason: 'error.question.not_found' })
    }
    expect((await page(ann, question_id)).list).toHaveLength(1)
    expect((await page(moe, question_id)).list).toHaveLength(1)
  })

  describe('acceptance', () => {
    const rank = async (person: TestUser) =>
      (await site.app.db.selectFrom('users').select('rank').where('id', '=', person.id).executeTakeFirstOrThrow()).rank
    const happened = async (question_id: string) =>
      (
        await site.app.db
          .selectFrom('events')
          .select(['type', 'object_id'])
          .where('question_id', '=', numberOf('question', question_id))
          .where('type', 'in', ['answer.accepted', 'answer.unaccepted'])
          .orderBy('id')
          .execute()
      ).map(({ type, object_id }) => `${type.slice('answer.'.length)} ${object_id}`)

    test('the asker accepts, changes and takes back; each is told, and the points follow', async () => {
      const question_id = await doing.ask(ann)
      const [first, second] = [await doing.answer(bob, question_id), await doing.answer(cyd, question_id)]
      const before = await Promise.all([ann, bob, cyd].map(rank))
      const gained = async () => (await Promise.all([ann, bob, cyd].map(rank))).map((now, n) => now - before[n]!)
      await doing.accept(ann, question_id, first)
      await doing.accept(ann, question_id, first)
      expect((await info(undefined, question_id)).accepted_answer_id).toBe(first)
      expect(await gained()).toEqual([2, 15, 0])
      await doing.accept(ann, question_id, second)
      expect(await gained()).toEqual([2, 0, 15])
      await doing.accept(ann, question_id, '0')
      expect(await gained()).toEqual([0, 0, 0])
      expect((await info(undefined, question_id)).accepted_answer_id).toBe('0')
      await site.as(ann).call(acceptAnswer, { body: { question_id, answer_id: '' } })
      const [a, b] = [first, second].map((id) => numberOf('answer', id))
      expect(await happened(question_id)).toEqual([
        `accepted ${a}`,
        `unaccepted ${a}`,
        `accepted ${b}`,
        `unaccepted ${b}`,
      ])
    })

    test('others can’t, whatever their reputation; staff can', async () => {
      const question_id = await doing.ask(ann)
      const id = await doing.answer(bob, question_id)
      for (const who of [bob, await site.given.member({ rank: 100_000 })])
        expect(await refusal(doing.accept(who, question_id, id))).toMatchObject({
          status: 403,
          reason: 'error.rank.fail_to_meet_the_condition',
        })
      await doing.accept(moe, question_id, id)
      expect((await info(undefined, question_id)).accepted_answer_id).toBe(id)
    })

    test('only a visible answer to this very question is accepted', async () => {
      const [question_id, other] = [await doing.ask(ann), await doing.ask(ann)]
      const [elsewhere, gone] = [await doing.answer(bob, other), await doing.answer(bob, question_id)]
      await site.as(bob).call(deleteAnswer, { body: { id: gone } })
      for (const id of [elsewhere, gone, question_id, 'nonsense', '10020000000099999'])
        expect(await refusal(doing.accept(ann, question_id, id))).toMatchObject({
          status: 404,
          reason: 'error.answer.not_found',
        })
      expect((await info(ann, question_id)).accepted_answer_id).toBe('0')
      await site.as(ann).call(deleteQuestion, { body: { id: question_id } })
      expect(await refusal(doing.accept(ann, question_id, '0'))).toMatchObject({
        status: 400,
        reason: 'error.question.cannot_update',
      })
    })

    test('twenty at one moment leave one accepted answer, and exactly its points', async () => {
      const question_id = await doing.ask(ann)
      const answers = [await doing.answer(bob, question_id), await doing.answer(cyd, question_id)]
      const before = await Promise.all([ann, bob, cyd].map(rank))
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => doing.accept(n % 3 ? ann : moe, question_id, [...answers, '0'][n % 3]!)),
      )
      const { accepted_answer_id } = await info(ann, question_id)
      const gained = (await Promise.all([ann, bob, cyd].map(rank))).map((now, n) => now - before[n]!)
      expect(gained).toEqual([
        accepted_answer_id === '0' ? 0 : 2,
        accepted_answer_id === answers[0] ? 15 : 0,
        accepted_answer_id === answers[1] ? 15 : 0,
      ])
      const story = await happened(question_id)
      let accepted = '0'
      for (const line of story) {
        const [what, id] = line.split(' ')
        expect(accepted).toBe(what === 'accepted' ? '0' : id)
        accepted = what === 'accepted' ? id! : '0'
      }
      expect(accepted).toBe(String(numberOf('answer', accepted_answer_id)))
    })

    test('accepting and deleting at one moment never leaves a deleted answer accepted', async () => {
      for (let round = 0; round < 5; round++) {
        const question_id = await doing.ask(ann)
        const id = await doing.answer(bob, question_id)
        await Promise.allSettled([
          doing.accept(ann, question_id, id),
          site.as(moe).call(deleteAnswer, { body: { id } }),
        ])
        expect(await row(question_id, 'question')).toMatchObject({ accepted_answer_id: 0, answer_count: 0 })
      }
    })
  })

  test('nothing has gone wrong unseen', () => expect(site.faults).toEqual([]))
})
