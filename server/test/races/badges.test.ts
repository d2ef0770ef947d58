import * as badges from '@askwell/contract/badges.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { notificationStatus, readNotifications } from '@askwell/contract/notifications.ts'
import { expect } from 'vitest'
import { flushVisits } from '../../src/features/engagement/badges/visits.ts'
import { neighbourOf, type TestUser } from '../world.ts'
import { all, AT_ONCE, notices, outcome, race, times } from './race.ts'

const EDITOR = '10090000000000007'

type Arena = Parameters<Parameters<typeof race>[1][string]>[0]

const earned = async ({ w }: Arena, { username }: TestUser) =>
  Object.fromEntries(
    (await w.nobody.call(badges.userBadges, { query: { username } })).list.map(({ name, earned_count }) => [
      name,
      earned_count,
    ]),
  )
/** All that follows later, by two processes at the same moment where the engine allows them. */
const settleTwice = async ({ w }: Arena) => {
  if (w.app.engine === 'sqlite') return void (await Promise.all([w.app.jobs.settle(), w.app.jobs.settle()]))
  const neighbour = await neighbourOf(w)
  await Promise.all([w.app.jobs.settle(), neighbour.site.app!.jobs.settle(), w.app.jobs.settle()])
  await neighbour.close()
}

race('badges', {
  'the tenth upvote and those after it bring one badge, and one notice of it': async (arena) => {
    const author = await arena.member()
    const [id, voters] = [await arena.t.ask(author), await arena.some(AT_ONCE)]
    expect(outcome(await times(AT_ONCE, (n) => arena.t.vote(voters[n]!, 'up', id)))).toEqual(all(AT_ONCE))
    await settleTwice(arena)
    expect(await earned(arena, author)).toEqual({ 'Nice Question': 1, Welcome: 1 })
    expect(await notices(arena, author, 'earned_badge')).toBe(2)
  },
  'the same badge by the rule, by hand and for the past is one': async (arena) => {
    const { w, t } = arena
    const [admin, user] = [await w.given.admin(), await arena.member()]
    const id = await t.comment(user, await t.ask(user))
    expect(id).toBeTruthy()
    const give = (reason: string) =>
      w.as(admin).call(badges.awardBadge, { body: { id: EDITOR, username: user.username, reason } })
    await Promise.all([
      times(AT_ONCE, (n) => give(`For ${n}`)),
      times(2, () => w.as(admin).call(badges.awardPast, { body: { ids: [] } })),
    ])
    await settleTwice(arena)
    expect((await earned(arena, user)).Editor).toBe(1)
    expect(await notices(arena, user, 'earned_badge')).toBeGreaterThan(0)
  },
  'of several runs over the past one goes on': async (arena) => {
    const { w } = arena
    const admin = await w.given.admin()
    await w.settle()
    const runs = () =>
      w.app.db
        .selectFrom('tasks')
        .select(['id', 'status', 'created_at', 'ended_at'])
        .where('kind', '=', 'award_past_badges')
        .orderBy('id')
        .execute()
    const earlier = await runs()
    const { done, refused } = outcome(
      await times(AT_ONCE, () => w.as(admin).call(badges.awardPast, { body: { ids: [] } })),
    )
    // One that is quickly done makes way for the next; two at a time there are never.
    expect(done).toBeGreaterThan(0)
    expect(refused).toEqual(done < AT_ONCE ? ['error.task.running'] : [])
    await settleTwice(arena)
    const inTurn = (await runs()).filter(({ id }) => !earlier.some((run) => run.id === id))
    expect(inTurn).toMatchObject(Array.from({ length: done }, () => ({ status: 'done' })))
    expect(inTurn.slice(1).every(({ created_at }, at) => created_at >= inTurn[at]!.ended_at)).toBe(true)
  },
  'taking one back and giving it again leave a count that fits': async (arena) => {
    const { w } = arena
    const [admin, user] = [await w.given.admin(), await arena.member()]
    const give = (reason: string) =>
      w.as(admin).call(badges.awardBadge, { body: { id: EDITOR, username: user.username, reason } })
    await give('At first')
    const { id } = await w.app.db
      .selectFrom('badge_awards')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    await times(AT_ONCE, (n): Promise<unknown> =>
      n % 2
        ? give(`Again ${n}`)
        : w.as(admin).call(badges.takeBackBadge, { body: { id: objectId('badge_award', id), reason: 'No' } }),
    )
    expect([undefined, 1]).toContain((await earned(arena, user)).Editor)
  },
  'visitors of one shared address are counted once each': async (arena) => {
    const { w, t } = arena
    const sharer = await arena.member()
    const question = await t.ask(sharer)
    const post = await w.app.db.selectFrom('posts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(question).toBe(objectId('question', post.id))
    for (let n = 0; n < 30; n++) w.site.visits.share(sharer.id, post.id, `visitor ${n % 25}`)
    await Promise.all([flushVisits(w.app), flushVisits(w.app)])
    await w.settle()
    expect(await earned(arena, sharer)).toEqual({ 'First Share': 1, 'Nice Share': 1 })
    expect(
      await w.app.db.selectFrom('post_shares').select('visitors').where('post_id', '=', post.id).executeTakeFirst(),
    ).toEqual({ visitors: 25 })
  },
  'what arrives while all is being read is either read or counted': async (arena) => {
    const { w, t } = arena
    const [asker, writers] = [await arena.member(), await arena.some(AT_ONCE)]
    const id = await t.ask(asker)
    await times(AT_ONCE * 2, (n): Promise<unknown> =>
      n % 2 ? t.answer(writers[(n - 1) / 2]!, id) : w.as(asker).call(readNotifications, { body: { type: 'inbox' } }),
    )
    await settleTwice(arena)
    expect(await notices(arena, asker, 'answer_the_question')).toBe(AT_ONCE)
    const unread = await w.app.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', asker.id)
      .where('type', '=', 1)
      .where('is_read', '=', 0)
      .execute()
    const { inbox } = await w.as(asker).call(notificationStatus)
    expect(inbox > 0).toBe(unread.length > 0)
    await w.as(asker).call(readNotifications, { body: { type: 'inbox' } })
    expect((await w.as(asker).call(notificationStatus)).inbox).toBe(0)
  },
})
