import {
  notificationGroups,
  notifications,
  notificationStatus,
  readNotification,
  readNotifications,
} from '@askwell/contract/notifications.ts'
import { deleteQuestion, recoverQuestion } from '@askwell/contract/questions.ts'
import { setUserRole } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

describe.each(engines)('the count under the bell, the status and the lists (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [asker, ann, bob]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
  })
  beforeEach(async () => {
    const some = () => w.given.member({ rank: 500 })
    ;[asker, ann, bob] = [await some(), await some(), await some()]
  })
  afterAll(() => w.close())

  /** How many are unread by each of those who say so; [inbox, achievements], after making sure that they agree. */
  const unread = async (person: TestUser) => {
    await w.settle()
    const by = w.as(person)
    const { inbox, achievement } = await by.call(notificationStatus)
    for (const [type, said] of [
      ['inbox', inbox],
      ['achievement', achievement],
    ] as const) {
      const { list } = await by.call(notifications, { query: { type, page_size: 100 } })
      const kinds = await Promise.all(
        (['posts', 'votes', 'invites'] as const).map((inbox_type) =>
          by.call(notifications, { query: { type, inbox_type, page_size: 100 } }),
        ),
      )
      const lines = (await by.call(notificationGroups, { query: { type, size: 50 } })).list
      const fresh = list.filter(({ is_read }) => !is_read).length
      expect(fresh, type).toBe(said)
      if (type === 'inbox')
        expect(kinds.flatMap((kind) => kind.list.filter(({ is_read }) => !is_read)).length).toBe(said)
      // A group ends when it is read, so an unread line is unread as a whole.
      expect(lines.filter(({ is_read }) => !is_read).reduce((sum, { count }) => sum + count, 0)).toBe(said)
    }
    return [inbox, achievement]
  }

  test('agree after a new one, one read, a line read, all read, and all of one tab read', async () => {
    expect(await unread(asker!)).toEqual([0, 0])
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    expect(await unread(asker!)).toEqual([1, 0])
    await t.comment(bob!, question)
    await t.comment(ann!, question)
    await t.vote(bob!, 'up', question)
    expect(await unread(asker!)).toEqual([4, 2])
    const { list } = await w.as(asker!).call(notifications, { query: { type: 'inbox' } })
    const answered = list.find(({ action }) => action === 'answer_the_question')!
    await w.as(asker!).call(readNotification, { body: { id: answered.id } })
    expect(await unread(asker!)).toEqual([3, 2])
    const commented = list.find(({ action }) => action === 'comment_question')!
    await w.as(asker!).call(readNotification, { body: { id: commented.id, group: true } })
    expect(await unread(asker!)).toEqual([1, 2])
    await w.as(asker!).call(readNotifications, { body: { type: 'achievement' } })
    expect(await unread(asker!)).toEqual([1, 0])
    await w.as(asker!).call(readNotifications, { body: { type: 'inbox' } })
    expect(await unread(asker!)).toEqual([0, 0])
    w.clock.advance(1)
    await t.comment(bob!, question)
    expect(await unread(asker!)).toEqual([1, 0])
  })

  test('agree after what they are about is hidden, and shown again', async () => {
    const moderator = await w.given.moderator()
    const [first, second] = [await t.ask(asker!), await t.ask(asker!)]
    await t.comment(ann!, await t.answer(bob!, first))
    await t.comment(ann!, await t.answer(bob!, second))
    expect(await unread(bob!)).toEqual([2, 0])
    await w.as(moderator).call(deleteQuestion, { body: { id: first } })
    expect(await unread(bob!)).toEqual([1, 0])
    await w.as(moderator).call(recoverQuestion, { body: { question_id: first } })
    expect(await unread(bob!)).toEqual([2, 0])
  })

  test('who is given a role, or loses it, is told by whom', async () => {
    const admin = await w.given.admin()
    const give = (role_id: number) => w.as(admin).call(setUserRole, { body: { user_id: String(ann!.id), role_id } })
    const told = async () =>
      (await w.as(ann!).call(notifications, { query: { type: 'inbox' } })).list.map(
        ({ action, notification_action, user_info, object_info }) => [
          action,
          notification_action,
          user_info?.username,
          object_info.username,
        ],
      )
    await give(3)
    expect(await unread(ann!)).toEqual([1, 0])
    expect(await told()).toEqual([['your_role_is_moderator', 'made you a moderator', admin.username, ann!.username]])
    await give(3)
    expect(await told()).toHaveLength(1)
    w.clock.advance(1)
    await give(2)
    w.clock.advance(1)
    await give(1)
    expect(await unread(ann!)).toEqual([3, 0])
    expect((await told()).map(([action]) => action)).toEqual([
      'your_role_was_taken',
      'your_role_is_admin',
      'your_role_is_moderator',
    ])
    expect(await unread(admin)).toEqual([0, 0])
  })
})
