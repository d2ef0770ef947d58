import { muteTopic, mutedTopics, subscribePush } from '@askwell/contract/channels.ts'
import { deleteComment } from '@askwell/contract/comments.ts'
import { follow } from '@askwell/contract/follows.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import {
  notificationGroups,
  notifications,
  notificationStatus,
  openNotifications,
  readNotification,
  readNotifications,
} from '@askwell/contract/notifications.ts'
import { setUserRole } from '@askwell/contract/user-administration.ts'
import { expect } from 'vitest'
import { neighbourOf, type TestUser } from '../world.ts'
import { all, fresh, notices, outcome, race, times } from './race.ts'

const MANY = 20

type Arena = Parameters<Parameters<typeof race>[1][string]>[0]

/** All that follows later, by two processes at the same moment where the engine allows them. */
const settleTwice = async ({ w }: Arena) => {
  if (w.app.engine === 'sqlite') return void (await Promise.all([w.app.jobs.settle(), w.app.jobs.settle()]))
  const neighbour = await neighbourOf(w)
  await Promise.all([w.app.jobs.settle(), neighbour.site.app!.jobs.settle()])
  await neighbour.close()
}

/** What the list, the lines and the count say of what is unread; they agree. */
const unread = async ({ w }: Arena, person: TestUser) => {
  const by = w.as(person)
  const { inbox } = await by.call(notificationStatus)
  const { list } = await by.call(notifications, { query: { type: 'inbox', page_size: 100 } })
  const lines = (await by.call(notificationGroups, { query: { type: 'inbox', size: 50 } })).list
  expect(list.filter(({ is_read }) => !is_read)).toHaveLength(inbox)
  expect(lines.some(({ is_read }) => !is_read)).toBe(inbox > 0)
  expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(list.length)
  return inbox
}

