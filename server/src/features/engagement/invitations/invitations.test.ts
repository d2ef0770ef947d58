import { invite, invited } from '@askwell/contract/invitations.ts'
import { closeQuestion, editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWithoutFaults, worldOf } from '../../../../test/faultless.ts'
import type { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World } from '../../../../test/world.ts'

describe.each(engines)('inviting to answer (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser, cyd: TestUser
  beforeAll(async () => {
    ;({ w, t, bob, cyd } = await worldOf(engine, 'bob', 'cyd'))
    ann = await w.given.member({ name: 'ann', rank: 500 })
  })
  afterAll(() => closeWithoutFaults(w))
  const set = (person: TestUser, id: string, ...invite_user: string[]) =>
    w.as(person).call(invite, { body: { id, invite_user } })
  const names = async (id: string) => (await w.nobody.call(invited, { query: { id } })).map(({ username }) => username)
  const notices = async (person: TestUser, question: string) =>
    (
      await w.app.db
        .selectFrom('notifications')
        .selectAll()
        .where('user_id', '=', person.id)
        .where('action', '=', 'invited_you_to_answer')
        .execute()
    ).filter((row) => question.endsWith(String(row.object_id))).length

  test('the asker invites members, who are told once; a member left out of the list is no longer invited', async () => {
    const question = await t.ask(ann)
    await set(ann, question, 'bob', 'CYD', 'ann')
    expect((await names(question)).toSorted()).toEqual(['bob', 'cyd'])
    await set(ann, question, 'bob')
    await set(ann, question, 'bob')
    expect(await names(question)).toEqual(['bob'])
    expect([await notices(bob, question), await notices(cyd, question), await notices(ann, question)]).toEqual([
      1, 1, 0,
    ])
  })

  test('a member who is invited, left out and invited again is told and e-mailed only once', async () => {
    const question = await t.ask(ann)
    for (let n = 0; n < 5; n++) {
      await set(ann, question, 'bob')
      expect(await names(question)).toEqual(['bob'])
      await set(ann, question)
      expect(await names(question)).toEqual([])
    }
    await set(ann, question, 'bob', 'cyd')
    expect((await names(question)).toSorted()).toEqual(['bob', 'cyd'])
    const mails = async (person: TestUser) =>
      (
        await w.app.db
          .selectFrom('events')
          .select('payload')
          .where('type', '=', 'email.requested')
          .where('object_id', '=', person.id)
          .where('question_id', '=', Number(question.slice(-13)))
          .execute()
      ).filter(({ payload }) => payload.includes('invitation')).length
    expect([await mails(bob), await mails(cyd)]).toEqual([1, 1])
    expect([await notices(bob, question), await notices(cyd, question)]).toEqual([1, 1])
  })

  test('it takes reputation, of the asker too, and the reply says whether one may', async () => {
    const [question, own] = [await t.ask(ann), await t.ask(bob)]
    const refused = { status: 403, reason: 'error.rank.fail_to_meet_the_condition' }
    await expect(set(bob, question, 'cyd')).rejects.toMatchObject(refused)
    await expect(set(bob, own, 'cyd')).rejects.toMatchObject(refused)
    expect((await w.as(bob).call(questionInfo, { query: { id: own } })).extends_actions).toEqual([])
    const offered = async (person: TestUser) =>
      (await w.as(person).call(questionInfo, { query: { id: question } })).extends_actions.map(({ action }) => action)
    const known = await w.given.member({ rank: 500 })
    expect([await offered(ann), await offered(bob), await offered(known)]).toEqual([
      ['invite_other_to_answer'],
      [],
      ['invite_other_to_answer'],
    ])
    await set(known, question, 'cyd')
    expect(await names(question)).toEqual(['cyd'])
  })

  test('an edit invites as well, by the same rules; one that says nothing of it, or the same, leaves it', async () => {
    const question = await t.ask(ann)
    const edit = (person: TestUser, content: string, invite_user?: string[]) =>
      w.as(person).call(editQuestion, {
        body: {
          id: question,
          title: 'How is it edited and invited to?',
          content,
          tags: [{ slug_name: 'support' }],
          ...(invite_user && { invite_user }),
        },
      })
    await edit(ann, 'The first text of it.', ['bob'])
    await edit(ann, 'The second text of it.')
    expect([await names(question), await notices(bob, question)]).toEqual([['bob'], 1])
    const editor = await w.given.member({ rank: 100 })
    await expect(edit(editor, 'The third text of it.', ['cyd'])).rejects.toMatchObject({ status: 403 })
    expect(await edit(editor, 'The third text of it.', ['bob'])).toMatchObject({ wait_for_review: true })
    await expect(edit(ann, 'The fourth text of it.', ['nobody-of-that-name'])).rejects.toMatchObject({
      status: 400,
      data: [{ error_field: 'invite_user' }],
    })
    expect([(await w.nobody.call(questionInfo, { query: { id: question } })).content, await names(question)]).toEqual([
      'The second text of it.',
      ['bob'],
    ])
    await edit(ann, 'The fifth text of it.', [])
    expect(await names(question)).toEqual([])
  })

  test("nobody who can't answer is invited, no more than five, and not to what is closed", async () => {
    const [question, newcomer] = [await t.ask(ann), await w.given.member({ active: false })]
    for (const name of ['nobody-of-that-name', newcomer.username])
      await expect(set(ann, question, name)).rejects.toMatchObject({
        status: 400,
        data: [{ error_field: 'invite_user' }],
      })
    await expect(set(ann, question, 'b1', 'b2', 'b3', 'b4', 'b5', 'b6')).rejects.toMatchObject({
      status: 400,
      data: [{ error_field: 'invite_user' }],
    })
    await w.as(await w.given.moderator()).call(closeQuestion, { body: { id: question, close_type: 64 } })
    await expect(set(ann, question, 'bob')).rejects.toMatchObject({
      status: 400,
      reason: 'error.answer.question_closed_cannot_add',
    })
    await expect(w.nobody.call(invited, { query: { id: '10010000000009999' } })).rejects.toMatchObject({ status: 404 })
  })
})
