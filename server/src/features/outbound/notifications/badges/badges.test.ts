import { awardBadge, awardPast, setBadgeStatus, takeBackBadge, userBadges } from '@askwell/contract/badges.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { notifications, notificationStatus, readNotification } from '@askwell/contract/notifications.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

const FIRST_UPVOTE = '10090000000000009'
const EDITOR = '10090000000000007'

describe.each(engines)('notices of badges (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const member = () => w.given.member({ rank: 500 })
  const status = (user: TestUser) => w.as(user).call(notificationStatus)
  const achievements = async (user: TestUser) =>
    (await w.as(user).call(notifications, { query: { type: 'achievement' } })).list
  const give = (user: TestUser, id: string, reason = 'For kindness') =>
    w.as(admin).call(awardBadge, { body: { id, username: user.username, reason } })

  test('who earns one is told among the achievements, and shown it until they have read that', async () => {
    const [asker, voter] = [await member(), await member()]
    await t.vote(voter, 'up', await t.ask(asker))
    await w.settle()
    expect(await status(voter)).toMatchObject({
      achievement: 1,
      badge_award: { badge_id: FIRST_UPVOTE, name: 'First Upvote', icon: 'hand-thumbs-up-fill', level: 1 },
    })
    const [notice] = await achievements(voter)
    expect(notice).toMatchObject({
      action: 'earned_badge',
      is_read: false,
      notification_action: 'You earned a badge',
      object_info: { title: 'First Upvote', object_type: 'badge_award', object_map: { badge_id: FIRST_UPVOTE } },
    })
    expect((await status(voter)).badge_award!.notification_id).toBe(notice!.id)
    await w.as(voter).call(readNotification, { body: { id: notice!.id } })
    expect((await status(voter)).badge_award).toBe(null)
    expect(await achievements(voter)).toMatchObject([{ is_read: true }])
  })

  test('several are shown one after the other, the oldest first', async () => {
    const user = await member()
    await give(user, EDITOR)
    await give(user, FIRST_UPVOTE)
    for (const badge_id of [EDITOR, FIRST_UPVOTE]) {
      const { badge_award } = await status(user)
      expect(badge_award).toMatchObject({ badge_id })
      await w.as(user).call(readNotification, { body: { id: badge_award!.notification_id } })
    }
    expect((await status(user)).badge_award).toBe(null)
  })

  test('one that is taken back is told no more, and told again when it is given again', async () => {
    const user = await member()
    await give(user, EDITOR)
    const { id } = await w.app.db
      .selectFrom('badge_awards')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    await w.as(admin).call(takeBackBadge, { body: { id: objectId('badge_award', id), reason: 'No' } })
    expect([(await status(user)).badge_award, await achievements(user)]).toEqual([null, []])
    await give(user, EDITOR, 'Yes')
    expect((await status(user)).badge_award).toMatchObject({ badge_id: EDITOR })
  })

  test('what is awarded for the past is listed, but shown to nobody', async () => {
    const [asker, voter] = [await member(), await member()]
    await w.as(admin).call(setBadgeStatus, { body: { id: FIRST_UPVOTE, status: 'inactive' } })
    await t.vote(voter, 'up', await t.ask(asker))
    await w.settle()
    await w.as(admin).call(setBadgeStatus, { body: { id: FIRST_UPVOTE, status: 'active' } })
    await w.as(admin).call(awardPast, { body: { ids: [FIRST_UPVOTE] } })
    await w.settle()
    expect((await w.nobody.call(userBadges, { query: { username: voter.username } })).list).toMatchObject([
      { name: 'First Upvote' },
    ])
    expect((await status(voter)).badge_award).toBe(null)
    expect(await achievements(voter)).toMatchObject([{ action: 'earned_badge', is_read: true }])
  })
})