race('notifications', {
  'reading one, its line, all and opening the tab leave one count': async (arena) => {
    const { w, t } = arena
    const [asker, writers] = [await arena.member(), await arena.some(MANY)]
    const id = await t.ask(asker)
    await times(MANY, (n) => t.comment(writers[n]!, id))
    const by = w.as(asker)
    const { list } = await by.call(notifications, { query: { type: 'inbox', page_size: 100 } })
    expect(list).toHaveLength(MANY)
    const acts = [
      (n: number) => by.call(readNotification, { body: { id: list[n]!.id } }),
      (n: number) => by.call(readNotification, { body: { id: list[n]!.id, group: true } }),
      () => by.call(openNotifications, { body: { type: 'inbox' } }),
      () => by.call(notificationStatus),
    ]
    expect(outcome(await times(MANY, (n): Promise<unknown> => acts[n % 4]!(n)))).toEqual(all(MANY))
    expect(await unread(arena, asker)).toBe(0)
  },
  'what comes while others are read is unread or read, never lost': async (arena) => {
    const { w, t } = arena
    const [asker, writers] = [await arena.member(), await arena.some(MANY)]
    const [id, other] = [await t.ask(asker), await t.ask(asker)]
    await times(MANY, (n) => t.comment(writers[n]!, id))
    const { list } = await w.as(asker).call(notifications, { query: { type: 'inbox', page_size: 100 } })
    const read = list.slice(0, MANY / 2)
    w.clock.advance(1) // lines that were read and those that come are of different seconds
    expect(
      outcome(
        await times(MANY, (n): Promise<unknown> =>
          n % 2 ? t.comment(writers[n]!, other) : w.as(asker).call(readNotification, { body: { id: read[n / 2]!.id } }),
        ),
      ),
    ).toEqual(all(MANY))
    await settleTwice(arena)
    expect(await unread(arena, asker)).toBe(MANY)
    await w.as(asker).call(readNotifications, { body: { type: 'inbox' } })
    expect(await unread(arena, asker)).toBe(0)
  },
  'hiding what others read leaves a count that fits': async (arena) => {
    const { w, t } = arena
    const [asker, writers] = [await arena.member(), await arena.some(MANY / 2)]
    const id = await t.ask(asker)
    const comments = await Promise.all(writers.map((writer) => t.comment(writer, id)))
    const { list } = await w.as(asker).call(notifications, { query: { type: 'inbox', page_size: 100 } })
    const gone = new Set(comments.slice(0, 5))
    const read = list.filter(({ object_info }) => !gone.has(object_info.object_id))
    expect(
      outcome(
        await times(MANY, (n): Promise<unknown> =>
          n < 5
            ? w.as(writers[n]!).call(deleteComment, { body: { comment_id: comments[n]! } })
            : n < 8
              ? w.as(asker).call(readNotification, { body: { id: read[n - 5]!.id } })
              : w.as(asker).call(notificationStatus),
        ),
      ),
    ).toEqual(all(MANY))
    expect(await unread(arena, asker)).toBe(2)
  },
  'muting and hearing again at once end as one of both, and what is told fits': async (arena) => {
    const { w, t } = arena
    const [asker, fan, writer] = await arena.some(3)
    const id = await t.ask(asker!)
    await w.as(fan!).call(follow, { body: { object_id: id } })
    expect(
      outcome(
        await times(MANY, (n): Promise<unknown> =>
          w.as(fan!).call(muteTopic, { body: { object_id: id, mute: n % 2 === 0 } }),
        ),
      ),
    ).toEqual(all(MANY))
    const listed = async () => (await w.as(fan!).call(mutedTopics)).list
    const muted = (await listed()).length > 0
    await t.answer(writer!, id)
    await settleTwice(arena)
    expect(await notices(arena, fan!, 'answer_the_question')).toBe(muted ? 0 : 1)
    await times(MANY, () => w.as(fan!).call(muteTopic, { body: { object_id: id } }))
    expect(await listed()).toHaveLength(1)
  },
  'followers are told once of each answer, whoever follows, mutes and answers meanwhile': async (arena) => {
    const { w, t } = arena
    const [asker, fans, writers] = [await arena.member(), await arena.some(MANY), await arena.some(3)]
    const id = await t.ask(asker)
    await times(MANY, (n) => w.as(fans[n]!).call(follow, { body: { object_id: id } }))
    expect(
      outcome(
        await times(MANY, (n): Promise<unknown> =>
          n < 3
            ? t.answer(writers[n]!, id)
            : n < 8
              ? w.as(fans[n]!).call(muteTopic, { body: { object_id: id } })
              : w.as(fans[n]!).call(follow, { body: { object_id: id, is_cancel: true } }),
        ),
      ),
    ).toEqual(all(MANY))
    await settleTwice(arena)
    await settleTwice(arena)
    for (const [n, fan] of fans.entries()) {
      const told = await notices(arena, fan, 'answer_the_question')
      if (n < 3) expect(told).toBe(3)
      else expect(told).toBeLessThanOrEqual(3)
      expect(await unread(arena, fan)).toBe(told)
    }
    const rows = await w.app.db
      .selectFrom('notifications')
      .select(['user_id', 'object_id'])
      .where('question_id', '=', numberOf('question', id))
      .where('action', '=', 'answer_the_question')
      .execute()
    expect(new Set(rows.map(({ user_id, object_id }) => `${user_id} ${object_id}`)).size).toBe(rows.length)
  },
  'one device that subscribes again and again is one, and belongs to who came last': async (arena) => {
    const { w } = arena
    const people = await arena.some(2)
    const body = {
      endpoint: `https://push.example/${fresh()}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }
    expect(outcome(await times(MANY, (n) => w.as(people[n % 2]!).call(subscribePush, { body })))).toEqual(all(MANY))
    const rows = await w.app.db
      .selectFrom('push_subscriptions')
      .select('user_id')
      .where('endpoint', '=', body.endpoint)
      .execute()
    expect(rows).toHaveLength(1)
  },
  'a role that is given by several at once is told of as often as it changed': async (arena) => {
    const { w } = arena
    const [admin, other, person] = [await w.given.admin(), await w.given.member({ role_id: 2 }), await arena.member()]
    const give = (n: number) =>
      w.as(n % 2 ? admin : other).call(setUserRole, { body: { user_id: String(person.id), role_id: 3 } })
    expect(outcome(await times(MANY, give))).toEqual(all(MANY))
    expect(await notices(arena, person, 'your_role_is_moderator')).toBe(1)
    expect(await unread(arena, person)).toBe(1)
  },
})
