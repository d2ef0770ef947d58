import { deleteAnswer } from '@askwell/contract/answers.ts'
import { deleteComment } from '@askwell/contract/comments.ts'
import { invite } from '@askwell/contract/invitations.ts'
import {
  type InboxType,
  notificationGroups,
  notifications,
  notificationStatus,
  type NotificationType,
  openNotifications,
  readNotification,
  readNotifications,
} from '@askwell/contract/notifications.ts'
import { deleteQuestion, recoverQuestion } from '@askwell/contract/questions.ts'
import { saveMailChoices } from '@askwell/contract/emails.ts'
import { setUserRole } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { findUser } from '../../../users/users/queries.ts'
import { unseenOf } from '../status/memory.ts'

describe.each(engines)('the notifications of a user (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [asker, ann, bob]: TestUser[] = []
  let moderator: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    moderator = await w.given.moderator()
  })
  beforeEach(async () => {
    ;[asker, ann, bob] = [
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
    ]
  })
  afterAll(() => w.close())

  const page = (person: TestUser, type: NotificationType = 'inbox', inbox_type: InboxType = 'all') =>
    w.as(person).call(notifications, { query: { type, inbox_type } })
  const said = async (person: TestUser, inbox_type: InboxType = 'all') =>
    (await page(person, 'inbox', inbox_type)).list.map(({ action }) => action)
  const groups = async (person: TestUser, query: Partial<{ before: string; size: number }> = {}) =>
    w.as(person).call(notificationGroups, { query: { type: 'inbox', ...query } })
  const status = async (person: TestUser) => {
    const { inbox, achievement } = await w.as(person).call(notificationStatus)
    return [inbox, achievement]
  }

  test('are counted afresh after a change, also where two counts overlapped before it', async () => {
    const question = await t.ask(asker!)
    await t.comment(bob!, await t.answer(ann!, question))
    await w.settle()
    const gates: (() => void)[] = []
    const db = w.app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await new Promise<void>((open) => gates.push(open))
        return result
      },
    })
    const slow = new Proxy(w.app, { get: (app, name) => (name === 'db' ? db : Reflect.get(app, name)) })
    const viewer = (await findUser(w.app.db, ann!.id))!
    const open = (from: number) => gates.slice(from, from + 2).forEach((one) => one())
    const first = unseenOf(slow, viewer)
    await vi.waitFor(() => expect(gates).toHaveLength(2))
    await w.app.transaction((tx) =>
      tx.emit('user.changed', { actor_id: viewer.id, object_type: 'user', object_id: viewer.id, question_id: 0 }),
    )
    const second = unseenOf(slow, viewer)
    await vi.waitFor(() => expect(gates).toHaveLength(4))
    open(0)
    await first
    await w.as(moderator).call(deleteQuestion, { body: { id: question } })
    open(2)
    expect((await second).inbox).toBe(1)
    const third = unseenOf(slow, viewer)
    await vi.waitFor(() => expect(gates).toHaveLength(6))
    open(4)
    expect((await third).inbox).toBe(0)
  })

  test('say who did what, where, with an excerpt, and how to get there', async () => {
    const question = await t.ask(asker!, 'Why is the zephyr mild?')
    const answer = await t.answer(ann!, question, 'It comes from the **west**, over warm water.')
    const comment = await t.comment(bob!, question, { original_text: 'Only in *spring*, I think.' })
    await w.settle()
    const { count, list } = await page(asker!)
    expect(count).toBe(2)
    expect(list).toMatchObject([
      {
        user_info: { username: bob!.username },
        action: 'comment_question',
        notification_action: 'commented on your question',
        excerpt: 'Only in spring, I think.',
        object_info: {
          title: 'Why is the zephyr mild?',
          url_title: 'why-is-the-zephyr-mild',
          object_type: 'comment',
          object_id: comment,
          object_map: { question, answer: '0', comment },
        },
        rank: 0,
        is_read: false,
        update_time: w.clock.now(),
      },
      {
        action: 'answer_the_question',
        excerpt: 'It comes from the west, over warm water.',
        object_info: { object_type: 'answer', object_id: answer, object_map: { question, answer, comment: '' } },
      },
    ])
  })

  test('come by kind, page by page; a page beyond the end is not found', async () => {
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    await t.vote(bob!, 'up', question)
    expect(await said(asker!)).toEqual(['up_voted_question', 'answer_the_question'])
    expect(await said(asker!, 'posts')).toEqual(['answer_the_question'])
    expect(await said(asker!, 'votes')).toEqual(['up_voted_question'])
    await w.as(asker!).call(invite, { body: { id: question, invite_user: [bob!.username] } })
    expect(await said(bob!, 'invites')).toEqual(['invited_you_to_answer'])
    const second = await w.as(asker!).call(notifications, { query: { type: 'inbox', page: 2, page_size: 1 } })
    expect([second.count, second.list.map(({ action }) => action)]).toEqual([2, ['answer_the_question']])
    await expect(w.as(asker!).call(notifications, { query: { type: 'inbox', page: 3, page_size: 1 } })).rejects.toThrow(
      '404',
    )
    expect((await page(asker!, 'achievement')).list).toMatchObject([{ rank: 10, action: 'question.voted_up' }])
  })

  test('are new until their tab is opened, and unread until they are read; on every device', async () => {
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    await t.vote(bob!, 'up', question)
    expect(await status(asker!)).toEqual([2, 1])
    const { id } = (await page(asker!)).list[0]!
    expect(await w.as(asker!).call(readNotification, { body: { id } })).toEqual({})
    expect(await status(asker!)).toEqual([1, 1])
    expect(await w.as(asker!).call(openNotifications, { body: { type: 'inbox' } })).toMatchObject({
      inbox: 0,
      achievement: 1,
    })
    expect(await status(asker!)).toEqual([0, 1])
    const unread = async () => (await page(asker!)).list.map(({ is_read }) => !is_read)
    expect(await unread()).toEqual([false, true])
    await w.as(asker!).call(readNotifications, { body: { type: 'inbox' } })
    expect(await unread()).toEqual([false, false])
    await w.as(asker!).call(readNotifications, { body: { type: 'achievement' } })
    expect(await status(asker!)).toEqual([0, 0])
    await t.comment(bob!, question)
    expect(await status(asker!)).toEqual([1, 0])
  })

  test('of others can’t be read', async () => {
    await t.answer(ann!, await t.ask(asker!))
    const { id } = (await page(asker!)).list[0]!
    await w.as(bob!).call(readNotification, { body: { id, group: true } })
    expect((await page(asker!)).list).toMatchObject([{ is_read: false }])
    expect((await page(bob!)).list).toEqual([])
  })

  test('are gone from list and count while one can’t see what they are about, and come back with it', async () => {
    const question = await t.ask(asker!)
    const answer = await t.answer(ann!, question)
    const comment = await t.comment(bob!, answer)
    await t.vote(bob!, 'up', answer)
    expect([await said(ann!), await status(ann!)]).toEqual([
      ['up_voted_answer', 'comment_answer'],
      [2, 1],
    ])
    await w.as(bob!).call(deleteComment, { body: { comment_id: comment } })
    expect([await said(ann!), await status(ann!)]).toEqual([['up_voted_answer'], [1, 1]])
    await w.as(moderator).call(deleteQuestion, { body: { id: question } })
    expect([await said(ann!), await status(ann!), (await page(ann!)).count]).toEqual([[], [0, 0], 0])
    expect((await page(ann!, 'achievement')).list).toEqual([])
    expect((await groups(ann!)).list).toEqual([])
    // the asker sees the own deleted question, though not the answers of others to it
    expect(await said(asker!)).toEqual(['your_question_was_deleted', 'answer_the_question'])
    await w.as(moderator).call(recoverQuestion, { body: { question_id: question } })
    expect([await said(ann!), await status(ann!)]).toEqual([['up_voted_answer'], [1, 1]])
    await w.as(moderator).call(deleteAnswer, { body: { id: answer } })
    expect(await said(asker!)).toEqual(['your_question_was_restored', 'your_question_was_deleted'])
    expect(await status(asker!)).toEqual([2, 0])
  })

  test('are seen by another role at once', async () => {
    const answer = await t.answer(ann!, await t.ask(asker!))
    await w.as(moderator).call(deleteAnswer, { body: { id: answer } })
    expect(await status(asker!)).toEqual([0, 0])
    await w.as(await w.given.admin()).call(setUserRole, { body: { user_id: String(asker!.id), role_id: 3 } })
    expect(await status(asker!)).toEqual([2, 0]) // and that they have it
  })

  test('make one line where they are alike, the newest line first, and are read as one', async () => {
    const [first, second] = [await t.ask(asker!), await t.ask(asker!)]
    await t.comment(ann!, first)
    await t.comment(bob!, first)
    await t.comment(bob!, second)
    await t.comment(ann!, first)
    const { list, next } = await groups(asker!)
    expect(next).toBe('')
    expect(
      list.map(({ count, people_count, people, object_info }) => [
        object_info.object_map.question,
        count,
        people_count,
        people.map(({ username }) => username),
      ]),
    ).toEqual([
      [first, 3, 2, [ann!.username, bob!.username]],
      [second, 1, 1, [bob!.username]],
    ])
    await w.as(asker!).call(readNotification, { body: { id: list[0]!.id, group: true } })
    expect((await page(asker!)).list.map(({ is_read }) => is_read)).toEqual([true, false, true, true])
    // what comes after reading is a line of its own
    w.clock.advance(5)
    await t.comment(bob!, first)
    expect((await groups(asker!)).list.map(({ count, is_read }) => [count, is_read])).toEqual([
      [1, false],
      [3, true],
      [1, false],
    ])
  })

  test('come line by line from where the last page ended; hidden lines take no room', async () => {
    const questions: string[] = []
    for (let n = 0; n < 7; n++) {
      questions.push(await t.ask(asker!))
      await t.comment(ann!, questions[n]!)
      w.clock.advance(1)
    }
    for (const gone of [1, 4, 5]) {
      const { list } = await page(asker!)
      const about = list.find(({ object_info }) => object_info.object_map.question === questions[gone])!
      await w.as(ann!).call(deleteComment, { body: { comment_id: about.object_info.object_map.comment! } })
    }
    const seen: string[] = []
    for (let before: string | undefined; before !== '';) {
      const { list, next } = await groups(asker!, { size: 2, ...(before && { before }) })
      seen.push(...list.map(({ object_info }) => object_info.object_map.question!))
      before = next
    }
    expect(seen).toEqual([6, 3, 2, 0].map((n) => questions[n]))
  })

  test('stand where the newest is that can be seen, also from page to page', async () => {
    const questions: string[] = []
    for (let n = 0; n < 4; n++) {
      questions.push(await t.ask(asker!))
      await t.comment(ann!, questions[n]!)
      w.clock.advance(1)
    }
    const comment_id = await t.comment(bob!, questions[0]!)
    const seen = async (size: number) => {
      const all: string[] = []
      for (let before: string | undefined; before !== '';) {
        const { list, next } = await groups(asker!, { size, ...(before && { before }) })
        all.push(...list.map(({ object_info }) => object_info.object_map.question!))
        before = next
      }
      return all
    }
    expect(await seen(1)).toEqual([0, 3, 2, 1].map((n) => questions[n]))
    await w.as(bob!).call(deleteComment, { body: { comment_id } })
    for (const size of [1, 2, 50]) expect(await seen(size)).toEqual([3, 2, 1, 0].map((n) => questions[n]))
  })

  test('that say the same are one while unread', async () => {
    const question = await t.ask(asker!)
    await t.vote(ann!, 'up', question)
    await t.vote(ann!, 'up', question, true)
    await t.vote(ann!, 'up', question)
    expect(await said(asker!)).toEqual(['up_voted_question'])
  })

  test('are told on the site whatever one wants by mail', async () => {
    await w.as(asker!).call(saveMailChoices, { body: { inbox: { key: 'email', enable: false } } })
    await t.answer(ann!, await t.ask(asker!))
    expect(await said(asker!)).toEqual(['answer_the_question'])
  })
})
